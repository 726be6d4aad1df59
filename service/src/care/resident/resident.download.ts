/** One person's data as a zip: read and audited in a short transaction, then streamed file by file. Requirement RESIDENT-02. */
import type { residentExportEndpoints } from '@mimamori/contract/care/resident-export.ts'
import type { HandlerOf } from '#platform/context.ts'
import { contentDisposition } from '#platform/files/file-name.ts'
import { storageName } from '#platform/files/storage.ts'
import { type ZipFile, zipOf } from '#platform/files/zip.ts'
import { detailOf } from './resident.detail.ts'
import { exportOf } from './resident.export.ts'
import { openResident } from './resident.stays.ts'

export const downloadExport: HandlerOf<(typeof residentExportEndpoints)['resident.export']> = async (
  context,
  { params },
  reply,
) => {
  const { actor, now, storage, rateLimit } = context
  rateLimit.take('pdf', actor.userId)
  const { document, files } = await context.asTenant(async (db) => {
    const { resident, scope } = await openResident({ db, actor }, params.id)
    const person = { tenantId: resident.tenantId, id: resident.id, unitIds: scope.unitIds }
    const exported = await exportOf(db, storage, await detailOf({ db, actor }, params.id), person, now)
    const details = { files: exported.files.length }
    await context.auditIn(db, { action: 'resident.export', objectType: 'resident', objectId: params.id, details })
    return exported
  })
  const text: ZipFile = {
    ...{ name: 'resident.json', isPacked: true },
    open: async () => [Buffer.from(JSON.stringify(document, null, 2))] as unknown as AsyncIterable<Uint8Array>,
  }
  const media = files.map(({ name, tenantId, mediaId }): ZipFile => {
    const open = async () => (await storage.open(storageName(tenantId, mediaId)))?.stream() ?? nothing()
    return { name, isPacked: false, open }
  })
  reply.headers({
    'content-type': 'application/zip',
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
    'content-disposition': contentDisposition('attachment', `resident-${params.id}.zip`),
  })
  await reply.send(zipOf([text, ...media]))
}

/** A file that was deleted since it was counted. */
async function* nothing(): AsyncGenerator<Uint8Array> {}

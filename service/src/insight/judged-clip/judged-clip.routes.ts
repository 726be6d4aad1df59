/** The export of judged clips: first a preview of its content, then the zip. Requirement REAL-10; decision 0041. */
import { createHash } from 'node:crypto'
import type { JudgedClips, judgedClipEndpoints } from '@mimamori/contract/insight/judged-clip.ts'
import type { Handlers } from '#platform/context.ts'
import { contentDisposition } from '#platform/files/file-name.ts'
import { type Storage, type StorageName, storageName } from '#platform/files/storage.ts'
import { type ZipFile, zipOf } from '#platform/files/zip.ts'
import type { TenantDb } from '#platform/postgres/database.ts'
import { fail } from '#platform/service-error.ts'
import { isSite } from '#shared/tenant-kind.ts'
import { readJudgedClips } from './judged-clip.queries.ts'
import { type Chosen, chosenOf, fileOf, manifestOf } from './judged-clip.rules.ts'

/** A zip without the ZIP64 extension is limited to 4 GiB. */
const BYTES_MAX = 3 * 1024 ** 3

export const judgedClipRoutes: Handlers<typeof judgedClipEndpoints> = {
  async 'judgedClip.preview'({ db, storage }) {
    return (await choose(db, storage)).counts
  },

  async 'judgedClip.export'(context, _input, reply) {
    const { actor, storage, rateLimit, now } = context
    rateLimit.take('pdf', actor.userId)
    const { chosen, counts } = await context.asTenant((db) => choose(db, storage))
    // A manifest without clips is not written.
    if (chosen.length === 0) throw fail('not-found')
    const hashes = new Map<string, string>()
    for (const { row, mediaId } of chosen)
      hashes.set(mediaId, await hashOf(storage, storageName(row.tenantId, mediaId)))
    const manifest = manifestOf(chosen, hashes)
    await context.asTenant((db) =>
      context.auditIn(db, {
        action: 'judgedClip.export',
        objectType: 'tenant',
        objectId: actor.tenantId,
        details: { clear: counts.clear, blurred: counts.blurred, isAgreed: true },
      }),
    )
    const text: ZipFile = {
      ...{ name: 'manifest.json', isPacked: true },
      open: async () => [Buffer.from(JSON.stringify(manifest, null, 2))] as unknown as AsyncIterable<Uint8Array>,
    }
    const clips = chosen.map((one): ZipFile => {
      const name = storageName(one.row.tenantId, one.mediaId)
      return { name: fileOf(one), isPacked: false, open: async () => (await storage.open(name))?.stream() ?? nothing() }
    })
    reply.headers({
      'content-type': 'application/zip',
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      'content-disposition': contentDisposition('attachment', `judged-clips-${now.toISOString().slice(0, 10)}.zip`),
    })
    await reply.send(zipOf([text, ...clips]))
  },
}

async function choose(db: TenantDb, storage: Storage): Promise<{ chosen: Chosen[]; counts: JudgedClips }> {
  if (!(await isSite(db, db.tenantId))) throw fail('site-needed')
  const counts: JudgedClips = {
    ...{ clear: 0, blurred: 0, bytes: 0 },
    leftOut: { refused: 0, noBlurredCopy: 0, gone: 0 },
  }
  const chosen: Chosen[] = []
  for (const row of await readJudgedClips(db)) {
    const one = chosenOf(row)
    if (typeof one === 'string') {
      counts.leftOut[one]++
      continue
    }
    const size = await storage.size(storageName(row.tenantId, one.mediaId))
    if (size === null || counts.bytes + size > BYTES_MAX) {
      counts.leftOut.gone++
      continue
    }
    chosen.push(one)
    counts.bytes += size
    counts[one.isBlurred ? 'blurred' : 'clear']++
  }
  return { chosen, counts }
}

async function hashOf(storage: Storage, name: StorageName): Promise<string> {
  const hash = createHash('sha256')
  for await (const part of (await storage.open(name))?.stream() ?? nothing()) hash.update(part)
  return hash.digest('hex')
}

/** A file that was deleted since it was counted. */
async function* nothing(): AsyncGenerator<Uint8Array> {}

/** One handover as a file: read in a short transaction, rendered in a separate process. Requirement HANDOVER-01. */
import type { handoverEndpoints } from '@mimamori/contract/care/handover.ts'
import type { HandlerOf } from '#platform/context.ts'
import { handoverName, pdfHeaders } from '#platform/files/file-name.ts'
import { createPdfDrawer } from '#platform/files/pdf-drawer.ts'
import { found } from '#platform/service-error.ts'
import { residentScope } from '#shared/resident-scope.ts'
import type { drawHandover } from './handover.pdf.ts'
import { readRecord } from './handover.records.ts'
import { withResidents } from './handover.residents.ts'

const drawPdf = createPdfDrawer<typeof drawHandover>(new URL('./handover.pdf.ts', import.meta.url), 'drawHandover')

type Handler = HandlerOf<(typeof handoverEndpoints)['handover.pdf']>

export const downloadHandover: Handler = async (context, { params, query }, reply, request) => {
  const { actor, rateLimit } = context
  const scope = found(residentScope(actor))
  rateLimit.take('pdf', actor.userId)
  const record = await context.asTenant(async (db) => {
    const { tenantId, ...read } = found(await readRecord(db, scope, params.id))
    const sheet = await withResidents(db, actor, { tenantId, sheet: read.sheet })
    await db.writeTo(tenantId)
    const details = { format: 'pdf' }
    await context.auditIn(db, { action: 'handover.read', objectType: 'handover', objectId: read.id, details })
    return { ...read, sheet }
  })
  const paper = { ...record, locale: query.locale }
  const { file } = await drawPdf({ tenantId: actor.tenantId, request, reply, read: async () => paper })
  const { siteName, shift } = record.sheet
  reply.headers(pdfHeaders(handoverName(siteName, shift.day), file.byteLength))
  await reply.send(file)
}

/**
 * A report as a file: read and audited in a short transaction, rendered in a separate process. Requirement REPORT-05.
 */
import type { accidentEndpoints } from '@mimamori/contract/care/accident.ts'
import type { HandlerOf, RawContext } from '#platform/context.ts'
import { accidentName, excelHeaders, pdfHeaders } from '#platform/files/file-name.ts'
import { createPdfDrawer } from '#platform/files/pdf-drawer.ts'
import { found } from '#platform/service-error.ts'
import { residentReach } from '#shared/resident-reach.ts'
import { toExcel } from './accident.excel.ts'
import { type PaperForm, toPaperForm } from './accident.paper.ts'
import type { drawAccident } from './accident.pdf.ts'
import { readAccident, readPaper } from './accident.queries.ts'

const drawPdf = createPdfDrawer<typeof drawAccident>(new URL('./accident.pdf.ts', import.meta.url), 'drawAccident')

type Asked = { params: { id: string }; query: { version?: number | undefined } }

export const downloadPdf: HandlerOf<(typeof accidentEndpoints)['accident.pdf']> = async (
  context,
  asked,
  reply,
  request,
) => {
  const { form, name } = await readForm(context, asked, 'pdf')
  const { file } = await drawPdf({ tenantId: context.actor.tenantId, request, reply, read: async () => form })
  reply.headers(pdfHeaders(`${name}.pdf`, file.byteLength))
  await reply.send(file)
}

export const downloadExcel: HandlerOf<(typeof accidentEndpoints)['accident.excel']> = async (context, asked, reply) => {
  const { form, name } = await readForm(context, asked, 'excel')
  const file = await toExcel(form)
  reply.headers(excelHeaders(`${name}.xlsx`, file.byteLength))
  await reply.send(file)
}

async function readForm(
  context: RawContext,
  { params, query }: Asked,
  format: 'pdf' | 'excel',
): Promise<{ form: PaperForm; name: string }> {
  const { actor, rateLimit, now } = context
  const scope = found(residentReach(actor))
  rateLimit.take('pdf', actor.userId)
  const paper = await context.asTenant(async (db) => {
    const row = found(await readAccident(db, scope, params.id))
    await db.writeTo(row.tenantId)
    const read = found(await readPaper(db, row, query.version))
    const details = { format, version: read.version }
    await context.auditIn(db, { action: 'accident.export', objectType: 'accident', objectId: row.id, details })
    return read
  })
  const day = (paper.submittedOn ?? paper.form.occurredAt ?? '').slice(0, 10)
  return { form: toPaperForm(paper, now), name: accidentName(paper.siteName, day, paper.issue) }
}

/**
 * A report as a file: read and audited in a short transaction, rendered in a separate process. Requirement REPORT-05.
 */
import { fileURLToPath } from 'node:url'
import type { accidentEndpoints } from '@mimamori/contract/care/accident.ts'
import type { HandlerOf, RawContext } from '#platform/context.ts'
import { fail, found } from '#platform/failure.ts'
import { accidentName, excelHeaders, pdfHeaders } from '#platform/files/file-name.ts'
import { ChildError, runChild } from '#platform/work/child-work.ts'
import { createTurns } from '#platform/work/queue/turns.ts'
import { residentReach } from '#shared/resident-reach.ts'
import { toExcel } from './accident.excel.ts'
import { type PaperForm, toPaperForm } from './accident.paper.ts'
import { readAccident, readPaper } from './accident.queries.ts'

const PROGRAM = fileURLToPath(new URL('./accident.pdf.child.ts', import.meta.url))
const LIMITS = { timeoutMs: 60_000, heapMb: 256, residentMb: 768 }
/** Rendering occupies a CPU core; live video needs the others. */
const turns = createTurns(2)

type Asked = { params: { id: string }; query: { version?: number | undefined } }

export const downloadPdf: HandlerOf<(typeof accidentEndpoints)['accident.pdf']> = async (
  context,
  asked,
  reply,
  request,
) => {
  const { form, name } = await readForm(context, asked, 'pdf')
  const over = new AbortController()
  request.raw.on('close', () => request.raw.destroyed && !reply.raw.writableEnded && over.abort())
  const draw = () => runChild<Uint8Array>(PROGRAM, Promise.resolve(form), { ...LIMITS, signal: over.signal })
  const file = await turns.run(context.actor.tenantId, over.signal, draw).catch((error: unknown) => {
    if (!(error instanceof ChildError) && !over.signal.aborted) throw error
    request.log.error({ err: error }, 'an accident report could not be drawn')
    throw fail('unexpected')
  })
  reply.headers(pdfHeaders(`${name}.pdf`, file.byteLength))
  await reply.send(Buffer.from(file))
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

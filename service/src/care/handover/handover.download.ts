/** One handover as a file: read in a short transaction, rendered in a separate process. Requirement HANDOVER-01. */
import { fileURLToPath } from 'node:url'
import type { handoverEndpoints } from '@mimamori/contract/care/handover.ts'
import type { HandlerOf } from '#platform/context.ts'
import { fail, found } from '#platform/failure.ts'
import { handoverName, pdfHeaders } from '#platform/files/file-name.ts'
import { ChildError, runChild } from '#platform/work/child-work.ts'
import { createTurns } from '#platform/work/queue/turns.ts'
import { residentScope } from '#shared/resident-scope.ts'
import type { HandoverPaper } from './handover.pdf.ts'
import { readRecord } from './handover.records.ts'
import { withResidents } from './handover.residents.ts'

const PROGRAM = fileURLToPath(new URL('./handover.pdf.child.ts', import.meta.url))
const LIMITS = { timeoutMs: 60_000, heapMb: 256, residentMb: 768 }
/** Rendering occupies a CPU core; live video needs the others. */
const turns = createTurns(2)

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
  const over = new AbortController()
  request.raw.on('close', () => request.raw.destroyed && !reply.raw.writableEnded && over.abort())
  const paper: HandoverPaper = { ...record, locale: query.locale }
  const draw = () => runChild<Uint8Array>(PROGRAM, Promise.resolve(paper), { ...LIMITS, signal: over.signal })
  const file = await turns.run(actor.tenantId, over.signal, draw).catch((error: unknown) => {
    if (!(error instanceof ChildError) && !over.signal.aborted) throw error
    request.log.error({ err: error }, 'a handover could not be drawn')
    throw fail('unexpected')
  })
  const { siteName, shift } = record.sheet
  reply.headers(pdfHeaders(handoverName(siteName, shift.day), file.byteLength))
  await reply.send(Buffer.from(file))
}

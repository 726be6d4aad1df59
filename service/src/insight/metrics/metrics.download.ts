/** Reports of several months as a file: read in short transactions, rendered in a separate process. METRIC-04. */
import { fileURLToPath } from 'node:url'
import { type metricsEndpoints, toMonth } from '@mimamori/contract/insight/metrics.ts'
import type { Locale } from '@mimamori/contract/languages/locales.ts'
import type { HandlerOf, RawContext } from '#platform/context.ts'
import { fail, found } from '#platform/failure.ts'
import { pdfHeaders, reportName } from '#platform/files/file-name.ts'
import { sql } from '#platform/postgres/sql.ts'
import { ChildError, runChild } from '#platform/work/child-work.ts'
import { createTurns } from '#platform/work/queue/turns.ts'
import { residentScope } from '#shared/resident-scope.ts'
import { readInput } from './metrics.pdf.input.ts'

const PROGRAM = fileURLToPath(new URL('./metrics.pdf.child.ts', import.meta.url))
const LIMITS = { timeoutMs: 60_000, heapMb: 256, residentMb: 768 }
/** Rendering occupies a CPU core; live video needs the others. */
const AT_ONCE = 2
/** Share of the progress for reading, which comes first. */
const READ_PERCENT = 30

type Handler = HandlerOf<(typeof metricsEndpoints)['metrics.downloadReport']>

const turns = createTurns(AT_ONCE)

export const downloadReport: Handler = async (context, { body }, reply, request) => {
  const { actor, rateLimit, bus, now } = context
  const scope = found(residentScope(actor, body.unitIds))
  rateLimit.take('pdf', actor.userId)
  const tell = (percent: number) => {
    if (!body.progressId) return
    bus.publish(actor.tenantId, {
      type: 'report-progress',
      progressId: body.progressId,
      percent,
      forUserId: actor.userId,
    })
  }
  const over = new AbortController()
  request.raw.on('close', () => request.raw.destroyed && !reply.raw.writableEnded && over.abort())
  tell(0)
  const locale = body.locale ?? (await readLocale(context))
  const asked = { ...body, locale, scope, timezone: actor.tenantTimezone, now }
  const read = async () => {
    const input = await context.asTenant(async (db) => found(await readInput(db, asked)))
    tell(READ_PERCENT)
    return input
  }
  const draw = async () => {
    const reading = read()
    const onProgress = (percent: number) => tell(READ_PERCENT + Math.round((percent * (100 - READ_PERCENT)) / 100))
    const file = await runChild<Uint8Array>(PROGRAM, reading, { ...LIMITS, signal: over.signal, onProgress })
    return { file, input: await reading }
  }
  const { file, input } = await turns.run(actor.tenantId, over.signal, draw).catch((error: unknown) => {
    if (!(error instanceof ChildError) && !over.signal.aborted) throw error
    request.log.error({ err: error }, 'a report could not be drawn')
    throw fail('unexpected')
  })
  await context.asTenant((db) =>
    context.auditIn(db, {
      action: 'metrics.downloadReport',
      objectType: 'tenant',
      objectId: actor.tenantId,
      details: {
        startDate: toMonth(body.startDate),
        endDate: toMonth(body.endDate),
        at: now.toISOString(),
        from: body.from,
        to: body.to,
      },
    }),
  )
  tell(100)
  reply.headers(pdfHeaders(reportName(input.siteName, input.months), file.byteLength))
  await reply.send(Buffer.from(file))
}

async function readLocale({ database, actor }: RawContext): Promise<Locale> {
  const row = await database.asPlatform('language of who asks for a report', (db) =>
    db.first(
      sql<{
        locale: Locale
      }>`select locale from app_user where tenant_id = ${actor.homeTenantId} and id = ${actor.userId}`,
    ),
  )
  return row!.locale
}

/** Reports of several months as a file: read in short transactions, rendered in a separate process. METRIC-04. */
import { type metricsEndpoints, toMonth } from '@mimamori/contract/insight/metrics.ts'
import type { Locale } from '@mimamori/contract/languages/locales.ts'
import type { HandlerOf, RawContext } from '#platform/context.ts'
import { pdfHeaders, reportName } from '#platform/files/file-name.ts'
import { createPdfDrawer } from '#platform/files/pdf-drawer.ts'
import { sql } from '#platform/postgres/sql.ts'
import { found } from '#platform/service-error.ts'
import { residentScope } from '#shared/resident-scope.ts'
import { readInput } from './metrics.pdf.input.ts'
import type { drawReport } from './metrics.pdf.ts'

const drawPdf = createPdfDrawer<typeof drawReport>(new URL('./metrics.pdf.ts', import.meta.url), 'drawReport')
/** Share of the progress for reading, which comes first. */
const READ_PERCENT = 30

type Handler = HandlerOf<(typeof metricsEndpoints)['metrics.downloadReport']>

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
  tell(0)
  const locale = body.locale ?? (await readLocale(context))
  const asked = { ...body, locale, scope, timezone: actor.tenantTimezone, now }
  const read = async () => {
    const input = await context.asTenant(async (db) => found(await readInput(db, asked)))
    tell(READ_PERCENT)
    return input
  }
  const onProgress = (percent: number) => tell(READ_PERCENT + Math.round((percent * (100 - READ_PERCENT)) / 100))
  const { file, input } = await drawPdf({ tenantId: actor.tenantId, request, reply, read, onProgress })
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
  await reply.send(file)
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

/** Incident reports: asking for a draft, saving, editing, history. Requirements REPORT-01, REPORT-02, NAV-11. */

import type { EventDetail, reportEndpoints } from '@mimamori/contract/care/report.ts'
import { toContent, toSentences } from '@mimamori/contract/care/report-text.ts'
import type { Context, Handlers } from '#platform/context.ts'
import { fail, found, ServiceError } from '#platform/service-error.ts'
import { requireFeature } from '#shared/licence.ts'
import { sortColumnOf } from '#shared/list-page.ts'
import { type ResidentScope, residentScope } from '#shared/resident-scope.ts'
import * as jobs from './report.job.queries.ts'
import * as queries from './report.queries.ts'

const FEATURE = 'incident-reports'
/** Drafts that a site may have written within 24 hours. */
const DRAFTS_PER_DAY = 200
const DAY_SECONDS = 24 * 60 * 60

export const reportRoutes: Handlers<typeof reportEndpoints> = {
  async 'eventDetail.generate'(context, { body: { id } }) {
    const { db, now, audit, wakeSignals, rateLimit, afterCommit, actor } = context
    const { alert } = await writableAlert(context, id)
    const author = await jobs.readAuthor(context)
    await jobs.lockAlert(db, id)
    const open = await jobs.readOpenJob(db, id)
    if (open) return open
    rateLimit.take('report', actor.userId)
    const since = new Date(now.getTime() - DAY_SECONDS * 1000)
    if ((await jobs.countJobs(db, since)) >= DRAFTS_PER_DAY) {
      throw new ServiceError('too-many-requests', { retryAfterSeconds: DAY_SECONDS })
    }
    const job = await jobs.insertJob(db, id, author, now)
    await audit({ action: 'eventDetail.generate', objectType: 'alert', objectId: id })
    afterCommit(() => wakeSignals.send('report'))
    announce(context, id, alert)
    return job
  },

  async 'eventDetail.job'({ db, actor, config }, { params: { id } }) {
    const scope = found(residentScope(actor))
    const { tenantId } = found(await queries.findAlert(db, scope, id))
    return { job: (await jobs.readLatestJob(db, tenantId, id)) ?? null, hasModel: config.model !== null }
  },

  async 'eventDetail.create'(context, { body: { eventId, content, version } }) {
    const { db, now } = context
    const { scope, alert } = await writableAlert(context, eventId)
    const by = await jobs.readAuthor(context)
    await jobs.lockAlert(db, eventId)
    const draft = await queries.lockReportOf(db, scope, eventId, 'draft')
    requireVersion(draft, version)
    const saved = await queries.lockReportOf(db, scope, eventId, 'saved')
    const text = textOf(content, draft ?? null)
    const id = saved ? saved.id : draft ? draft.id : await insertSaved(context, eventId, text, by)
    if (saved) {
      await queries.addEdit(db, saved, { kind: draft ? 'replaced' : 'edited', after: text.content }, by, now)
      if (draft) await queries.deleteReport(db, draft.id)
    } else if (draft) await queries.saveDraft(db, draft.id)
    if (saved || draft) await queries.updateReport(db, id, text, by, now)
    await queries.addReportedStep(db, eventId, by, now)
    await context.audit({
      action: 'eventDetail.save',
      objectType: 'eventDetail',
      objectId: id,
      details: { alertId: eventId },
    })
    announce(context, eventId, alert, true)
    return shown(found(await queries.readReport(db, scope, id)))
  },

  async 'eventDetail.update'(context, { body: { id, content, version } }) {
    return change(context, { id, version, kind: 'edited' }, async (report) => ({
      ...textOf(content, { ...report, sentences: await queries.readKnown(context.db, report) }),
    }))
  },

  async 'eventDetail.restore'(context, { body: { id, editId, version } }) {
    return change(context, { id, version, kind: 'restored' }, async ({ id: reportId }) =>
      found(await queries.readBefore(context.db, reportId, editId)),
    )
  },

  async 'eventDetail.search'({ db, actor }, { query, body: { eventId } }) {
    sortColumnOf(query, ['createdAt'])
    const scope = found(residentScope(actor))
    found(await queries.findAlert(db, scope, eventId))
    const totalCount = await queries.countReports(db, scope, eventId)
    if (query.pageSize === 0) return { records: [], totalCount, currentPage: 0 }
    const rows = await queries.readReports(db, scope, eventId, query)
    return { records: rows.map(shown), totalCount, currentPage: query.pageNumber }
  },

  async 'eventDetail.history'({ db, actor }, { params: { id } }) {
    const scope = found(residentScope(actor))
    const report = found(await queries.readReport(db, scope, id))
    return { records: await queries.readEdits(db, report) }
  },

  async 'eventDetail.remove'(context, { params: { id }, query: { version } }) {
    const { db, actor, audit } = context
    const scope = found(residentScope(actor))
    await db.writeTo(found(await queries.readReport(db, scope, id)).tenantId)
    const report = found(await queries.lockReport(db, scope, id))
    requireVersion(report, version)
    await queries.deleteReport(db, id)
    const details = { alertId: report.eventId, state: report.state }
    await audit({ action: 'eventDetail.delete', objectType: 'eventDetail', objectId: id, details })
    announce(context, report.eventId, report)
    return {}
  },
}

/** An alert of the scope in the tenant that is written from here on, whose license has reports. */
async function writableAlert(
  context: Context,
  id: string,
): Promise<{ scope: ResidentScope; alert: queries.ReportAlert }> {
  const scope = found(residentScope(context.actor))
  const alert = found(await queries.findAlert(context.db, scope, id))
  await context.db.writeTo(alert.tenantId)
  await requireFeature(context, FEATURE)
  return { scope, alert }
}

type Change = { id: string; version: number | undefined; kind: 'edited' | 'restored' }

/** Gives a report another text; of a saved one the earlier text stays in its history. */
async function change(
  context: Context,
  { id, version, kind }: Change,
  toText: (report: queries.ReportRow) => Promise<queries.ReportText>,
): Promise<EventDetail> {
  const { db, actor, now, audit } = context
  const scope = found(residentScope(actor))
  await db.writeTo(found(await queries.readReport(db, scope, id)).tenantId)
  await requireFeature(context, FEATURE)
  const report = found(await queries.lockReport(db, scope, id))
  requireVersion(report, version)
  const text = await toText(report)
  if (text.content === report.content) return shown(report)
  const by = await jobs.readAuthor(context)
  if (report.state === 'saved') await queries.addEdit(db, report, { kind, after: text.content }, by, now)
  await queries.updateReport(db, id, text, by, now)
  const action = kind === 'edited' ? 'eventDetail.edit' : 'eventDetail.restore'
  await audit({ action, objectType: 'eventDetail', objectId: id, details: { alertId: report.eventId } })
  announce(context, report.eventId, report)
  return shown(found(await queries.readReport(db, scope, id)))
}

/** Fails if the version that the caller read differs from the stored one, or exists no more. */
function requireVersion(report: queries.ReportRow | undefined, version: number | undefined): void {
  if (version !== undefined && version !== report?.version) throw fail('conflict')
}

/**
 * Lines that the report already had retain their evidence. A person's text is unchanged, except for unprintable
 * characters.
 */
function textOf(content: string, report: queries.ReportText | null): queries.ReportText {
  const sentences = toSentences(withoutControls(content), report?.sentences ?? [])
  return { content: toContent(sentences), sentences, basis: report?.basis ?? null }
}

function withoutControls(text: string): string {
  return text.toWellFormed().replaceAll(/(?![\t\r\n])[\p{Cc}\p{Cf}]/gu, '')
}

function insertSaved(
  { db, now }: Context,
  alertId: string,
  text: queries.ReportText,
  by: queries.Person,
): Promise<string> {
  return queries.insertReport(db, { tenantId: db.tenantId, alertId, state: 'saved' }, text, by, now)
}

function shown({ tenantId: _tenant, unitId: _unit, ...detail }: queries.ReportRow): EventDetail {
  return detail
}

/** Open consoles ask again; with a step on the alert's timeline for the alert as well. */
function announce({ db, bus, afterCommit }: Context, alertId: string, of: { unitId: string | null }, hasStep = false) {
  const { tenantId } = db
  afterCommit(() => {
    bus.publish(tenantId, { type: 'report-changed', alertId, unitId: of.unitId })
    if (hasStep) bus.publish(tenantId, { type: 'alert-changed', alertIds: [alertId], unitId: of.unitId })
  })
}

/** Accident reports: started from an alert, written, reviewed by another person, submitted. Requirement REPORT-05. */

import type { AccidentDetail, accidentEndpoints } from '@mimamori/contract/care/accident.ts'
import { missingIn } from '@mimamori/contract/care/accident-form.ts'
import type { accidentSettingsEndpoints } from '@mimamori/contract/care/accident-settings.ts'
import type { Context, Handlers } from '#platform/context.ts'
import { sql } from '#platform/postgres/sql.ts'
import { fail, found } from '#platform/service-error.ts'
import { type Answerer, answererOf } from '#shared/answerer.ts'
import { pageNumberOf, sortColumnOf } from '#shared/list-page.ts'
import { residentReach } from '#shared/resident-reach.ts'
import { beginForm, readAlert, readCorporation, readStayed } from './accident.begin.ts'
import * as change from './accident.changes.ts'
import { downloadExcel, downloadPdf } from './accident.download.ts'
import { type AccidentRow, countAccidents, readAccident, readPage, readSteps } from './accident.queries.ts'
import { accidentSettingsRoutes, fittedTo, planNow } from './accident.settings.ts'

type Written = { version: number; byUserId?: string | undefined }

export const accidentRoutes: Handlers<typeof accidentEndpoints & typeof accidentSettingsEndpoints> = {
  ...accidentSettingsRoutes,

  async 'accident.search'({ db, actor }, { query, body }) {
    sortColumnOf(query, ['occurredAt'])
    const scope = residentReach(actor, body.unitIds)
    const currentPage = pageNumberOf(query)
    if (!scope) return { records: [], totalCount: 0, currentPage }
    const asked = { scope, text: body.text?.trim() || null, states: body.states, kinds: body.kinds }
    const records = query.pageSize === 0 ? [] : await readPage(db, asked, query)
    return { records, totalCount: await countAccidents(db, asked), currentPage }
  },

  async 'accident.get'(context, { params }) {
    const row = await openAccident(context, params.id)
    await context.audit({ action: 'accident.read', objectType: 'accident', objectId: row.id })
    return toDetail(context, row)
  },

  async 'accident.create'(context, { body }) {
    const { db, actor, now, audit, rateLimit } = context
    const alert = found(await readAlert(db, found(residentReach(actor)), body.alertId))
    await db.writeTo(alert.tenantId)
    rateLimit.take('accident', actor.userId)
    await db.run(sql`select from alert where tenant_id = ${db.tenantId} and id = ${alert.id} for update`)
    const stayed = await readStayed(db, alert)
    const wanted = body.residentId?.toLowerCase()
    if (wanted && !stayed.some(({ id }) => id === wanted)) throw fail('invalid-request', { residentId: 'invalid' })
    const person = stayed.find(({ id }) => id === wanted) ?? (stayed.length === 1 ? stayed[0]! : null)
    const of = { kind: body.kind, alertId: alert.id, residentId: person?.id ?? null }
    const there = await change.findOf(db, of)
    if (there) return { id: there }
    const by = await authorOf(context, body)
    const corporation = await context.asPlatform('name of an organisation', (all) => readCorporation(all, db.tenantId))
    const begun = await beginForm(db, alert, { kind: body.kind, person, stayedCount: stayed.length, corporation })
    const { id: alertId, unitId, location } = alert
    const draft = { ...of, ...(await planNow(db, of, begun.form)), unitId, location, ...begun }
    const id = await change.insertAccident(db, draft, { by, now })
    await audit({
      action: 'accident.create',
      objectType: 'accident',
      objectId: id,
      details: { alertId, kind: body.kind },
    })
    announce(context, { id, unitId })
    return { id }
  },

  'accident.save': (context, { params, body }) =>
    write(context, params.id, body, 'save', async (row, by) => {
      const plan = await planNow(context.db, row, body.form)
      await change.saveForm(context.db, { id: row.id, version: row.version, ...plan }, fittedTo(plan, body.form), by)
    }),

  'accident.check': (context, { params, body }) =>
    write(context, params.id, body, 'check', async (row, { by, now }) => {
      const missing = missingIn(row.form, row)
      if (missing.length > 0) {
        throw fail('invalid-request', Object.fromEntries(missing.map((key) => [key, 'accident.missing'])))
      }
      if (row.editedBy === by.userId) throw fail('not-yourself')
      await change.markChecked(context.db, row, { by, now })
    }),

  'accident.submit': (context, { params, body }) =>
    write(context, params.id, body, 'submit', async (row, by) => {
      if (row.kind === 'near-miss') throw fail('conflict')
      if (body.submittedOn > (await siteDay(context))) {
        throw fail('invalid-request', { submittedOn: 'accident.not-ahead' })
      }
      await change.markSubmitted(context.db, row, body.submittedOn, by)
    }),

  'accident.next': (context, { params, body }) =>
    write(context, params.id, body, 'next', async ({ id, version, ...row }, by) => {
      const plan = await planNow(context.db, row, row.form)
      await change.openNext(context.db, { id, version, form: row.form, ...plan }, by)
    }),

  async 'accident.remove'(context, { params, query }) {
    const row = await openAccident(context, params.id)
    await change.removeUnsent(context.db, { id: row.id, version: query.version })
    await context.audit({ action: 'accident.remove', objectType: 'accident', objectId: row.id })
    announce(context, row)
    return {}
  },

  async 'accident.history'(context, { params }) {
    const row = await openAccident(context, params.id)
    return { records: await readSteps(context.db, row) }
  },

  'accident.pdf': downloadPdf,
  'accident.excel': downloadExcel,
}

/** The report within the caller's reach, its site being the one that is written from here on. */
async function openAccident({ db, actor }: Context, id: string): Promise<AccidentRow> {
  const row = found(await readAccident(db, found(residentReach(actor)), id))
  await db.writeTo(row.tenantId)
  return row
}

/** One step of a report: changed with a version check, audited, and published. */
async function write(
  context: Context,
  id: string,
  body: Written,
  verb: 'save' | 'check' | 'submit' | 'next',
  work: (row: AccidentRow, by: { by: Answerer; now: Date }) => Promise<void>,
): Promise<AccidentDetail> {
  const { now, audit, rateLimit, actor } = context
  const row = await openAccident(context, id)
  rateLimit.take('accident', actor.userId)
  const by = await authorOf(context, body)
  if (row.version !== body.version) throw fail('conflict')
  await work(row, { by, now })
  const after = await openAccident(context, id)
  const details = { version: after.version, issue: after.issue, byUserId: by.userId }
  await audit({ action: `accident.${verb}`, objectType: 'accident', objectId: id, details })
  announce(context, row)
  return toDetail(context, after)
}

async function authorOf(context: Context, { byUserId }: { byUserId?: string | undefined }): Promise<Answerer> {
  return (await answererOf(context, context.db.tenantId, { byUserId, source: 'console' })).by
}

async function siteDay({ db, now }: Context): Promise<string> {
  const row = await db.first(sql<{ day: string }>`
    select site_day(${now}::timestamptz, timezone)::text as day from tenant where id = ${db.tenantId}`)
  return row!.day
}

function toDetail({ actor }: Context, row: AccidentRow): AccidentDetail {
  const { tenantId: _tenant, unitId: _unit, editedBy, checkedByName, checkedAt, ownItems, ...rest } = row
  return {
    ...rest,
    ownItems: [...ownItems],
    missing: missingIn(row.form, row),
    isOwn: editedBy === actor.userId,
    checked: checkedByName !== null && checkedAt !== null ? { name: checkedByName, at: checkedAt } : null,
    timezone: actor.tenantTimezone,
  }
}

function announce({ db, bus, afterCommit }: Context, { id, unitId }: { id: string; unitId: string | null }): void {
  const { tenantId } = db
  afterCommit(() => bus.publish(tenantId, { type: 'accident-changed', accidentId: id, unitId }))
}

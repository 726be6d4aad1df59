/** Statements that write accident reports; each change adds a revision. */
import type {
  ACCIDENT_STEPS,
  AccidentForm,
  AccidentPlan,
  AccidentSource,
} from '@mimamori/contract/care/accident-form.ts'
import { ACCIDENT_FORM_NOW, missingIn } from '@mimamori/contract/care/accident-form.ts'
import type { AccidentState } from '@mimamori/contract/care/care-lists.ts'
import type { PlatformDb, TenantDb } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'
import { fail } from '#platform/service-error.ts'
import type { Answerer } from '#shared/answerer.ts'

type Kind = (typeof ACCIDENT_STEPS)[number]
type By = { by: Answerer; now: Date }
type Draft = AccidentPlan & {
  alertId: string
  residentId: string | null
  unitId: string | null
  location: string
  form: AccidentForm
  sources: readonly AccidentSource[]
}

/** The report of that alert and resident that is there. Index: accident_of_alert. */
export async function findOf(
  db: TenantDb,
  { alertId, residentId, kind }: Pick<Draft, 'alertId' | 'residentId' | 'kind'>,
): Promise<string | undefined> {
  const row = await db.first(sql<{ id: string }>`
    select id from accident where tenant_id = ${db.tenantId} and alert_id = ${alertId}
      and resident_id is not distinct from ${residentId}::uuid and kind = ${kind} limit 1`)
  return row?.id
}

export async function insertAccident(db: TenantDb, draft: Draft, { by, now }: By): Promise<string> {
  const { form } = draft
  const row = await db.first(sql<{ id: string }>`
    insert into accident (tenant_id, kind, alert_id, resident_id, unit_id, location, form_version, form, own_items,
      is_number_for_name, sources, person_name, occurred_at, missing_count, edited_by, edited_by_name, edited_at, created_at)
    values (${db.tenantId}, ${draft.kind}, ${draft.alertId}, ${draft.residentId}, ${draft.unitId}, ${draft.location},
      ${ACCIDENT_FORM_NOW}, ${JSON.stringify(form)}::jsonb, ${JSON.stringify(draft.ownItems)}::jsonb,
      ${draft.isNumberForName}, ${JSON.stringify(draft.sources)}::jsonb, ${form.personName}, ${form.occurredAt},
      ${missingIn(form, draft).length}, ${by.userId}, ${by.userName}, ${now}, ${now})
    returning id`)
  await addStep(db, row!.id, 'created', { by, now })
  return row!.id
}

type Old = { id: string; version: number }

/** Throws `conflict` if the report has changed since it was read, or was submitted. */
export async function saveForm(
  db: TenantDb,
  { id, version, ...plan }: Old & AccidentPlan,
  form: AccidentForm,
  { by, now }: By,
): Promise<void> {
  const changed = await db.run(sql`
    update accident set form = ${JSON.stringify(form)}::jsonb, own_items = ${JSON.stringify(plan.ownItems)}::jsonb,
      is_number_for_name = ${plan.isNumberForName}, person_name = ${form.personName},
      occurred_at = ${form.occurredAt}, is_final = ${form.isFinal}, missing_count = ${missingIn(form, plan).length},
      state = 'draft', version = version + 1, edited_by = ${by.userId}, edited_by_name = ${by.userName},
      edited_at = ${now}, checked_by = null, checked_by_name = null, checked_at = null
    where tenant_id = ${db.tenantId} and id = ${id} and version = ${version} and state <> 'submitted'`)
  if (changed === 0) throw fail('conflict')
  await addStep(db, id, 'saved', { by, now })
}

export async function markChecked(db: TenantDb, { id, version }: Old, { by, now }: By): Promise<void> {
  const changed = await db.run(sql`
    update accident set state = 'checked', version = version + 1, checked_by = ${by.userId},
      checked_by_name = ${by.userName}, checked_at = ${now}
    where tenant_id = ${db.tenantId} and id = ${id} and version = ${version} and state = 'draft'`)
  if (changed === 0) throw fail('conflict')
  await addStep(db, id, 'checked', { by, now })
}

export async function markSubmitted(db: TenantDb, { id, version }: Old, day: string, { by, now }: By): Promise<void> {
  const changed = await db.run(sql`
    update accident set state = 'submitted', version = version + 1, submitted_on = ${day}
    where tenant_id = ${db.tenantId} and id = ${id} and version = ${version} and state = 'checked'`)
  if (changed === 0) throw fail('conflict')
  await addStep(db, id, 'submitted', { by, now })
}

/** The next report begins with a copy of the previous one, and asks for what the plan has. */
export async function openNext(
  db: TenantDb,
  { id, version, form, ...plan }: Old & AccidentPlan & { form: AccidentForm },
  { by, now }: By,
): Promise<void> {
  const changed = await db.run(sql`
    update accident set state = 'draft', form_version = ${ACCIDENT_FORM_NOW},
      own_items = ${JSON.stringify(plan.ownItems)}::jsonb, is_number_for_name = ${plan.isNumberForName},
      missing_count = ${missingIn(form, plan).length}, issue = issue + 1, version = version + 1, edited_by = ${by.userId},
      edited_by_name = ${by.userName}, edited_at = ${now}, checked_by = null, checked_by_name = null, checked_at = null
    where tenant_id = ${db.tenantId} and id = ${id} and version = ${version} and state = 'submitted'`)
  if (changed === 0) throw fail('conflict')
  await addStep(db, id, 'next', { by, now })
}

export async function removeUnsent(db: TenantDb, { id, version }: Old): Promise<void> {
  const removed = await db.run(sql`
    delete from accident where tenant_id = ${db.tenantId} and id = ${id} and version = ${version}
      and submitted_on is null`)
  if (removed === 0) throw fail('conflict')
}

/** The report as it is now, as the revision of its version. */
async function addStep(db: TenantDb, id: string, kind: Kind, { by, now }: By): Promise<void> {
  await db.run(sql`
    insert into accident_step (tenant_id, accident_id, version, issue, kind, user_id, user_name, at, state, form_version,
      form, own_items, is_number_for_name, sources, submitted_on)
    select tenant_id, id, version, issue, ${kind}, ${by.userId}, ${by.userName}, ${now}, state, form_version, form,
      own_items, is_number_for_name, sources, case when state = 'submitted' then submitted_on end
    from accident where tenant_id = ${db.tenantId} and id = ${id}`)
}

/** Reports of all sites that have not changed since `before`, submitted or not. Returns the deleted ones. */
export function dropOld(db: PlatformDb, before: Date, limit: number) {
  return db.rows(sql<{ tenantId: string; id: string; state: AccidentState }>`
    delete from accident a using (select tenant_id, id from accident where edited_at < ${before}
      and (submitted_on is null or submitted_on < ${before}::timestamptz::date) limit ${limit}) old
    where a.tenant_id = old.tenant_id and a.id = old.id
    returning a.tenant_id as "tenantId", a.id, a.state`)
}

/** Statements of incident reports: the texts and their history. */
import type { EventDetail, ReportBasis, ReportEdit, ReportSentence } from '@mimamori/contract/care/report.ts'
import type { PlatformDb, Statements, TenantDb } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'
import { inTenants, inUnits, type ResidentScope } from '#shared/resident-scope.ts'

export type Person = { id: string; name: string }
export type ReportRow = EventDetail & { tenantId: string; unitId: string | null }

const columns = sql`r.id, r.tenant_id as "tenantId", a.unit_id as "unitId", r.alert_id as "eventId",
  'ALERT' as "eventType", r.content, r.created_at as "createdAt", r.state, r.version, r.sentences, r.basis,
  r.edited_by_name as "editedByName", r.edited_at as "editedAt",
  (select count(*)::int from report_edit e where e.tenant_id = r.tenant_id and e.report_id = r.id) as "editCount"`

/** Reports of alerts that the scope reaches. */
function reached(scope: ResidentScope) {
  return sql`report r join alert a on a.tenant_id = r.tenant_id and a.id = r.alert_id
    where ${inTenants(sql`r.tenant_id`, scope)} and a.deleted_at is null and ${inUnits(sql`a.unit_id`, scope)}`
}

/** The reports of an alert by the time they were written. */
export function readReports(
  db: TenantDb,
  scope: ResidentScope,
  alertId: string,
  { pageNumber, pageSize, sortAscending }: { pageNumber: number; pageSize: number; sortAscending: boolean },
): Promise<ReportRow[]> {
  const direction = sortAscending ? sql`asc` : sql`desc`
  return db.rows(sql<ReportRow>`select ${columns} from ${reached(scope)} and r.alert_id = ${alertId}
    order by r.created_at ${direction}, r.id ${direction} limit ${pageSize} offset ${pageNumber * pageSize}`)
}

export async function countReports(db: TenantDb, scope: ResidentScope, alertId: string): Promise<number> {
  const row = await db.first(sql<{ count: number }>`
    select count(*)::int as count from ${reached(scope)} and r.alert_id = ${alertId}`)
  return row!.count
}

export function readReport(db: TenantDb, scope: ResidentScope, id: string): Promise<ReportRow | undefined> {
  return db.first(sql<ReportRow>`select ${columns} from ${reached(scope)} and r.id = ${id}`)
}

/** As `readReport`, and locks the report for a change. */
export async function lockReport(db: TenantDb, scope: ResidentScope, id: string): Promise<ReportRow | undefined> {
  await db.run(sql`select from report where tenant_id = ${db.tenantId} and id = ${id} for update`)
  return readReport(db, scope, id)
}

/** The report of an alert in that state, locked as above; `alertId` must be of the tenant that is written. */
export async function lockReportOf(
  db: TenantDb,
  scope: ResidentScope,
  alertId: string,
  state: EventDetail['state'],
): Promise<ReportRow | undefined> {
  const row = await db.first(sql<{ id: string }>`select id from report
    where tenant_id = ${db.tenantId} and alert_id = ${alertId} and state = ${state} for update`)
  return row && readReport(db, scope, row.id)
}

export type ReportText = { content: string; sentences: readonly ReportSentence[]; basis: ReportBasis | null }

/** Adds a report; an earlier one of the same alert and state must be deleted. Returns its id. */
export async function insertReport(
  db: Pick<Statements, 'first'>,
  at: { tenantId: string; alertId: string; state: EventDetail['state'] },
  { content, sentences, basis }: ReportText,
  by: Person,
  now: Date,
): Promise<string> {
  const row = await db.first(sql<{ id: string }>`
    insert into report (tenant_id, alert_id, state, content, sentences, basis, created_at, edited_by, edited_by_name, edited_at)
    values (${at.tenantId}, ${at.alertId}, ${at.state}, ${content}, ${json(sentences)}::jsonb, ${json(basis)}::jsonb, ${now},
      ${by.id}, ${by.name}, ${now}) returning id`)
  return row!.id
}

export async function updateReport(db: TenantDb, id: string, text: ReportText, by: Person, now: Date): Promise<void> {
  await db.run(sql`
    update report set content = ${text.content}, sentences = ${json(text.sentences)}::jsonb,
      basis = ${json(text.basis)}::jsonb, version = version + 1, edited_by = ${by.id}, edited_by_name = ${by.name},
      edited_at = ${now}
    where tenant_id = ${db.tenantId} and id = ${id}`)
}

/** The draft becomes the saved report; its id and creation time stay. */
export async function saveDraft(db: TenantDb, id: string): Promise<void> {
  await db.run(sql`update report set state = 'saved' where tenant_id = ${db.tenantId} and id = ${id}`)
}

export async function deleteReport(db: Pick<TenantDb, 'run' | 'tenantId'>, id: string): Promise<void> {
  await db.run(sql`delete from report where tenant_id = ${db.tenantId} and id = ${id}`)
}

/** A new draft replaces the previous one, by any author. */
export async function deleteDraft(db: PlatformDb, tenantId: string, alertId: string): Promise<void> {
  await db.run(sql`delete from report where tenant_id = ${tenantId} and alert_id = ${alertId} and state = 'draft'`)
}

export async function addEdit(
  db: TenantDb,
  before: ReportRow,
  edit: { kind: ReportEdit['kind']; after: string },
  by: Person,
  now: Date,
): Promise<void> {
  await db.run(sql`
    insert into report_edit (tenant_id, report_id, at, kind, user_id, user_name, before, after, before_sentences, before_basis)
    values (${db.tenantId}, ${before.id}, ${now}, ${edit.kind}, ${by.id}, ${by.name}, ${before.content}, ${edit.after},
      ${json(before.sentences)}::jsonb, ${json(before.basis)}::jsonb)`)
}

const EDITS_SHOWN = 50

export function readEdits(db: TenantDb, { tenantId, id }: Pick<ReportRow, 'tenantId' | 'id'>): Promise<ReportEdit[]> {
  return db.rows(sql<ReportEdit>`
    select id, at, user_name as "userName", kind, before, after from report_edit
    where tenant_id = ${tenantId} and report_id = ${id} order by at desc, id desc limit ${EDITS_SHOWN}`)
}

/** The text that a report had before an edit. */
export function readBefore(db: TenantDb, reportId: string, editId: string): Promise<ReportText | undefined> {
  return db.first(sql<ReportText>`
    select before as content, before_sentences as sentences, before_basis as basis from report_edit
    where tenant_id = ${db.tenantId} and report_id = ${reportId} and id = ${editId}`)
}

/** Sentences that the report has ever had: a restored line gets its evidence back. */
export async function readKnown(db: TenantDb, { id, sentences }: ReportRow): Promise<ReportSentence[]> {
  const rows = await db.rows(sql<{ sentences: ReportSentence[] }>`
    select before_sentences as sentences from report_edit
    where tenant_id = ${db.tenantId} and report_id = ${id} order by at desc limit ${EDITS_SHOWN}`)
  return [...sentences, ...rows.flatMap((row) => row.sentences)]
}

export type ReportAlert = { tenantId: string; unitId: string | null }

/** The alert, if the scope reaches it. */
export function findAlert(db: TenantDb, scope: ResidentScope, id: string): Promise<ReportAlert | undefined> {
  return db.first(sql<ReportAlert>`
    select a.tenant_id as "tenantId", a.unit_id as "unitId" from alert a
    where ${inTenants(sql`a.tenant_id`, scope)} and a.id = ${id} and a.deleted_at is null
      and ${inUnits(sql`a.unit_id`, scope)}`)
}

/** Adds a step to the alert's timeline: a report was saved. */
export async function addReportedStep(db: TenantDb, alertId: string, by: Person, now: Date): Promise<void> {
  await db.run(sql`insert into alert_step (tenant_id, alert_id, at, kind, user_id, user_name)
    values (${db.tenantId}, ${alertId}, ${now}, 'reported', ${by.id}, ${by.name})`)
}

function json(value: unknown): string | null {
  return value === null ? null : JSON.stringify(value)
}

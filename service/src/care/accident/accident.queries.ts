/** Statements that read accident reports and their revisions. */
import type { Accident, AccidentStep } from '@mimamori/contract/care/accident.ts'
import type {
  AccidentForm,
  AccidentFormVersion,
  AccidentPlan,
  AccidentSource,
} from '@mimamori/contract/care/accident-form.ts'
import type { AccidentKind, AccidentState } from '@mimamori/contract/care/care-lists.ts'
import type { TenantDb } from '#platform/postgres/database.ts'
import { type Sql, sql } from '#platform/postgres/sql.ts'
import { contains } from '#platform/postgres/text-search.ts'
import { inTenants, inUnits, type ResidentScope } from '#shared/resident-scope.ts'

/** The report as a row: its form, and what the service alone needs. */
export type AccidentRow = Accident &
  AccidentPlan & {
    tenantId: string
    unitId: string | null
    formVersion: AccidentFormVersion
    form: AccidentForm
    sources: AccidentSource[]
    editedBy: string
    checkedByName: string | null
    checkedAt: string | null
    hasClip: boolean
  }
export type AccidentPaper = AccidentPlan & {
  siteName: string
  timezone: string
  issue: number
  version: number
  state: AccidentState
  submittedOn: string | null
  formVersion: AccidentFormVersion
  form: AccidentForm
  sources: AccidentSource[]
}

const BRIEF = sql`a.id, a.kind, a.alert_id as "alertId", a.resident_id as "residentId", a.person_name as "personName", a.location,
  a.occurred_at as "occurredAt", a.state, a.issue, a.is_final as "isFinal", a.missing_count as "missingCount",
  a.edited_by_name as "editedByName", a.edited_at as "editedAt", a.submitted_on as "submittedOn", a.version`

/** The columns of the plan, in a report or one of its steps. */
const planOf = (row: Sql) =>
  sql`${row}.form_version as "formVersion", ${row}.own_items as "ownItems", ${row}.is_number_for_name as "isNumberForName"`

const isReached = (scope: ResidentScope): Sql =>
  sql`${inTenants(sql`a.tenant_id`, scope)} and ${inUnits(sql`a.unit_id`, scope)}`

type Search = {
  scope: ResidentScope
  text: string | null
  states: readonly AccidentState[] | undefined
  kinds: readonly AccidentKind[] | undefined
}

function matching({ scope, text, states, kinds }: Search): Sql {
  return sql`${isReached(scope)}
    and ${states ? sql`a.state = any(${states}::text[])` : sql`true`}
    and ${kinds ? sql`a.kind = any(${kinds}::text[])` : sql`true`}
    and ${contains([sql`a.person_name`, sql`a.location`], text)}`
}

/** Index: accident_by_time. */
export function readPage(
  db: TenantDb,
  asked: Search,
  page: { pageNumber: number; pageSize: number; sortAscending: boolean },
): Promise<Accident[]> {
  const order = page.sortAscending ? sql`asc` : sql`desc`
  return db.rows(sql<Accident>`
    select ${BRIEF} from accident a where ${matching(asked)}
    order by coalesce(a.occurred_at, a.created_at) ${order}, a.id ${order}
    limit ${page.pageSize} offset ${page.pageNumber * page.pageSize}`)
}

export async function countAccidents(db: TenantDb, asked: Search): Promise<number> {
  const row = await db.first(sql<{ count: number }>`
    select count(*)::integer as count from accident a where ${matching(asked)}`)
  return row!.count
}

export function readAccident(db: TenantDb, scope: ResidentScope, id: string): Promise<AccidentRow | undefined> {
  return db.first(sql<AccidentRow>`
    select ${BRIEF}, a.tenant_id as "tenantId", a.unit_id as "unitId", a.form, ${planOf(sql`a`)}, a.sources, a.edited_by as "editedBy",
      a.checked_by_name as "checkedByName", a.checked_at as "checkedAt", coalesce(l.clip_state = 'ready', false) as "hasClip"
    from accident a left join alert l on l.tenant_id = a.tenant_id and l.id = a.alert_id and l.deleted_at is null
    where ${isReached(scope)} and a.id = ${id}`)
}

/** As it is now, or as it was in that version. */
export function readPaper(
  db: TenantDb,
  { tenantId, id }: Pick<AccidentRow, 'tenantId' | 'id'>,
  version: number | undefined,
): Promise<AccidentPaper | undefined> {
  return db.first(sql<AccidentPaper>`
    select t.name as "siteName", t.timezone, a.kind, s.issue, s.version, s.state, s.submitted_on as "submittedOn", s.form,
      ${planOf(sql`s`)}, s.sources
    from accident_step s join tenant t on t.id = s.tenant_id
      join accident a on a.tenant_id = s.tenant_id and a.id = s.accident_id
    where s.tenant_id = ${tenantId} and s.accident_id = ${id}
      and (${version ?? null}::integer is null or s.version = ${version ?? null}::integer)
    order by s.version desc limit 1`)
}

export function readSteps(
  db: TenantDb,
  { tenantId, id }: Pick<AccidentRow, 'tenantId' | 'id'>,
): Promise<AccidentStep[]> {
  return db.rows(sql<AccidentStep>`
    select version, form_version as "formVersion", issue, kind, user_name as "userName", at, submitted_on as "submittedOn" from accident_step
    where tenant_id = ${tenantId} and accident_id = ${id} order by version desc limit 500`)
}

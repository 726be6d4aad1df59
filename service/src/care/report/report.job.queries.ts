/** Statements of the work on drafts: who asked, who works on it, how far it is. */
import type { Alert } from '@mimamori/contract/alerting/alert.ts'
import type { ReportJob, ReportStep } from '@mimamori/contract/care/report.ts'
import type { Locale } from '@mimamori/contract/identity/session.ts'
import type { Context } from '#platform/context.ts'
import type { Database, PlatformDb, TenantDb } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'
import type { Person } from './report.queries.ts'
import type { ReportSource, SourceMessage, SourceStep } from './report.source.ts'

/** Who asks, with the language and the zone in which they read. */
export type Author = Person & { locale: Locale; timeZone: string }

export async function readAuthor({ actor, asPlatform }: Pick<Context, 'actor' | 'asPlatform'>): Promise<Author> {
  const row = await asPlatform('name of who writes a report', (db) =>
    db.first(sql<Author>`select id, trim(first_name || ' ' || last_name) as name, locale, timezone as "timeZone"
      from app_user where tenant_id = ${actor.homeTenantId} and id = ${actor.userId}`),
  )
  return row!
}

/** Two calls for the same alert take turns. */
export async function lockAlert(db: TenantDb, alertId: string): Promise<void> {
  await db.run(sql`select from alert where tenant_id = ${db.tenantId} and id = ${alertId} for update`)
}

const columns = sql`id, alert_id as "eventId", state, steps, progress_percent as "progressPercent", failure,
  created_at as "createdAt"`

export function readOpenJob(db: TenantDb, alertId: string): Promise<ReportJob | undefined> {
  return db.first(sql<ReportJob>`select ${columns} from report_job
    where tenant_id = ${db.tenantId} and alert_id = ${alertId} and state in ('waiting', 'running')`)
}

export function readLatestJob(db: TenantDb, tenantId: string, alertId: string): Promise<ReportJob | undefined> {
  return db.first(sql<ReportJob>`select ${columns} from report_job
    where tenant_id = ${tenantId} and alert_id = ${alertId} order by created_at desc, id desc limit 1`)
}

export async function countJobs(db: TenantDb, since: Date): Promise<number> {
  const row = await db.first(sql<{ count: number }>`
    select count(*)::int as count from report_job where tenant_id = ${db.tenantId} and created_at > ${since}`)
  return row!.count
}

export async function insertJob(db: TenantDb, alertId: string, by: Author, now: Date): Promise<ReportJob> {
  const row = await db.first(sql<ReportJob>`
    insert into report_job (tenant_id, alert_id, locale, time_zone, requested_by, requested_by_name, created_at, changed_at)
    values (${db.tenantId}, ${alertId}, ${by.locale}, ${by.timeZone}, ${by.id}, ${by.name}, ${now}, ${now})
    returning ${columns}`)
  return row!
}

/** A job that this process works on. */
export type ClaimedJob = {
  tenantId: string
  id: string
  alertId: string
  unitId: string | null
  locale: Locale
  timeZone: string
  requestedBy: string
  requestedByName: string
  attempts: number
  holder: string
}

/** Takes the oldest job that nobody works on, of a site where no other one is worked on. */
export function claimJob(database: Database, now: Date, heldUntil: Date): Promise<ClaimedJob | undefined> {
  return database.asPlatform('claim a report', (db) =>
    db.first(sql<ClaimedJob>`
      update report_job j set state = 'running', attempts = j.attempts + 1, held_by = gen_random_uuid(),
        held_until = ${heldUntil}, steps = '[]', progress_percent = 0, changed_at = ${now}
      from (select w.tenant_id, w.id from report_job w
        where (w.state = 'waiting' or (w.state = 'running' and w.held_until <= ${now}))
          and not exists (select from report_job o where o.tenant_id = w.tenant_id and o.id <> w.id
            and o.state = 'running' and o.held_until > ${now})
        order by w.created_at, w.id limit 1 for update skip locked) due, alert a
      where j.tenant_id = due.tenant_id and j.id = due.id and a.tenant_id = j.tenant_id and a.id = j.alert_id
      returning j.tenant_id as "tenantId", j.id, j.alert_id as "alertId", a.unit_id as "unitId", j.locale,
        j.time_zone as "timeZone", j.requested_by as "requestedBy", j.requested_by_name as "requestedByName",
        j.attempts, j.held_by as holder`),
  )
}

/** When the next job may be claimed; null: none waits. */
export async function nextJobAt(database: Database): Promise<Date | null> {
  const row = await database.asPlatform('next report', (db) =>
    db.first(sql<{ at: string | null }>`select min(case state when 'waiting' then created_at else held_until end) as at
      from report_job where state in ('waiting', 'running')`),
  )
  return row?.at ? new Date(row.at) : null
}

export type StepRecord = { step: ReportStep; startedAt: string; endedAt: string | null }
type Told = { steps: readonly StepRecord[]; progressPercent: number; heldUntil: Date; now: Date; askedModel: boolean }

/** Notes how far it is and that it is still worked on; false when somebody else has taken it over, or it is gone. */
export async function noteProgress(db: PlatformDb, job: ClaimedJob, told: Told): Promise<boolean> {
  const count = await db.run(sql`
    update report_job set steps = ${JSON.stringify(told.steps)}::jsonb, progress_percent = ${told.progressPercent},
      held_until = ${told.heldUntil}, asked_model = asked_model or ${told.askedModel}, changed_at = ${told.now}
    where tenant_id = ${job.tenantId} and id = ${job.id} and held_by = ${job.holder}`)
  return count === 1
}

export type Ending = { state: 'done' | 'waiting' } | { state: 'failed'; failure: 'interrupted' | 'unexpected' }

/** Lets go of a job; false when it was not ours any more. */
export async function endJob(
  db: PlatformDb,
  job: Pick<ClaimedJob, 'tenantId' | 'id' | 'holder'>,
  ending: Ending,
  now: Date,
): Promise<boolean> {
  const failure = ending.state === 'failed' ? ending.failure : null
  // The process ended, not the work: that try does not count.
  const given = ending.state === 'waiting' ? sql`attempts - 1` : sql`attempts`
  const count = await db.run(sql`
    update report_job set state = ${ending.state}, failure = ${failure}, attempts = ${given}, held_by = null,
      held_until = null, changed_at = ${now}
    where tenant_id = ${job.tenantId} and id = ${job.id} and held_by = ${job.holder}`)
  return count === 1
}

/** How many of a site's jobs asked a model since then. */
export async function countModelJobs(db: PlatformDb, tenantId: string, since: Date): Promise<number> {
  const row = await db.first(sql<{ count: number }>`select count(*)::int as count from report_job
    where tenant_id = ${tenantId} and asked_model and created_at > ${since}`)
  return row!.count
}

/** Jobs that ended before then; nobody asks for them any more. */
export function forgetJobs(db: PlatformDb, before: Date, most: number): Promise<number> {
  return db.run(sql`delete from report_job where (tenant_id, id) in (
    select tenant_id, id from report_job where state in ('done', 'failed') and changed_at < ${before} limit ${most})`)
}

type SourceRow = Omit<ReportSource, 'steps' | 'messages' | 'neighbours'>
export type ReportInput = {
  source: ReportSource
  clipState: Alert['clipState']
  clipMediaId: string | null
}

const NEIGHBOUR_MINUTES = 10
const NEIGHBOURS_MAX = 8
const STEPS_MAX = 40
const MESSAGES_MAX = 40

/** What the database knows of the alert; undefined when it is gone. */
export async function readInput(db: PlatformDb, tenantId: string, alertId: string): Promise<ReportInput | undefined> {
  const row = await db.first(sql<SourceRow & Omit<ReportInput, 'source'> & { cameraId: string | null }>`
    select coalesce(c.name, a.agent_name) as "cameraName", coalesce(c.location, a.agent_name) as location,
      u.name as "unitName", a.activity, a.severity, a.occurred_at as "occurredAt", a.created_at as "createdAt",
      a.detections, a.region is not null as "hasRegion", a.clip_alert_at_ms as "clipAlertAtMs",
      coalesce(a.first_seen_name, a.claimer_name, nullif(a.resolved_name, '')) as "firstSeenName",
      coalesce(a.first_seen_at, a.claimed_at, case when a.resolved_name <> '' then a.resolved_at end) as "firstSeenAt",
      a.verdict, a.camera_id as "cameraId",
      a.clip_state as "clipState", a.clip_media_id as "clipMediaId"
    from alert a
    left join camera c on c.tenant_id = a.tenant_id and c.id = a.camera_id
    left join unit u on u.tenant_id = a.tenant_id and u.id = a.unit_id
    where a.tenant_id = ${tenantId} and a.id = ${alertId} and a.deleted_at is null`)
  if (!row) return undefined
  const { cameraId, clipState, clipMediaId, ...source } = row
  const steps = await db.rows(sql<SourceStep>`
    select at, kind, user_name as "userName", verdict, escalation_name as "escalationName" from alert_step
    where tenant_id = ${tenantId} and alert_id = ${alertId}
      and kind in ('seen', 'archived', 'unarchived', 'judged', 'resent', 'escalated', 'claimed', 'joined', 'given-back',
        'claim-expired', 'arrived', 'resolved')
    order by at, id limit ${STEPS_MAX}`)
  const messages = await db.rows(sql<SourceMessage>`
    select coalesce(sent_at, created_at) as at, case when user_id is not null then recipient_name end as recipient,
      channel, state
    from notification
    where tenant_id = ${tenantId} and alert_id = ${alertId} and state not in ('pending', 'cancelled')
    order by coalesce(sent_at, created_at), id limit ${MESSAGES_MAX}`)
  const neighbours = await db.rows(sql<ReportSource['neighbours'][number]>`
    select occurred_at as at, activity from alert
    where tenant_id = ${tenantId} and camera_id = ${cameraId} and id <> ${alertId} and deleted_at is null
      and occurred_at between ${row.occurredAt}::timestamptz - ${`${NEIGHBOUR_MINUTES} minutes`}::interval
        and ${row.occurredAt}::timestamptz + ${`${NEIGHBOUR_MINUTES} minutes`}::interval
    order by occurred_at, id limit ${NEIGHBOURS_MAX}`)
  return { source: { ...source, steps, messages, neighbours }, clipState, clipMediaId }
}

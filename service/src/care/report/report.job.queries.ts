/** Statements of the work on drafts: who asked, who works on it, how far it is. */
import type { Alert } from '@mimamori/contract/alerting/alert.ts'
import type { ReportJob, ReportStep } from '@mimamori/contract/care/report.ts'
import type { Locale } from '@mimamori/contract/languages/locales.ts'
import type { Context } from '#platform/context.ts'
import type { Database, PlatformDb, TenantDb } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'
import type { Ending } from '#platform/work/queue/queue-worker.ts'
import {
  type ClaimedRow,
  claiming,
  endRow,
  holdRow,
  type RowQueue,
  retryRow,
  takeClaimTurn,
} from '#platform/work/queue/row-queue.ts'
import { isPossible } from '#shared/alarm/alarm-row.ts'
import type { Person } from './report.queries.ts'
import type { ReportSource, SourceMessage, SourceStep } from './report.source.ts'

/** The requesting user, with their language and time zone. */
export type Author = Person & { locale: Locale; timeZone: string }

export async function readAuthor({ actor, asPlatform }: Pick<Context, 'actor' | 'asPlatform'>): Promise<Author> {
  const row = await asPlatform('name of who writes a report', (db) =>
    db.first(sql<Author>`select id, person_name(first_name, last_name) as name, locale, timezone as "timeZone"
      from app_user where tenant_id = ${actor.homeTenantId} and id = ${actor.userId}`),
  )
  return row!
}

/** Two calls for the same alert take turns. */
export async function lockAlert(db: TenantDb, alertId: string): Promise<void> {
  await db.run(sql`select from alert where tenant_id = ${db.tenantId} and id = ${alertId} for update`)
}

const columns = sql`id, alert_id as "eventId", state, steps, progress_percent as "progressPercent", error,
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
    insert into report_job (tenant_id, alert_id, locale, time_zone, requested_by, requested_by_name, next_at, created_at,
      changed_at)
    values (${db.tenantId}, ${alertId}, ${by.locale}, ${by.timeZone}, ${by.id}, ${by.name}, ${now}, ${now}, ${now})
    returning ${columns}`)
  return row!
}

/** The jobs, as the platform's queues know them. */
export const REPORT_QUEUE: RowQueue = { table: 'report_job', waiting: 'waiting', running: 'running' }

/** A job that this process works on. */
export type ClaimedJob = ClaimedRow & {
  alertId: string
  unitId: string | null
  locale: Locale
  timeZone: string
  requestedBy: string
  requestedByName: string
}

/** Claims the oldest due job of a site without another job in work. */
export function claimJob(database: Database, now: Date, heldUntil: Date): Promise<ClaimedJob | undefined> {
  const begun = sql`steps = '[]', progress_percent = 0`
  return database.asPlatform('claim a report', async (db) => {
    await takeClaimTurn(db, REPORT_QUEUE)
    return db.first(sql<ClaimedJob>`${claiming(REPORT_QUEUE, { now, heldUntil, atOnce: 1, atOnceOfTenant: 1, begun })}
      select j.tenant_id as "tenantId", j.id, j.alert_id as "alertId", a.unit_id as "unitId", j.locale,
        j.time_zone as "timeZone", j.requested_by as "requestedBy", j.requested_by_name as "requestedByName", j.attempts
      from claimed j join alert a on a.tenant_id = j.tenant_id and a.id = j.alert_id`)
  })
}

export type StepRecord = { step: ReportStep; startedAt: string; endedAt: string | null }
type Progress = {
  steps: readonly StepRecord[]
  progressPercent: number
  heldUntil: Date
  now: Date
  askedModel: boolean
}

/** Stores the progress and renews the lease; false if another instance has taken it over, or it is deleted. */
export function noteProgress(
  db: PlatformDb,
  row: ClaimedJob,
  { steps, progressPercent, heldUntil, now, askedModel }: Progress,
): Promise<boolean> {
  const set = sql`steps = ${JSON.stringify(steps)}::jsonb, progress_percent = ${progressPercent},
    asked_model = asked_model or ${askedModel}`
  return holdRow(db, { queue: REPORT_QUEUE, row, now, heldUntil, set })
}

/** Lets go of a job; false when it was not ours any more. */
export function endJob(db: PlatformDb, row: ClaimedJob, ending: Ending, now: Date): Promise<boolean> {
  const held = { queue: REPORT_QUEUE, row, now }
  if (ending === 'done') return endRow(db, { ...held, state: 'done' })
  if (ending === 'stopped') return retryRow(db, { ...held, at: now, isTry: false })
  return endRow(db, { ...held, state: 'failed', set: sql`error = ${ending}` })
}

/** Number of the site's jobs since then that called a model. */
export async function countModelJobs(db: PlatformDb, tenantId: string, since: Date): Promise<number> {
  const row = await db.first(sql<{ count: number }>`select count(*)::int as count from report_job
    where tenant_id = ${tenantId} and asked_model and created_at > ${since}`)
  return row!.count
}

/** Deletes jobs that ended before then; nobody requests them any more. */
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

/** The stored data of the alert; undefined if it is deleted. */
export async function readInput(db: PlatformDb, tenantId: string, alertId: string): Promise<ReportInput | undefined> {
  const row = await db.first(sql<SourceRow & Omit<ReportInput, 'source'> & { cameraId: string | null }>`
    select coalesce(c.name, a.agent_name) as "cameraName", coalesce(c.location, a.agent_name) as location,
      u.name as "unitName", a.activity, a.kind_name as "kindName", a.severity, a.occurred_at as "occurredAt", a.created_at as "createdAt",
      a.detections, a.region is not null as "hasRegion", a.clip_alert_at_ms as "clipAlertAtMs",
      coalesce(a.first_seen_name, a.claimer_name, nullif(a.resolved_name, '')) as "firstSeenName",
      coalesce(a.first_seen_at, a.claimed_at, case when a.resolved_name <> '' then a.resolved_at end) as "firstSeenAt",
      a.verdict, a.camera_id as "cameraId",
      case when a.resolved_name <> '' and a.outcome <> 'looked-through' then a.outcome end as outcome,
      a.outcome_note as "outcomeNote", nullif(a.resolved_name, '') as "resolvedName",
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
        'claim-expired', 'arrived', 'resolved', 'undone')
    order by at, id limit ${STEPS_MAX}`)
  const messages = await db.rows(sql<SourceMessage>`
    select coalesce(sent_at, created_at) as at, case when user_id is not null then recipient_name end as recipient,
      channel, state
    from notification
    where tenant_id = ${tenantId} and alert_id = ${alertId} and state not in ('pending', 'cancelled')
    order by coalesce(sent_at, created_at), id limit ${MESSAGES_MAX}`)
  const neighbours = await db.rows(sql<ReportSource['neighbours'][number]>`
    select a.occurred_at as at, a.activity, ${isPossible} as "isPossible", a.kind_name as "kindName" from alert a
    where tenant_id = ${tenantId} and camera_id = ${cameraId} and id <> ${alertId} and deleted_at is null
      and occurred_at between ${row.occurredAt}::timestamptz - ${`${NEIGHBOUR_MINUTES} minutes`}::interval
        and ${row.occurredAt}::timestamptz + ${`${NEIGHBOUR_MINUTES} minutes`}::interval
    order by occurred_at, id limit ${NEIGHBOURS_MAX}`)
  return { source: { ...source, steps, messages, neighbours }, clipState, clipMediaId }
}

/** Sends waiting runs to external systems, with retries if useful, and reports errors. */

import type { Locale } from '@mimamori/contract/languages/locales.ts'
import type { ExternalReason } from '@mimamori/contract/site/external.ts'
import type { Logger } from 'pino'
import type { Clock } from '#platform/clock.ts'
import type { Config } from '#platform/config.ts'
import type { Mail } from '#platform/messaging/mail.ts'
import { createHostPlaces } from '#platform/outgoing/host-places.ts'
import { isTransient, judge, type Outcome } from '#platform/outgoing/judge.ts'
import { type Outbound, postJson } from '#platform/outgoing/outbound.ts'
import type { Database, PlatformDb } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'
import type { Secrets } from '#platform/secrets.ts'
import type { Job } from '#platform/work/jobs.ts'
import {
  type ClaimedRow,
  claiming,
  endRow,
  type RowQueue,
  retryAt,
  retryRow,
  takeClaimTurn,
} from '#platform/work/queue/row-queue.ts'
import { workSideBySide } from '#platform/work/queue/side-by-side.ts'
import { createTurns } from '#platform/work/queue/turns.ts'
import { findAlert, readSystem } from './external.queries.ts'
import { placeOfKey, signedHeaders, skipOf, writeAlertBody } from './external.rules.ts'

type Waiting = ClaimedRow & {
  /** Null: the run is about cameras. */
  alertId: string | null
  /** Null: the run is about an alert whose camera lacks a code. */
  body: string | null
  url: string
  authKey: string
  /** The key before it, while it signs as well. */
  previousKey: string | null
}

const QUEUE: RowQueue = { table: 'external_run', waiting: 'pending', running: 'sending' }
const AT_ONCE = 32
/** So that a site with many alerts and a slow system does not delay the others. */
const AT_ONCE_OF_A_SITE = 2
/** Of the four connections of an instance; calls and hubs need the others. */
const RECORDS_AT_ONCE = 1
const EVERY_MS = 1_000
const CLAIM_MS = 60_000
/** Pauses after each failed try but the last. */
const PAUSES_S = [1, 5, 15]
/** No user waits for an alert to arrive there, so the retries outlast a restart of the other system. */
const ALERT_PAUSES_S = [1, 5, 15, 60, 300, 900]
/** Minimum interval of e-mails about undelivered alerts. */
const ALERT_MAIL_MS = 60 * 60_000
const NO_CODES: Outcome = { isDone: false, reason: 'no-codes', status: null, message: null, retryAfterSeconds: null }

type ExternalJobOptions = {
  config: Pick<Config, 'externalHosts'>
  secrets: Pick<Secrets, 'open'>
  mail: Mail
  clock: Clock
  logger: Pick<Logger, 'error'>
  /** For tests: timeout and name resolution. */
  outbound?: Pick<Outbound, 'timeoutMs' | 'resolve'>
}

export function tellExternal(options: ExternalJobOptions): Job {
  const { config, secrets, clock, logger, outbound = {} } = options
  const places = createHostPlaces()
  const turns = createTurns(RECORDS_AT_ONCE)
  const send = async (
    { tenantId, id: runId, body, url, authKey, previousKey }: Waiting,
    now: Date,
  ): Promise<Outcome> => {
    if (body === null) return NO_CODES
    const sealed = previousKey === null ? [authKey] : [authKey, previousKey]
    const keys = sealed.map((key) => secrets.open(key, placeOfKey(tenantId)))
    const headers = signedHeaders({ keys, runId, body }, now)
    const turn = { places, tenantId }
    const answer = await postJson({ ...outbound, turn, url, headers, body, allowed: config.externalHosts })
    return judge(answer, clock.now())
  }
  return {
    name: 'external.tell',
    everyMs: EVERY_MS,
    batchSize: AT_ONCE,
    async task(database, now, goOn) {
      await giveUpOld(database, options, now)
      return workSideBySide<Waiting>(
        {
          ...{ clock, atOnce: AT_ONCE },
          claim: (free, at) => claim(database, free, at),
          async work(run) {
            const outcome = await send(run, clock.now())
            await turns.run(run.tenantId, null, () => record(database, options, run, outcome, clock.now()))
          },
          onError: (error, run) => logger.error({ err: error, run: run.id }, 'a call of an external system failed'),
        },
        goOn,
      )
    },
  }
}

/** Claims due runs, and those of an instance that died. */
function claim(database: Database, free: number, now: Date): Promise<Waiting[]> {
  const heldUntil = new Date(now.getTime() + CLAIM_MS)
  const eligible = sql`exists (select from external_system s where s.tenant_id = o.tenant_id and s.auth_key is not null
    and (o.alert_id is null or s.is_enabled))`
  const limits = { atOnce: free, atOnceOfTenant: AT_ONCE_OF_A_SITE }
  return database.asPlatform('claim external runs', async (db) => {
    await takeClaimTurn(db, QUEUE)
    const claimed = await db.rows(sql<Waiting>`${claiming(QUEUE, { now, heldUntil, ...limits, eligible })}
      select r.tenant_id as "tenantId", r.id, r.alert_id as "alertId", r.body, r.attempts, s.url, s.auth_key as "authKey",
        case when s.previous_key_until > ${now} then s.previous_auth_key end as "previousKey"
      from claimed r join external_system s on s.tenant_id = r.tenant_id`)
    for (const run of claimed) run.body ??= await writeAlert(db, run)
    return claimed
  })
}

/** Fixed at the first try, so that every try with the same id has the same body. */
async function writeAlert(db: PlatformDb, { tenantId, id, alertId }: Waiting): Promise<string | null> {
  const found = alertId && (await findAlert(db, tenantId, alertId))
  const system = await readSystem(db, tenantId)
  // The run was planned when the alert arrived: switching the camera off afterwards does not matter.
  if (!found || !system || skipOf({ ...found.camera, isOn: true }) !== null) return null
  const body = JSON.stringify(writeAlertBody(system, found.camera, found.alert))
  await db.run(sql`update external_run set body = ${body} where tenant_id = ${tenantId} and id = ${id}`)
  return body
}

/** An alert of yesterday would only cause alarm; a run that is being sent is left to its sender. */
function giveUpOld(database: Database, { mail }: Pick<ExternalJobOptions, 'mail'>, now: Date): Promise<void> {
  return database.asPlatform('give up old alerts', async (db) => {
    const old = await db.rows(sql<{ tenantId: string; id: string }>`
      update external_run set state = 'failed', reason = 'expired', next_at = null, body = null, changed_at = ${now}
      where state in ('pending', 'sending') and next_at <= ${now} and expires_at <= ${now}
      returning tenant_id as "tenantId", id`)
    for (const run of new Map(old.map((one) => [one.tenantId, one])).values()) {
      await tellOfAlert(db, mail, run, 'expired', now)
    }
  })
}

/** Only while this instance has the lease. */
async function record(
  database: Database,
  { mail }: Pick<ExternalJobOptions, 'mail'>,
  run: Waiting,
  outcome: Outcome,
  now: Date,
): Promise<void> {
  const at = outcome.isDone ? null : nextTryAt(outcome, run, now)
  const reason = outcome.isDone ? null : outcome.reason
  const found = sql`reason = ${reason}, http_status = ${outcome.status}, message = ${outcome.message}`
  const held = { queue: QUEUE, row: run, now }
  const over = { ...held, state: outcome.isDone ? 'done' : 'failed', set: sql`${found}, body = null` }
  await database.asPlatform('record an external run', async (db) => {
    const isOurs = at ? await retryRow(db, { ...held, at, set: found }) : await endRow(db, over)
    if (!isOurs || at || !reason) return
    if (run.alertId) await tellOfAlert(db, mail, run, reason, now)
    else await tellSubscribers(db, mail, run, { template: 'external-failed', reason })
  })
}

/** Null: no further try. */
function nextTryAt(
  outcome: Extract<Outcome, { isDone: false }>,
  { alertId, attempts }: Waiting,
  now: Date,
): Date | null {
  if (!isTransient(outcome.reason)) return null
  const atLeastS = outcome.retryAfterSeconds ?? 0
  return retryAt(alertId ? ALERT_PAUSES_S : PAUSES_S, attempts, now, { atLeastS })
}

type Run = Pick<Waiting, 'tenantId' | 'id'>

/**
 * Not for each alert: a system that is down for a night would fill the mailbox. While it is switched off, nobody
 * expects its alerts.
 */
async function tellOfAlert(db: PlatformDb, mail: Mail, run: Run, reason: ExternalReason, now: Date): Promise<void> {
  const isDue = await db.run(sql`
    update external_system set alert_failure_notified_at = ${now} where tenant_id = ${run.tenantId} and is_enabled
      and (alert_failure_notified_at is null or alert_failure_notified_at <= ${new Date(now.getTime() - ALERT_MAIL_MS)})`)
  if (isDue === 1) await tellSubscribers(db, mail, run, { template: 'external-alert-failed', reason })
}

type Subscribers = { subscribers: string[]; siteName: string; locale: Locale }

async function tellSubscribers(
  db: PlatformDb,
  mail: Mail,
  { tenantId, id }: Run,
  what: { template: 'external-failed' | 'external-alert-failed'; reason: ExternalReason },
): Promise<void> {
  const found = await db.first(sql<Subscribers>`
    select to_jsonb(s.subscribers) as subscribers, t.name as "siteName", coalesce(u.locale, site_locale(t.id)) as locale
    from external_run r
    join external_system s on s.tenant_id = r.tenant_id
    join tenant t on t.id = r.tenant_id
    left join app_user u on u.id = r.requested_by
    where r.tenant_id = ${tenantId} and r.id = ${id}`)
  const { siteName, locale } = found!
  for (const to of found!.subscribers) {
    await mail.send(db, { ...what, tenantId, to, locale, siteName })
  }
}

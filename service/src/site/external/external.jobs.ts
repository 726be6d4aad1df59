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
import { signedHeaders } from '#platform/outgoing/webhook-signature.ts'
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
import { placeOfKey } from './external.rules.ts'

type Waiting = ClaimedRow & {
  body: string
  url: string
  authKey: string
  /** The key before it, while it signs as well. */
  previousKey: string | null
}

const QUEUE: RowQueue = { table: 'external_run', waiting: 'pending', running: 'sending' }
const AT_ONCE = 32
const AT_ONCE_OF_A_SITE = 2
/** Share of the four connections of an instance; calls and hubs need the others. */
const RECORDS_AT_ONCE = 1
const EVERY_MS = 1_000
const CLAIM_MS = 60_000
/** Pauses after each failed try but the last. */
const PAUSES_S = [1, 5, 15]

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
  const send = async ({ tenantId, id, body, url, authKey, previousKey }: Waiting, now: Date): Promise<Outcome> => {
    const sealed = previousKey === null ? [authKey] : [authKey, previousKey]
    const keys = sealed.map((key) => secrets.open(key, placeOfKey(tenantId)))
    const headers = signedHeaders({ keys, id, body }, now)
    const turn = { places, tenantId }
    const answer = await postJson({ ...outbound, turn, url, headers, body, allowed: config.externalHosts })
    return judge(answer, clock.now())
  }
  return {
    name: 'external.tell',
    everyMs: EVERY_MS,
    batchSize: AT_ONCE,
    async task(database, _now, goOn) {
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
  const eligible = sql`exists (select from external_system s where s.tenant_id = o.tenant_id and s.auth_key is not null)`
  const limits = { atOnce: free, atOnceOfTenant: AT_ONCE_OF_A_SITE }
  return database.asPlatform('claim external runs', async (db) => {
    await takeClaimTurn(db, QUEUE)
    return db.rows(sql<Waiting>`${claiming(QUEUE, { now, heldUntil, ...limits, eligible })}
      select r.tenant_id as "tenantId", r.id, r.body, r.attempts, s.url, s.auth_key as "authKey",
        case when s.previous_key_until > ${now} then s.previous_auth_key end as "previousKey"
      from claimed r join external_system s on s.tenant_id = r.tenant_id`)
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
    await tellSubscribers(db, mail, run, reason)
  })
}

/** Null: no further try. */
function nextTryAt(outcome: Extract<Outcome, { isDone: false }>, { attempts }: Waiting, now: Date): Date | null {
  if (!isTransient(outcome.reason)) return null
  return retryAt(PAUSES_S, attempts, now, { atLeastS: outcome.retryAfterSeconds ?? 0 })
}

type Subscribers = { subscribers: string[]; siteName: string; locale: Locale }

async function tellSubscribers(
  db: PlatformDb,
  mail: Mail,
  { tenantId, id }: Pick<Waiting, 'tenantId' | 'id'>,
  reason: ExternalReason,
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
    await mail.send(db, { template: 'external-failed', reason, tenantId, to, locale, siteName })
  }
}

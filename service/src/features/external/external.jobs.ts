/** Tells external systems what waits to be told, again and again when that may help, and says when it does not. */
import type { ExternalReason } from '@mimamori/contract/external.ts'
import type { Locale } from '@mimamori/contract/session.ts'
import { sql } from 'kysely'
import type { Clock } from '#platform/clock.ts'
import type { Config } from '#platform/config.ts'
import type { Database, PlatformDb } from '#platform/database.ts'
import type { Job } from '#platform/jobs.ts'
import type { Mail } from '#platform/mail.ts'
import { type Outbound, postJson } from '#platform/outbound.ts'
import type { Secrets } from '#platform/secrets.ts'
import { isTransient, judge, type Outcome, placeOfKey, signedHeaders } from './external.rules.ts'

type Waiting = {
  tenantId: string
  id: string
  body: string
  attempts: number
  url: string
  authKey: string
}

const AT_ONCE = 5
const EVERY_MS = 1_000
const CLAIM_MS = 60_000
/** After each failed try but the last. */
const PAUSES_S = [1, 5, 15]

export type ExternalJobOptions = {
  config: Pick<Config, 'externalHosts'>
  secrets: Pick<Secrets, 'open'>
  mail: Mail
  clock: Clock
  /** For tests: patience and names. */
  outbound?: Pick<Outbound, 'timeoutMs' | 'resolve'>
}

export function tellExternal(options: ExternalJobOptions): Job {
  const { config, secrets, clock, outbound = {} } = options
  return {
    name: 'external.tell',
    everyMs: EVERY_MS,
    batchSize: AT_ONCE,
    async errand(database, now) {
      const claimed = await claim(database, now)
      await Promise.all(
        claimed.map(async (run) => {
          const { id: runId, body, url } = run
          const headers = signedHeaders({ key: secrets.open(run.authKey, placeOfKey(run.tenantId)), runId, body }, now)
          const outcome = judge(await postJson({ ...outbound, url, headers, body, allowed: config.externalHosts }))
          await record(database, options, run, outcome, clock.now())
        }),
      )
      return claimed.length
    },
  }
}

/** Takes what is due, and what an instance that died was telling. */
function claim(database: Database, now: Date): Promise<Waiting[]> {
  const until = new Date(now.getTime() + CLAIM_MS)
  return database.asPlatform('claim external runs', (db) =>
    db.rows(sql<Waiting>`
      update external_run r set state = 'sending', attempts = r.attempts + 1, next_at = ${until}, changed_at = ${now}
      from (select w.tenant_id, w.id, s.url, s.auth_key from external_run w
        join external_system s on s.tenant_id = w.tenant_id
        where w.state in ('pending', 'sending') and w.next_at <= ${now} and s.auth_key is not null
        order by w.next_at limit ${AT_ONCE} for update of w skip locked) due
      where r.tenant_id = due.tenant_id and r.id = due.id
      returning r.tenant_id as "tenantId", r.id, r.body, r.attempts, due.url, due.auth_key as "authKey"`),
  )
}

/** Only where nobody else has claimed it since. */
async function record(
  database: Database,
  { mail }: Pick<ExternalJobOptions, 'mail'>,
  { tenantId, id, attempts }: Waiting,
  outcome: Outcome,
  now: Date,
): Promise<void> {
  const pauseS = outcome.isDone ? undefined : pauseOf(outcome, attempts)
  const state = outcome.isDone ? 'done' : pauseS === undefined ? 'failed' : 'pending'
  const nextAt = pauseS === undefined ? null : new Date(now.getTime() + pauseS * 1000)
  const reason = outcome.isDone ? null : outcome.reason
  await database.asPlatform('record an external run', async (db) => {
    const isOurs = await db.run(sql`
      update external_run set state = ${state}, next_at = ${nextAt}, reason = ${reason}, http_status = ${outcome.status},
        message = ${outcome.message}, changed_at = ${now}, body = case when ${state === 'pending'} then body end
      where tenant_id = ${tenantId} and id = ${id} and state = 'sending' and attempts = ${attempts}`)
    if (isOurs === 1 && state === 'failed' && reason) await tellSubscribers(db, mail, { tenantId, id }, reason)
  })
}

/** Seconds until the next try; undefined: there is none. */
function pauseOf(outcome: Extract<Outcome, { isDone: false }>, attempts: number): number | undefined {
  const pause = isTransient(outcome.reason) ? PAUSES_S[attempts - 1] : undefined
  return pause === undefined ? undefined : Math.max(pause, outcome.retryAfterSeconds ?? 0)
}

type Subscribers = { subscribers: string[]; siteName: string; locale: Locale }

async function tellSubscribers(
  db: PlatformDb,
  mail: Mail,
  { tenantId, id }: { tenantId: string; id: string },
  reason: ExternalReason,
): Promise<void> {
  const told = await db.first(sql<Subscribers>`
    select to_jsonb(s.subscribers) as subscribers, t.name as "siteName", coalesce(u.locale, 'ja') as locale
    from external_run r
    join external_system s on s.tenant_id = r.tenant_id
    join tenant t on t.id = r.tenant_id
    left join app_user u on u.id = r.requested_by
    where r.tenant_id = ${tenantId} and r.id = ${id}`)
  const { siteName, locale } = told!
  for (const to of told!.subscribers) {
    await mail.send(db, { template: 'external-failed', tenantId, to, locale, siteName, reason })
  }
}

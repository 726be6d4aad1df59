/** Calls webhooks: one delivery of a target at a time and in order, with retries, a rate and a pause of dead ones. REACH-55. */
import { DAY_MS, HOUR_MS } from '@mimamori/contract/shared/duration.ts'
import type { Logger } from 'pino'
import type { Clock } from '#platform/clock.ts'
import type { Config } from '#platform/config.ts'
import type { Mail } from '#platform/messaging/mail.ts'
import { createHostPlaces } from '#platform/outgoing/host-places.ts'
import { type Outbound, postJson } from '#platform/outgoing/outbound.ts'
import { signedHeaders } from '#platform/outgoing/webhook-signature.ts'
import type { Database, PlatformDb } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'
import type { Secrets } from '#platform/secrets.ts'
import type { Job } from '#platform/work/jobs.ts'
import { retryAt } from '#platform/work/queue/row-queue.ts'
import { workSideBySide } from '#platform/work/queue/side-by-side.ts'
import { createTurns } from '#platform/work/queue/turns.ts'
import { administrators } from '#shared/administrators.ts'
import { writeBody } from './webhook.facts.ts'
import * as queue from './webhook.queue.ts'
import {
  NOTICED_AFTER_MS,
  outcomeOf,
  PAUSED_AFTER_MS,
  PAUSES_S,
  placeOfWebhook,
  type Sent,
  secretsOf,
} from './webhook.rules.ts'

const AT_ONCE = 32
const EVERY_MS = 1_000
/** An instance has four connections; calls and hubs need the others. */
const RECORDS_AT_ONCE = 1
const LOG_DAYS = 30
const FORGET_BATCH = 500

export type WebhookOptions = {
  config: Pick<Config, 'externalHosts' | 'publicUrl'>
  secrets: Pick<Secrets, 'open'>
  mail: Pick<Mail, 'send'>
  clock: Clock
  logger: Pick<Logger, 'error'>
  /** For tests: timeout and name resolution. */
  outbound?: Pick<Outbound, 'timeoutMs' | 'resolve'>
}
type Due = queue.Waiting & { delivery: NonNullable<queue.Waiting['delivery']> & { body: string } }

export function sendWebhooks(options: WebhookOptions): Job {
  const { clock, logger } = options
  const places = createHostPlaces()
  const turns = createTurns(RECORDS_AT_ONCE)
  return {
    name: 'webhooks.send',
    everyMs: EVERY_MS,
    batchSize: AT_ONCE,
    async task(database, now, goOn) {
      await database.asPlatform('expire deliveries', (db) => queue.expire(db, now))
      while ((await database.asPlatform('expand webhook events', (db) => queue.expandEvents(db, now))) > 0) {}
      return workSideBySide<Due>(
        {
          ...{ clock, atOnce: AT_ONCE },
          claim: (free, at) => database.asPlatform('claim webhooks', (db) => claim(db, options, free, at)),
          async work(due) {
            const startedMs = performance.now()
            const sent = await send(options, places, due)
            const durationMs = Math.round(performance.now() - startedMs)
            await turns.run(due.tenantId, null, () => record(database, options, due, { ...sent, durationMs }))
          },
          onError: (error, due) => logger.error({ err: error, webhook: due.id }, 'a webhook could not be called'),
        },
        goOn,
      )
    },
  }
}

/** Claims targets; those for which nothing waits any more rest. */
async function claim(db: PlatformDb, { config }: WebhookOptions, free: number, now: Date): Promise<Due[]> {
  const due: Due[] = []
  for (const target of await queue.claim(db, free, now)) {
    const { delivery, withNames, template, kind } = target
    if (delivery === null) {
      const health = await queue.holdTarget(db, target)
      if (health) await queue.endTurn(db, target, { nextAt: null, ...timesOf(health) }, now)
      continue
    }
    let { body } = delivery
    if (body === null) {
      const hasNames = withNames && kind === 'site'
      body = await writeBody(db, { ...delivery, withNames: hasNames, template }, config.publicUrl)
      await queue.keepBody(db, delivery, body, hasNames)
    }
    due.push({ ...target, delivery: { ...delivery, body } })
  }
  return due
}

async function send(options: WebhookOptions, places: ReturnType<typeof createHostPlaces>, due: Due): Promise<Sent> {
  const { config, secrets, clock, outbound = {} } = options
  const { tenantId, delivery, secret, previousSecret } = due
  const url = secrets.open(due.url, placeOfWebhook('url', due))
  const sealed = previousSecret === null ? [secret] : [secret, previousSecret]
  const keys = sealed.map((key) => secrets.open(key, placeOfWebhook('secret', due)))
  const headers = signedHeaders({ keys, id: delivery.id, body: delivery.body }, clock.now())
  const turn = { places, tenantId }
  const result = await postJson({ ...outbound, turn, url, headers, body: delivery.body, allowed: config.externalHosts })
  return outcomeOf(result, secretsOf(url, keys), clock.now())
}

type Health = NonNullable<Awaited<ReturnType<typeof queue.holdTarget>>>
const timesOf = ({ failingSince, noticedAt }: Health) => ({
  failingSince: failingSince === null ? null : new Date(failingSince),
  noticedAt: noticedAt === null ? null : new Date(noticedAt),
})

/** Only while this instance has the lease. */
function record(database: Database, options: WebhookOptions, due: Due, sent: Sent & { durationMs: number }) {
  const now = options.clock.now()
  const { delivery } = due
  return database.asPlatform('record a delivery', async (db) => {
    const health = await queue.holdTarget(db, due)
    if (!health) return
    const atLeastS = sent.retryAfterSeconds ?? 0
    const again = sent.isTransient ? retryAt(PAUSES_S, delivery.attempts + 1, now, { isEndless: true, atLeastS }) : null
    await queue.recordTry(db, delivery, { ...sent, isOver: again === null }, now)
    const before = timesOf(health)
    // A test of a mistyped address is seen by the person who pressed it.
    const failingSince = sent.reason === null ? null : (before.failingSince ?? (delivery.isTest ? null : now))
    const failingMs = failingSince === null ? 0 : now.getTime() - failingSince.getTime()
    const isDead = sent.reason === 'gone' || failingMs >= PAUSED_AFTER_MS
    const isNoticed = !isDead && before.noticedAt === null && failingMs >= NOTICED_AFTER_MS
    const noticedAt = failingSince === null ? null : isNoticed ? now : before.noticedAt
    const turnAt = await queue.nextTurnAt(db, due.id, health.minuteMost, now)
    const nextAt = again && turnAt && turnAt < again ? again : turnAt
    await queue.endTurn(db, due, { nextAt, failingSince, noticedAt }, now)
    if (isDead) await queue.pause(db, due, now)
    if (isDead || isNoticed) await notify(db, options, due, isDead ? 'webhook-paused' : 'webhook-failing')
  })
}

/** Administrators of the target's organization or site. */
async function notify(
  db: PlatformDb,
  { mail }: Pick<WebhookOptions, 'mail'>,
  { tenantId, id, kind }: queue.Waiting,
  template: 'webhook-failing' | 'webhook-paused',
): Promise<void> {
  const named = await db.first(sql<{ siteName: string; name: string }>`
    select t.name as "siteName", w.name from webhook w join tenant t on t.id = w.tenant_id
    where w.tenant_id = ${tenantId} and w.id = ${id}`)
  for (const reader of await administrators(db, tenantId, kind === 'site' ? 'ADMIN' : 'ORG_ADMIN')) {
    await mail.send(db, { template, tenantId, ...named!, ...reader })
  }
}

/** The log goes after 30 days. */
export const forgetWebhookLog: Job = {
  name: 'webhooks.forget',
  everyMs: HOUR_MS,
  batchSize: FORGET_BATCH,
  batch: (db, now) => queue.forgetDeliveries(db, new Date(now.getTime() - LOG_DAYS * DAY_MS), FORGET_BATCH),
}

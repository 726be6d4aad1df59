/** Web Push: this installation's keys, registrations of browsers, and messages to them. Requirements AUTH-17, NAV-10. */
import { createHash } from 'node:crypto'
import type { DeliveryReason } from '@mimamori/contract/alerting/notification.ts'
import type { PushMessage } from '@mimamori/contract/alerting/push-message.ts'
import { retryAfterOf } from '@mimamori/contract/shared/duration.ts'
import webPush from 'web-push'
import { z } from 'zod'
import { type Clock, systemClock } from '../clock.ts'
import type { Config } from '../config.ts'
import { createHostPlaces } from '../outgoing/host-places.ts'
import { isPublicAddress, type Outbound, post } from '../outgoing/outbound.ts'
import type { Database } from '../postgres/database.ts'
import { sql } from '../postgres/sql.ts'
import type { Secrets } from '../secrets.ts'

/** `isFinal`: a retry does not help. `isGone`: the registration is no longer valid. */
export type PushOutcome =
  | { isSent: true; status: number }
  | {
      isSent: false
      status: number | null
      reason: DeliveryReason
      isFinal: boolean
      isGone: boolean
      retryAfterSeconds: number | null
    }

/** The recipient's tenant, so that sites take turns, and whether this is the first try. */
type PushTry = { tenantId: string; isFirst: boolean }

export type Push = {
  /** The public VAPID key of this installation, base64url. */
  publicKey(): Promise<string>
  /** Whether this is a browser's subscription, as JSON text, with a permitted address. */
  isSubscription(text: string): boolean
  /**
   * Encrypts the message for the browser of that subscription and sends it to its push service: within 12 s, a first
   * try within 5 s. Never throws.
   */
  send(subscription: string, message: PushMessage, by: PushTry): Promise<PushOutcome>
}

type PushOptions = {
  config: Pick<Config, 'publicUrl' | 'pushHosts'>
  database: Database
  secrets: Pick<Secrets, 'seal' | 'open'>
  clock?: Pick<Clock, 'now'>
  /** For tests: timeout and name resolution. */
  outbound?: Pick<Outbound, 'timeoutMs' | 'resolve'>
}
type Keys = { publicKey: string; privateKey: string }

const KEY = 'push-keys'
const PLACE = 'installation|push-keys|privateKey'
/** A message that waits longer at the push service is outdated. */
const TTL_SECONDS = 60 * 60
const PATIENCE_MS = 10_000
/** A push service usually responds in a tenth of that; other channels begin when the first try has failed. */
const FIRST_PATIENCE_MS = 3_000
const DAY_SECONDS = 86_400
const LONGEST_TOPIC = 32
const ENCODING = 'aes128gcm'

const subscription = z.object({
  endpoint: z.string().max(2_000),
  keys: z.object({ p256dh: z.string().max(200), auth: z.string().max(100) }),
})
type Subscription = z.infer<typeof subscription>

export function createPush({ config, database, secrets, clock = systemClock, outbound = {} }: PushOptions): Push {
  let known: Promise<Keys> | null = null
  function keys(): Promise<Keys> {
    known ??= loadKeys(database, secrets).catch((error: unknown) => {
      known = null
      throw error
    })
    return known
  }
  const subject = subjectOf(config.publicUrl)
  const places = createHostPlaces()

  return {
    publicKey: async () => (await keys()).publicKey,
    isSubscription(text) {
      const parsed = parse(text)
      return parsed !== null && isPublicAddress(parsed.endpoint, config.pushHosts) && canEncrypt(parsed)
    },
    async send(text, message, { tenantId, isFirst }) {
      const parsed = parse(text)
      const request = parsed && encrypt(parsed, message, { subject, ...(await keys()) })
      if (!request) return rejection('unregistered', null, { isFinal: true, isGone: true })
      const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
      const result = await post({
        timeoutMs: isFirst ? FIRST_PATIENCE_MS : PATIENCE_MS,
        ...outbound,
        turn: { places, tenantId },
        url: request.endpoint,
        headers,
        body: request.body as Buffer,
        allowed: config.pushHosts,
      })
      if ('reason' in result)
        return rejection(reasonOf(result.reason), null, { isFinal: result.reason === 'address-denied' })
      return judge(result.answer, clock.now())
    },
  }
}

function parse(text: string): Subscription | null {
  try {
    return subscription.parse(JSON.parse(text))
  } catch {
    return null
  }
}

/** Null: the browser's keys are invalid. */
function encrypt(to: Subscription, message: PushMessage, vapidDetails: Keys & { subject: string }) {
  try {
    return webPush.generateRequestDetails(to, JSON.stringify(message), {
      vapidDetails,
      TTL: TTL_SECONDS,
      urgency: message.severity === 'critical' || message.severity === 'high' ? 'high' : 'normal',
      topic: createHash('sha256').update(message.tag).digest('base64url').slice(0, LONGEST_TOPIC),
      contentEncoding: ENCODING,
    })
  } catch {
    return null
  }
}

/** A key that is not a point of the curve is found out by using it. */
function canEncrypt({ keys }: Subscription): boolean {
  try {
    webPush.encrypt(keys.p256dh, keys.auth, 'x', ENCODING)
    return true
  } catch {
    return false
  }
}

/** Push services require a contact; a URL without TLS is not accepted, so an e-mail address at its host is used. */
function subjectOf(publicUrl: string): string {
  const url = new URL(publicUrl)
  return url.protocol === 'https:' ? url.origin : `mailto:mimamori@${url.hostname}`
}

/** One key pair for the installation, created by the first instance that needs it. */
function loadKeys(database: Database, secrets: PushOptions['secrets']): Promise<Keys> {
  return database.asPlatform('push keys', async (db) => {
    const read = () =>
      db.first(sql<{ publicKey: string; sealedKey: string }>`
        select value->>'publicKey' as "publicKey", value->>'sealedKey' as "sealedKey" from installation
        where key = ${KEY}`)
    if (!(await read())) {
      const { publicKey, privateKey } = webPush.generateVAPIDKeys()
      const value = { publicKey, sealedKey: secrets.seal(privateKey, PLACE) }
      await db.run(sql`insert into installation (key, value) values (${KEY}, ${value}) on conflict do nothing`)
    }
    const { publicKey, sealedKey } = (await read())!
    return { publicKey, privateKey: secrets.open(sealedKey, PLACE) }
  })
}

type Flags = { isFinal?: boolean; isGone?: boolean; retryAfterSeconds?: number | null }

function rejection(reason: DeliveryReason, status: number | null, flags: Flags): PushOutcome {
  return { isSent: false, reason, status, isFinal: false, isGone: false, retryAfterSeconds: null, ...flags }
}

type Answer = { status: number; retryAfter: string | null }

function judge({ status, retryAfter }: Answer, now: Date): PushOutcome {
  if (status >= 200 && status < 300) return { isSent: true, status }
  if (status === 404 || status === 410) return rejection('unregistered', status, { isFinal: true, isGone: true })
  const retryAfterSeconds = retryAfterOf(retryAfter, now.getTime(), DAY_SECONDS)
  if (status === 429) return rejection('busy', status, { retryAfterSeconds })
  if (status >= 500) return rejection('server-error', status, { retryAfterSeconds })
  return rejection(status >= 300 && status < 400 ? 'redirect' : 'refused', status, { isFinal: true })
}

const KNOWN: readonly string[] = [
  'address-denied',
  'unknown-host',
  'unreachable',
  'tls',
  'timeout',
  'cut-off',
  'too-large',
]

function reasonOf(reason: string): DeliveryReason {
  return KNOWN.includes(reason) ? (reason as DeliveryReason) : 'unreachable'
}

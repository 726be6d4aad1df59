/** Token buckets: the number of calls that a caller may make, across all instances. */
import { hash } from 'node:crypto'
import type { Cancel, Clock } from '../clock.ts'
import type { Wire } from '../messaging/wire.ts'
import { ServiceError } from '../service-error.ts'

/** `perSecond` on average, `burst` at once. */
type Rate = { perSecond: number; burst: number }

export const RATES = {
  user: { perSecond: 20, burst: 100 },
  /** All sessions of one user together: a ward may share an account. */
  person: { perSecond: 100, burst: 600 },
  /** All signed-in calls of one network (its /24 or /64): a whole site may share one address. */
  network: { perSecond: 500, burst: 5_000 },
  /** Calls with the token of one service account: 120 in a minute. */
  account: { perSecond: 2, burst: 120 },
  /** Alerts that one service account raises: a contact that bounces must not fill the bar. 30 at once, then 20 in a minute. */
  signal: { perSecond: 20 / 60, burst: 30 },
  hub: { perSecond: 50, burst: 200 },
  /** Calls without a token, per address. Sign-ins are counted separately, see identity/session. */
  stranger: { perSecond: 20, burst: 60 },
  /** Images and clips, per address: a page of them loads at once, and a whole site may share one address. */
  media: { perSecond: 200, burst: 1_000 },
  /** New users, invitations and codes that one administrator sends: 60 at once, then one a minute. */
  invitation: { perSecond: 1 / 60, burst: 60 },
  /** Tries of the current password, to set a new one. */
  password: { perSecond: 10 / 900, burst: 10 },
  /** Tries of a person's PIN at stations. */
  pin: { perSecond: 10 / 900, burst: 10 },
  /** Exchanges of a session's token: 30 in an hour. */
  refresh: { perSecond: 30 / 3_600, burst: 30 },
  /** Invitations that one administrator sends again: 60 in an hour. */
  emails: { perSecond: 60 / 3_600, burst: 30 },
  /** Hubs that register themselves, per network with any key, and per site: 60 in an hour. */
  registration: { perSecond: 60 / 3_600, burst: 30 },
  /** Receipts of push messages, per address: a whole site may share one. */
  receipt: { perSecond: 10, burst: 300 },
  /** An alert that is sent again, per alert: 3 in a minute. */
  resend: { perSecond: 3 / 60, burst: 3 },
  /** Notes that one user adds: 30 in a minute. */
  note: { perSecond: 30 / 60, burst: 30 },
  /** Care visits that one user begins: 30 in a minute. */
  visit: { perSecond: 30 / 60, burst: 30 },
  /** Turns of cameras that one user asks for: 20 in a minute. */
  look: { perSecond: 20 / 60, burst: 20 },
  /** Notes of a handover, saved while somebody types, and handovers: one a second in the long run. */
  handover: { perSecond: 1, burst: 60 },
  /** Changes of rosters by one user: days changed by hand come one by one. */
  roster: { perSecond: 1, burst: 60 },
  /** Accident reports that one user begins and saves: 30 in a minute. */
  accident: { perSecond: 30 / 60, burst: 30 },
  /** Samples that a user asks for: 5 in an hour. */
  sample: { perSecond: 5 / 3_600, burst: 5 },
  /** Commands of a broker for one site: 10 at once, then 20 in a minute. */
  command: { perSecond: 20 / 60, burst: 10 },
  /** Runs of a site's external system: 60 in an hour. */
  external: { perSecond: 60 / 3_600, burst: 30 },
  /** Tests and repeated deliveries of one webhook: 60 in an hour. */
  webhook: { perSecond: 60 / 3_600, burst: 30 },
  /** Reports as PDF that one user asks for: 60 in an hour. */
  pdf: { perSecond: 60 / 3_600, burst: 10 },
  /** Drafts of incident reports that one user asks for: 5 in an hour. */
  report: { perSecond: 5 / 3_600, burst: 5 },
} as const satisfies Record<string, Rate>

type Kind = keyof typeof RATES
export type RateLimit = {
  /** Counts one call of `who`. Throws `too-many-requests` with the seconds to wait. */
  take(kind: Kind, who: string): void
  stop(): void
}

type Bucket = { tokens: number; atMs: number }
/** Tokens taken from one bucket since the last message to the other instances. */
type Taken = [kind: Kind, key: string, count: number]
const MOST_BUCKETS = 50_000
const SUBJECT = 'rates'
/** How long calls are gathered before the other instances receive them, ms: a burst is one message. */
const SEND_EVERY_MS = 250

/**
 * `factor` multiplies all rates: for benchmarks. `wire`: connects the other instances, which count the same calls a
 * moment later, so that they share one limit; while it is lost, calls count on this instance alone.
 */
export function createRateLimit(clock: Clock, factor = 1, wire: Wire | null = null): RateLimit {
  const buckets = new Map<string, Bucket>()
  const sharing = wire && shareTaken(wire, clock, ([kind, key, count]) => drain(bucketOf(kind, key), kind, count))

  function bucketOf(kind: Kind, key: string): Bucket {
    const rate = RATES[kind]
    const nowMs = clock.now().getTime()
    const name = `${kind}:${key}`
    const full = rate.burst * factor
    const bucket = buckets.get(name) ?? { tokens: full, atMs: nowMs }
    const elapsedSeconds = Math.max(0, nowMs - bucket.atMs) / 1000
    bucket.tokens = Math.min(full, bucket.tokens + elapsedSeconds * rate.perSecond * factor)
    bucket.atMs = nowMs
    // Moved to the end: the map is in the order of last use.
    buckets.delete(name)
    buckets.set(name, bucket)
    if (buckets.size > MOST_BUCKETS) buckets.delete(buckets.keys().next().value!)
    return bucket
  }
  /**
   * Calls that two instances granted at the same moment are paid back, so a bucket may be in debt, by one burst at
   * most.
   */
  function drain(bucket: Bucket, kind: Kind, count: number): void {
    bucket.tokens = Math.max(-RATES[kind].burst * factor, bucket.tokens - count)
  }

  return {
    take(kind, who) {
      // The caller's identity does not leave this instance.
      const key = sharing ? hash('sha256', who, 'base64url') : who
      const bucket = bucketOf(kind, key)
      if (bucket.tokens < 1) {
        const perSecond = RATES[kind].perSecond * factor
        throw new ServiceError('too-many-requests', { retryAfterSeconds: Math.ceil((1 - bucket.tokens) / perSecond) })
      }
      bucket.tokens--
      sharing?.add(kind, key)
    },
    stop: () => sharing?.stop(),
  }
}

/** Gathers the tokens taken here for the other instances, and reports those taken there. */
function shareTaken(wire: Wire, clock: Clock, onTaken: (taken: Taken) => void) {
  const gathered = new Map<string, Taken>()
  let cancel: Cancel | null = null
  const unsubscribe = wire.subscribe(SUBJECT, ({ bytes }) => {
    for (const taken of JSON.parse(Buffer.from(bytes).toString('utf8')) as Taken[]) {
      // A newer release may count kinds that this one does not know.
      if (taken[0] in RATES) onTaken(taken)
    }
  })
  function send() {
    cancel = null
    wire.publish(SUBJECT, Buffer.from(JSON.stringify([...gathered.values()])))
    gathered.clear()
  }
  return {
    add(kind: Kind, key: string) {
      const name = `${kind}:${key}`
      const taken = gathered.get(name) ?? [kind, key, 0]
      taken[2]++
      gathered.set(name, taken)
      cancel ??= clock.after(SEND_EVERY_MS, send)
    },
    stop() {
      cancel?.()
      unsubscribe()
    },
  }
}

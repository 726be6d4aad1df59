/**
 * Checks every 30 s on each instance whether escalations are really fired, independently of the rows and timers that
 * fire them: from the alerts themselves. Results are logged, reported in /health/ready and /metrics, and stop the
 * heartbeat ping.
 */
import type { Cancel, Clock } from '#platform/clock.ts'
import type { Database } from '#platform/postgres/database.ts'
import type { Sign } from '#platform/sign.ts'
import { readUnfired } from './escalation.queries.ts'
import { decide } from './escalation.rules.ts'

export const AUDIT_EVERY_MS = 30_000
/** More than SET-05 allows, and longer than a start of the service takes. */
const LATE_MS = 10_000
/** Time without an audit after which the state is unknown. */
const BLIND_AFTER_MS = 90_000
const SUSPECTS_MAX = 5_000
/** Ids in one line of the log. */
const NAMED = 20

export type EscalationAuditor = {
  /** Checks once. */
  look(): Promise<void>
  sign: Sign
  start(): void
  stop(): Promise<void>
}

type Options = {
  database: Database
  clock: Clock
  log: { error(of: object, message: string): void }
}

/**
 * Creates the auditor of this instance. A rule found once may be firing at the moment, or due because of a recent edit;
 * if the next check finds it again it is overdue.
 */
export function createEscalationAuditor({ database, clock, log }: Options): EscalationAuditor {
  let suspected = new Set<string>()
  let overdue: string[] = []
  let lookedAt = clock.now()
  let lookedMs = clock.monotonicMs()
  let cancel: Cancel | null = null
  let looking: Promise<void> = Promise.resolve()
  let isStopped = true

  async function look() {
    const now = clock.now()
    const found = await database.asPlatform('audit of escalations', (db) =>
      readUnfired(db, now, new Date(now.getTime() - LATE_MS), SUSPECTS_MAX),
    )
    // Rows that wait for active hours are correct, unless they were due and not processed.
    const unfired = found.filter((each) => {
      const { kind } = decide(each, now.getTime())
      return kind === 'fire' || (kind === 'wait' && each.isLeft)
    })
    const keys = unfired.map(({ alertId, escalationId }) => `${alertId} ${escalationId}`)
    overdue = keys.filter((key) => suspected.has(key))
    suspected = new Set(keys)
    lookedAt = now
    lookedMs = clock.monotonicMs()
    if (overdue.length > 0) {
      log.error({ count: overdue.length, alertsAndRules: overdue.slice(0, NAMED) }, 'alerts are not escalated')
    }
  }
  function again() {
    if (isStopped) return
    cancel = clock.after(AUDIT_EVERY_MS, () => {
      looking = look()
        .catch((error: unknown) => log.error({ err: error }, 'escalations could not be audited'))
        .finally(again)
    })
  }

  return {
    look,
    sign: {
      errors() {
        const isBlind = clock.monotonicMs() - lookedMs > BLIND_AFTER_MS
        return [...(overdue.length > 0 ? ['escalations-overdue'] : []), ...(isBlind ? ['escalations-not-audited'] : [])]
      },
      figures: () => [
        '# TYPE mimamori_escalations_overdue gauge',
        `mimamori_escalations_overdue ${overdue.length}`,
        '# TYPE mimamori_escalations_audited_at_seconds gauge',
        `mimamori_escalations_audited_at_seconds ${lookedAt.getTime() / 1000}`,
      ],
    },
    start() {
      isStopped = false
      lookedAt = clock.now()
      lookedMs = clock.monotonicMs()
      again()
    },
    async stop() {
      isStopped = true
      cancel?.()
      await looking
    },
  }
}

/**
 * Looks whether escalations are really fired, past the rows and timers that fire them: from the alerts themselves, every
 * 30 s, on each instance. What it finds is in the log, in /health/ready and in /metrics, and ends the sign of life to
 * the outside. security.md R7.
 */
import type { Cancel, Clock } from '#platform/clock.ts'
import type { Database } from '#platform/postgres/database.ts'
import type { Sign } from '#platform/sign.ts'
import { readUnfired } from './escalation.queries.ts'
import { decide } from './escalation.rules.ts'

export const AUDIT_EVERY_MS = 30_000
/** Later than SET-05 grants, and than a start of the service takes. */
const LATE_MS = 10_000
/** Time without an audit after which the state is unknown. */
const BLIND_AFTER_MS = 90_000
const SUSPECTS_MAX = 5_000
/** Ids in one line of the log. */
const NAMED = 20

export type EscalationAuditor = {
  /** Looks once. */
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
 * Creates the auditor of this instance. What is found once may be in the middle of being fired, or due because of an
 * edit a moment ago; found again by the next look it is overdue.
 */
export function createEscalationAuditor({ database, clock, log }: Options): EscalationAuditor {
  let suspected = new Set<string>()
  let overdue: string[] = []
  let lookedAt = clock.now()
  let cancel: Cancel | null = null
  let looking: Promise<void> = Promise.resolve()
  let isStopped = true

  async function look() {
    const now = clock.now()
    const found = await database.asPlatform('audit of escalations', (db) =>
      readUnfired(db, now, new Date(now.getTime() - LATE_MS), SUSPECTS_MAX),
    )
    // What waits for its active hours is as it should be, unless nobody worked it off when it was due.
    const unfired = found.filter((each) => {
      const { kind } = decide(each, now.getTime())
      return kind === 'fire' || (kind === 'wait' && each.isLeft)
    })
    const keys = unfired.map(({ alertId, escalationId }) => `${alertId} ${escalationId}`)
    overdue = keys.filter((key) => suspected.has(key))
    suspected = new Set(keys)
    lookedAt = now
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
        const isBlind = clock.now().getTime() - lookedAt.getTime() > BLIND_AFTER_MS
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
      again()
    },
    async stop() {
      isStopped = true
      cancel?.()
      await looking
    },
  }
}

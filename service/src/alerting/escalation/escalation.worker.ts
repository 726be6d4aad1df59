/**
 * Fires due rules. Any instance may do it: rows are claimed and decided under the alert's row lock in one transaction,
 * so that an alert opened at this moment is not escalated afterwards. Requirement SET-05; performance.md P9.
 */
import type { Bus } from '#platform/messaging/bus.ts'
import type { WakeSignals } from '#platform/messaging/wake-signals.ts'
import type { DueWork } from '#platform/work/due-worker.ts'
import { type Decision, decide, type Waiting } from './escalation.rules.ts'

export type Decided = { waiting: Waiting; decision: Decision }

/** Storage of alerts that wait for rules. */
export type EscalationStore = {
  /** When the earliest row is due; null if none waits. */
  nextAt(): Promise<Date | null>
  /**
   * One transaction: claims up to `most` due rows, passes them to `decideAll`, and stores the decisions. Rows locked by
   * others are skipped and stay due.
   */
  settle(now: Date, most: number, decideAll: (waiting: readonly Waiting[]) => Decided[]): Promise<Decided[]>
  /**
   * Makes up to `most` rows due again that were given up or postponed to active hours, while their 24 hours last.
   * Returns how many.
   */
  reconsider(now: Date, most: number): Promise<number>
}

type Options = {
  store: EscalationStore
  wakeSignals: Pick<WakeSignals, 'send'>
  bus: Pick<Bus, 'publish'>
  /** Receives the number of fired rules. */
  onFired?: (count: number) => void
}

const AT_ONCE = 1_000
/** Delay before retrying rows that are due but locked. */
const HELD_AGAIN_MS = 50
/** If the clock was set back by more than this, times in the future may have been treated as past. */
const SET_BACK_MS = 1_000

/** The work of this instance's timer. */
export function escalate({ store, wakeSignals, bus, onFired }: Options): DueWork {
  let lookedAtMs: number | null = null
  return {
    name: 'escalations.fire',
    async nextAt() {
      const next = await store.nextAt()
      const isHeld = next !== null && lookedAtMs !== null && next.getTime() <= lookedAtMs
      return isHeld ? new Date(lookedAtMs! + HELD_AGAIN_MS) : next
    },
    async work(_database, now) {
      const nowMs = now.getTime()
      // A clock that was ahead may have given up or postponed rows wrongly, possibly before this start.
      if (lookedAtMs === null || nowMs < lookedAtMs - SET_BACK_MS) {
        while ((await store.reconsider(now, AT_ONCE)) === AT_ONCE) {}
      }
      lookedAtMs = nowMs
      const decided = await store.settle(now, AT_ONCE, (waiting) =>
        waiting.map((each) => ({ waiting: each, decision: decide(each, nowMs) })),
      )
      const fired = decided.filter(({ decision }) => decision.kind === 'fire').map(({ waiting }) => waiting)
      if (fired.length > 0) {
        onFired?.(fired.length)
        wakeSignals.send('notice')
        tell(bus, fired)
      }
      return decided.length === AT_ONCE
    },
  }
}

function tell(bus: Pick<Bus, 'publish'>, fired: readonly Waiting[]): void {
  for (const of of Map.groupBy(fired, ({ tenantId, unitId }) => `${tenantId} ${unitId}`).values()) {
    const { tenantId, unitId } = of[0]!
    bus.publish(tenantId, { type: 'alert-changed', alertIds: [...new Set(of.map(({ alertId }) => alertId))], unitId })
  }
}

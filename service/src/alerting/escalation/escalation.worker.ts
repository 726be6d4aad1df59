/**
 * Fires what is due, whatever instance looks first: claimed and decided under the alert's row lock in one transaction,
 * so that an alert that is being seen at this moment is not escalated afterwards. Requirement SET-05; performance.md P9.
 */
import type { Bus } from '#platform/messaging/bus.ts'
import type { WakeSignals } from '#platform/messaging/wake-signals.ts'
import type { DueWork } from '#platform/work/due-worker.ts'
import { type Decision, decide, type Waiting } from './escalation.rules.ts'

export type Decided = { waiting: Waiting; decision: Decision }

/** Where alerts wait for rules. */
export type EscalationStore = {
  /** When the earliest is due; null: none waits. */
  nextAt(): Promise<Date | null>
  /**
   * One transaction: claims up to `most` that are due, has them decided, and stores what was decided. Those that
   * somebody else holds are passed over and stay due.
   */
  settle(now: Date, most: number, decideAll: (waiting: readonly Waiting[]) => Decided[]): Promise<Decided[]>
  /**
   * Up to `most` that were given up, or put off to active hours, become due again while their 24 hours last; answers how
   * many.
   */
  reconsider(now: Date, most: number): Promise<number>
}

type Options = {
  store: EscalationStore
  wakeSignals: Pick<WakeSignals, 'send'>
  bus: Pick<Bus, 'publish'>
  /** Hears how many were fired. */
  onFired?: (count: number) => void
}

const AT_ONCE = 1_000
/** What is due but held by somebody else is tried again after this. */
const HELD_AGAIN_MS = 50
/** A clock that was set back by more than this makes a past of what was a future. */
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
      // By a clock that ran ahead, some were given up or put off wrongly; so they were perhaps before this start.
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

/**
 * Repeats alarms that nobody answers, and brings the next step forward when one reached nobody. Any instance may do it:
 * one decides about a site at a time, under the alerts' row locks, so that an alarm that is answered at this moment is
 * not repeated afterwards. Requirement NIGHT-04.
 */
import type { WakeSignals } from '#platform/messaging/wake-signals.ts'
import type { Database } from '#platform/postgres/database.ts'
import type { DueWork } from '#platform/work/due-worker.ts'
import {
  ALARMS_OF_SITE,
  claimChains,
  nextRound,
  reconsiderChains,
  SITES_AT_ONCE,
  storeChains,
} from './chain.queries.ts'
import { decideSite } from './chain.rules.ts'

type Options = {
  database: Database
  wakeSignals: Pick<WakeSignals, 'send'>
  /** Receives the number of alarms that are repeated. */
  onRound?: (count: number) => void
}

/** Delay before retrying rows that are due but locked. */
const LOCKED_AGAIN_MS = 50
/** If the clock was set back by more than this, times in the future may have been treated as past. */
const SET_BACK_MS = 1_000

/** The work of this instance's timer. */
export function repeatRounds({ database, wakeSignals, onRound }: Options): DueWork {
  let lookedAtMs: number | null = null
  return {
    name: 'alarms.repeat',
    async nextAt() {
      const next = await database.asPlatform('next round', nextRound)
      const isLocked = next !== null && lookedAtMs !== null && next.getTime() <= lookedAtMs
      return isLocked ? new Date(lookedAtMs! + LOCKED_AGAIN_MS) : next
    },
    async work(_database, now) {
      const nowMs = now.getTime()
      if (lookedAtMs === null || nowMs < lookedAtMs - SET_BACK_MS) {
        await database.asPlatform('reconsider rounds', (db) => reconsiderChains(db, now))
      }
      lookedAtMs = nowMs
      const { sites, decided, rounds } = await database.asPlatform('repeat alarms', async (db) => {
        const sites = [...Map.groupBy(await claimChains(db, now), ({ tenantId }) => tenantId).values()]
        const decided = sites.flatMap((chains) => decideSite(chains, nowMs))
        return { sites, decided, rounds: await storeChains(db, decided, now) }
      })
      if (rounds.length > 0) {
        onRound?.(rounds.length)
        wakeSignals.send('notice')
      }
      if (decided.some(({ decision }) => decision.kind === 'hurry')) wakeSignals.send('escalation')
      return (
        decided.length > 0 && (sites.length === SITES_AT_ONCE || sites.some((own) => own.length === ALARMS_OF_SITE))
      )
    },
  }
}

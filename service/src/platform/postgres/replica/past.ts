/** Reads of the past: on a standby where one is named and holds everything, otherwise where the caller says. SCALE-04, decision 0047. */
import type { Logger } from 'pino'
import type { Clock } from '../../clock.ts'
import { Failure } from '../../failure.ts'
import type { Sign } from '../../sign.ts'
import { openDatabase, type Scope, sqlState, type TenantDb } from '../database.ts'
import { createReplicaWatch } from './replica-watch.ts'

export type Past = {
  /**
   * Runs `work`, which only reads, on the replica; or `otherwise`, on the primary, also after a failure on the replica, so
   * `work` may run twice.
   */
  read<T>(scope: Scope, work: (db: TenantDb) => Promise<T>, otherwise: () => Promise<T>): Promise<T>
  /** For a start and for tests: asks the replica now. */
  look(): Promise<void>
  start(): void
  stop(): Promise<void>
  sign: Sign
}

/** Every read is the primary's. */
export const NO_REPLICA: Past = {
  read: (_scope, _work, otherwise) => otherwise(),
  look: async () => {},
  start: () => {},
  stop: async () => {},
  sign: { errors: () => [], figures: () => [] },
}

type PastOptions = {
  primaryUrl: string
  replicaUrl: string
  lagMaxMs: number
  clock: Clock
  log: Pick<Logger, 'warn' | 'info'>
}

/** Connects when started. Addresses are of the service's login role. */
export function openPast(options: PastOptions): Past {
  const replica = openDatabase({ url: options.replicaUrl })
  const watch = createReplicaWatch(options)
  const reads = { replica: 0, primary: 0 }

  return {
    async read(scope, work, otherwise) {
      if (await watch.reach()) {
        try {
          const result = await replica.asTenant(scope, work)
          reads.replica++
          return result
        } catch (error) {
          if (isAnswer(error)) throw error
          if (error instanceof Failure) watch.lose()
          options.log.warn(
            { err: error, sqlState: sqlState(error) },
            'A read on the replica failed; the primary answers.',
          )
        }
      }
      reads.primary++
      return otherwise()
    },
    look: watch.look,
    start: watch.start,
    stop: async () => void (await Promise.all([watch.stop(), replica.stop()])),
    sign: {
      errors: watch.sign.errors,
      figures: async () => [
        ...(await watch.sign.figures()),
        '# TYPE mimamori_past_reads_total counter',
        ...Object.entries(reads).map(([from, count]) => `mimamori_past_reads_total{from="${from}"} ${count}`),
      ],
    },
  }
}

/** What the primary would say, too: not a lost connection, nor a read that the standby broke off for its replay (40001). */
function isAnswer(error: unknown): boolean {
  return error instanceof Failure && error.key !== 'database-unavailable'
}

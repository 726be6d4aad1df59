/** Which files of the hub were damaged, for its log, the person at it, and the heartbeat. HUB-04. */
import type { DamagedStore } from '@mimamori/contract/fleet/heartbeat.ts'
import type { Clock } from './clock.ts'
import type { Log } from './log.ts'
import type { StoreWatch } from './store-file.ts'

type Store = DamagedStore['store']
type StoreDamagesOptions = { clock: Pick<Clock, 'now' | 'monotonicMs'>; log: Log; say?: (line: string) => void }

export class StoreDamages {
  readonly #options: StoreDamagesOptions
  readonly #atMs = new Map<Store, number>()

  constructor(options: StoreDamagesOptions) {
    this.#options = options
  }

  /** For opening that file. */
  watch(store: Store): StoreWatch {
    const { clock, log, say } = this.#options
    return {
      now: () => clock.now(),
      monotonicMs: () => clock.monotonicMs(),
      damaged: (atMs, reason) => {
        this.#atMs.set(store, Math.max(atMs, this.#atMs.get(store) ?? atMs))
        if (reason === null) return
        log('error', 'A damaged file was moved aside and a new one begun', { store, reason })
        say?.(`The file of the ${store} was damaged: it was moved aside, and a new one begins.`)
      },
    }
  }

  /** The last time for each file. */
  list(): DamagedStore[] {
    return [...this.#atMs].map(([store, atMs]) => ({ store, at: new Date(atMs).toISOString() }))
  }
}

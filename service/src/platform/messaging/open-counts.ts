/** What is open at the other instances: sockets and streams are limited over all of them. SCALE-03. */
import { hash } from 'node:crypto'
import type { Cancel, Clock } from '../clock.ts'
import type { Wire } from './wire.ts'

export type OpenCounts = {
  /** The number open under `key` at other instances, from the last message of each. */
  elsewhere(key: string): number
  /** Something was opened or closed here. */
  changed(): void
  stop(): void
}

type Options = {
  /** Null: this is the only instance. */
  wire: Wire | null
  clock: Clock
  /** The kind of what is counted, one word. */
  subject: string
  /** The keys of everything that is open here; a key is repeated once for each. */
  here(): Iterable<string>
}
type Elsewhere = { counts: ReadonlyMap<string, number>; untilMs: number }

/** Openings of a moment are one message, which has all that is open. */
const GATHER_MS = 200
/** Repeat interval, for an instance that started later or missed a message; and the lifetime of a count. */
const AGAIN_MS = 5_000
const COUNTS_MS = 3 * AGAIN_MS

/** Messages are small and may be lost: then limits are those of each instance for a few seconds. Keys leave it as hashes. */
export function createOpenCounts({ wire, clock, subject, here }: Options): OpenCounts {
  if (!wire) return { elsewhere: () => 0, changed() {}, stop() {} }
  const name = `open.${subject}`
  const instances = new Map<string, Elsewhere>()
  let cancel: Cancel | null = null
  let isGathering = false
  let isSaid = false

  const unsubscribe = wire.subscribe(name, ({ from, bytes }) => {
    const counts = new Map(JSON.parse(Buffer.from(bytes).toString('utf8')) as [string, number][])
    if (counts.size === 0) instances.delete(from)
    else instances.set(from, { counts, untilMs: clock.monotonicMs() + COUNTS_MS })
  })
  function say(): void {
    isGathering = false
    const counts = new Map<string, number>()
    for (const key of here()) counts.set(hashOf(key), (counts.get(hashOf(key)) ?? 0) + 1)
    if (counts.size > 0 || isSaid) wire!.publish(name, Buffer.from(JSON.stringify([...counts])))
    isSaid = counts.size > 0
    cancel = isSaid ? clock.after(AGAIN_MS, say) : null
  }

  return {
    elsewhere(key) {
      const nowMs = clock.monotonicMs()
      let count = 0
      for (const [from, { counts, untilMs }] of instances) {
        if (untilMs < nowMs) instances.delete(from)
        else count += counts.get(hashOf(key)) ?? 0
      }
      return count
    },
    changed() {
      // Not postponed by later changes: with constant changes nothing would ever be sent.
      if (isGathering) return
      isGathering = true
      cancel?.()
      cancel = clock.after(GATHER_MS, say)
    },
    stop() {
      cancel?.()
      unsubscribe()
    },
  }
}

const hashOf = (key: string) => hash('sha256', key, 'base64url')

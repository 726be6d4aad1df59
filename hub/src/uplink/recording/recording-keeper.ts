/**
 * Manages the segments that are retained on this hub by their site's policy. Deletes segments over the limits once the service
 * agreed, uploads archived ones, and compares both sides, so that the hub and the service have the same segments. REC-05.
 */

import { existsSync, rmSync } from 'node:fs'
import {
  RETAINED_COMPARE_MAX,
  RETAINED_DROP_MAX,
  RETAINED_WANTED_MAX,
  type RecordingRule,
} from '@mimamori/contract/footage/recording-on-hub.ts'
import { DAY_MS } from '@mimamori/contract/shared/duration.ts'
import type { Clock } from '#platform/clock.ts'
import type { Log } from '#platform/log.ts'
import { isFinal, type ServiceClient } from '../service-client.ts'
import type { RecordingItem, SegmentItem } from '../spool/recording-item.ts'
import type { RetainedStore } from '../spool/retained-store.ts'

type RecordingKeeperOptions = {
  retained: RetainedStore
  client: Pick<ServiceClient, 'call'>
  clock: Clock
  log: Log
  rule: () => RecordingRule
  /** Bytes to free on the disk; 0 or less: none. */
  missingBytes: () => number
  /** The header of this run, which must be sent before its segments. */
  initOf: (runId: string) => RecordingItem | undefined
  /** Segments were deleted because the disk was full. */
  onPressed: (items: readonly SegmentItem[]) => void
}

const BYTES_PER_GIGABYTE = 1e9
/** Interval of requests for wanted segments, because an order may be lost. */
const WANTED_EVERY_MS = 60_000
const COMPARE_EVERY_MS = DAY_MS
/** A service that does not support these calls is asked again after this time. */
const REFUSED_PAUSE_MS = 10 * 60_000

/** Progress of a walk through all ids; null: not running. */
type Walk = { after: string | null }

export class RecordingKeeper {
  readonly #options: RecordingKeeperOptions
  #wanted: Walk | null = { after: null }
  #wantedAtMs: number
  #compare: Walk | null = { after: null }
  #comparedAtMs: number
  #notBeforeMs = Number.NEGATIVE_INFINITY

  constructor(options: RecordingKeeperOptions) {
    this.#options = options
    this.#wantedAtMs = options.clock.monotonicMs()
    this.#comparedAtMs = this.#wantedAtMs
  }

  /** A user archived segments that are on this hub. */
  wanted(): void {
    this.#wanted ??= { after: null }
    this.#notBeforeMs = Number.NEGATIVE_INFINITY
  }

  /** Called regularly. */
  watch(): void {
    const nowMs = this.#options.clock.monotonicMs()
    if (nowMs - this.#wantedAtMs >= WANTED_EVERY_MS) this.#wanted ??= { after: null }
    if (nowMs - this.#comparedAtMs >= COMPARE_EVERY_MS) this.#compare ??= { after: null }
  }

  /** Whether there is work that needs the service. */
  get isDue(): boolean {
    if (this.#options.clock.monotonicMs() < this.#notBeforeMs) return false
    return this.#tooMuch().length > 0 || this.#wanted !== null || this.#compare !== null
  }

  /** Does a limited part of the work. Throws temporary errors of service and connection. */
  async step(signal: AbortSignal): Promise<void> {
    try {
      const tooMuch = this.#tooMuch()
      if (this.#wanted) await this.#fetchWanted(this.#wanted, signal)
      else if (tooMuch.length > 0) await this.#retire(tooMuch, signal)
      else if (this.#compare) await this.#comparePage(this.#compare, signal)
    } catch (error) {
      if (!isFinal(error, ['invalid-request', 'not-found', 'forbidden'])) throw error
      this.#notBeforeMs = this.#options.clock.monotonicMs() + REFUSED_PAUSE_MS
      this.#options.log('warn', 'The service does not look after recordings on hubs')
    }
  }

  /** The oldest segments that exceed the site's limits, or whose space is needed. */
  #tooMuch(): SegmentItem[] {
    const { retained, clock, rule, missingBytes } = this.#options
    const { days, gigabytes } = rule()
    const beforeMs = days === null ? Number.NEGATIVE_INFINITY : clock.now() - days * DAY_MS
    const limitBytes = gigabytes === null ? Number.POSITIVE_INFINITY : gigabytes * BYTES_PER_GIGABYTE
    let excessBytes = Math.max(retained.byteLength - limitBytes, missingBytes())
    const isOver = ({ startedAtMs, durationMs }: SegmentItem) => startedAtMs + durationMs < beforeMs || excessBytes > 0
    const [first] = retained.oldest(1)
    if (!first || !isOver(first)) return []
    return retained.oldest(RETAINED_DROP_MAX).filter((item) => {
      const goes = isOver(item)
      excessBytes -= item.byteLength
      return goes
    })
  }

  /** Segments that are archived are uploaded instead. */
  async #retire(items: readonly SegmentItem[], signal: AbortSignal): Promise<void> {
    const { retained, client, missingBytes, onPressed } = this.#options
    const isPressed = missingBytes() > 0
    const ids = items.map(({ id }) => id)
    const { archived } = await client.call('recording.dropRetained', { body: { ids, isGone: false } }, signal)
    retained.release(archived, { mustUpload: true })
    const gone = retained.forget(ids)
    for (const { path } of gone) rmSync(path, { force: true })
    if (isPressed && gone.length > 0) onPressed(gone)
  }

  async #fetchWanted(walk: Walk, signal: AbortSignal): Promise<void> {
    const { retained, client, clock } = this.#options
    const query = walk.after === null ? {} : { after: walk.after }
    const { ids } = await client.call('recording.wantedRetained', { query }, signal)
    retained.release(ids, { mustUpload: true })
    // Report missing segments at once, so that nobody waits for them.
    if (ids.some((id) => !retained.isWaiting(id))) this.#compare ??= { after: null }
    const isOver = ids.length < RETAINED_WANTED_MAX
    this.#wanted = isOver ? null : { after: ids.at(-1)! }
    if (isOver) this.#wantedAtMs = clock.monotonicMs()
  }

  /** Reports segments that the service does not know; the service finds missing ones in the list. */
  async #comparePage(walk: Walk, signal: AbortSignal): Promise<void> {
    const { retained, client, clock, log, initOf } = this.#options
    const { after } = walk
    // The list includes waiting items: the service may know them although its acknowledgement was lost.
    const page = retained.page(after, RETAINED_COMPARE_MAX / 2)
    const isLast = page.length < RETAINED_COMPARE_MAX / 2
    const waiting = retained.waiting(after, isLast ? null : page.at(-1)!.id).slice(0, RETAINED_COMPARE_MAX / 2)
    const isCut = waiting.length === RETAINED_COMPARE_MAX / 2
    const until = isCut ? waiting.at(-1)! : isLast ? null : page.at(-1)!.id
    const within = page.filter(({ id }) => until === null || id <= until)
    const lost = retained.forget(within.filter(({ path }) => !existsSync(path)).map(({ id }) => id))
    if (lost.length > 0) log('warn', 'Recorded segments are gone from the disk', { segments: lost.length })
    const ids = [...within.filter(({ id }) => retained.has(id)).map(({ id }) => id), ...waiting]
    const answer = await client.call('recording.compareRetained', { body: { after, until, ids } }, signal)
    const unknown = within.filter(({ id }) => answer.unknown.includes(id))
    for (const runId of new Set(unknown.map((item) => item.runId))) {
      const own = unknown.filter((item) => item.runId === runId).map(({ id }) => id)
      const init = initOf(runId)
      retained.release(own, { mustUpload: false }, init ? [init] : [])
    }
    if (answer.isMore) return
    this.#compare = until === null ? null : { after: until }
    if (until === null) this.#comparedAtMs = clock.monotonicMs()
  }
}

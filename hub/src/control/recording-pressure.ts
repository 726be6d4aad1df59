/** Free space on the hub's disk: which recordings are removed when it is full, and how that is reported. */
import { rmSync } from 'node:fs'
import { RETAINED_DROP_MAX } from '@mimamori/contract/footage/recording-on-hub.ts'
import { type Clock, uuidV7 } from '#platform/clock.ts'
import type { Log } from '#platform/log.ts'
import { type Disk, retainedFreeBytes } from '#uplink/recording/recording-room.ts'
import type { RecordingStore } from '#uplink/recording/recording-store.ts'
import type { RecordingItem, SegmentItem } from '#uplink/spool/recording-item.ts'
import { DISK } from '#uplink/spool/spool-room.ts'
import { GAP_LEAST_MS } from './recording-gaps.ts'

type RecordingPressureOptions = {
  store: RecordingStore
  folder: string
  disk?: Disk
  clock: Clock
  log: Log
  /** Current data rate of all recordings. */
  bytesPerSecond: () => number
  /** Reports to the service. */
  add: (item: RecordingItem) => void
}

/** Below this share of the space to keep free, retained recordings are removed without asking the service. */
const PRESSING_SHARE = 0.875
/** Segments examined in one round. */
const ROUND = 50

export class RecordingPressure {
  readonly #options: RecordingPressureOptions

  constructor(options: RecordingPressureOptions) {
    this.#options = options
  }

  /** Bytes to remove so that this share of the space to keep free is free; 0 or less: none. */
  missingBytes(share = 1): number {
    const { folder, disk = DISK, bytesPerSecond } = this.#options
    const limitBytes = retainedFreeBytes(disk.totalBytes(folder), bytesPerSecond())
    return limitBytes * share - disk.freeBytes(folder)
  }

  /**
   * Removes the oldest segments first, retained ones before ones that wait for upload. While there is time, asks the service
   * first. Leaves archived segments alone: the service has them, or they wait for upload.
   */
  make(): void {
    const { store } = this.#options
    this.#dropRetained(this.missingBytes(PRESSING_SHARE))
    if (store.retained.byteLength > 0) return
    let missingBytes = this.missingBytes()
    const removed: SegmentItem[] = []
    for (let oldest = this.#oldest(missingBytes); oldest.length > 0; oldest = this.#oldest(missingBytes)) {
      for (const item of oldest) {
        if (missingBytes <= 0) break
        rmSync(item.path, { force: true })
        store.drop(item)
        missingBytes -= item.byteLength
        removed.push(item)
      }
    }
    if (removed.length > 0) this.tell(removed)
  }

  /** Removes without asking; the service gets a report afterwards. */
  #dropRetained(bytes: number): void {
    const { clock, store } = this.#options
    const { retained } = store
    for (let missingBytes = bytes; missingBytes > 0 && retained.byteLength > 0; ) {
      const oldest = takeWhileMissing(retained.oldest(RETAINED_DROP_MAX), missingBytes)
      const ids = oldest.map(({ id }) => id)
      const { cameraId } = oldest[0]!
      for (const { path, byteLength } of retained.forget(ids, [
        { kind: 'gone', id: uuidV7(clock.now()), cameraId, ids },
      ])) {
        rmSync(path, { force: true })
        missingBytes -= byteLength
      }
      this.tell(oldest)
    }
  }

  /** Reports removed segments: the times that they covered become gaps. */
  tell(removed: readonly SegmentItem[]): void {
    const { log, clock, add } = this.#options
    log('warn', 'The disk is full: the oldest recordings went', { segments: removed.length })
    for (const gap of spansOf(removed)) add({ kind: 'gap', id: uuidV7(clock.now()), ...gap, cause: 'disk-full' })
  }

  #oldest(missingBytes: number): SegmentItem[] {
    return missingBytes > 0 ? this.#options.store.oldestSegments(ROUND) : []
  }
}

/** The shortest prefix that adds up to a number of bytes. */
function takeWhileMissing(items: readonly SegmentItem[], bytes: number): SegmentItem[] {
  let missingBytes = bytes
  return items.filter(({ byteLength }) => {
    const isNeeded = missingBytes > 0
    missingBytes -= byteLength
    return isNeeded
  })
}

type Span = { cameraId: string; startedAtMs: number; endedAtMs: number }

/** The time spans of the segments, by camera; adjacent segments are merged. */
function spansOf(items: readonly SegmentItem[]): Span[] {
  const spans: Span[] = []
  for (const { cameraId, startedAtMs, durationMs } of items) {
    const endedAtMs = startedAtMs + durationMs
    const span = spans.findLast((one) => one.cameraId === cameraId)
    if (span && startedAtMs - span.endedAtMs < GAP_LEAST_MS) span.endedAtMs = endedAtMs
    else spans.push({ cameraId, startedAtMs, endedAtMs })
  }
  return spans
}

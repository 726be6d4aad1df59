/**
 * The feature log of one camera: measurements and each app's gate, second by second. In memory for a few
 * seconds, then handed over. Requirements METRIC-02, APP-06.
 */

import type { DesiredCamera } from '@mimamori/contract/fleet/hub.ts'
import {
  type BedState,
  emptySecond,
  GATES,
  type Gate,
  type LoggedApp,
  type MeasuredSecond,
  SHARE_UNIT,
} from '@mimamori/contract/insight/measurement-block.ts'
import type { AlertAppCode } from '@mimamori/contract/shared/apps.ts'

/** One analyzed frame. Shares as in the apps' frames. */
export type LoggedFrame = {
  atMs: number
  isReliable: boolean
  bed: BedState
  people: number
  insideShare: number
  outsideShare: number
  /** Measured in A003's regions; null: it does not run. */
  motion: { changedShare: number; movingShare: number } | null
  /** The largest foreground component; sides in pixels. */
  blob: { width: number; height: number } | null
  imageHeight: number
  /** Gates of the running apps. */
  gates: ReadonlyMap<AlertAppCode, Gate>
  marks: number
}

/** Rows of one camera that were measured with these settings. */
export type SecondsMessage = { cameraId: string; apps: LoggedApp[]; rows: MeasuredSecond[] }

/** Interval of hand-overs: a killed worker loses at most this much. */
const HAND_OVER_SECONDS = 10
/** A larger jump of the clock starts a new block; a shorter absence of the camera gives seconds without frames. */
const GAP_SECONDS_MAX = 120
const BYTE_MAX = 255
const RANK = new Map(GATES.map((gate, rank) => [gate, rank]))

export class SecondLog {
  readonly #cameraId: string
  readonly #handOver: (message: SecondsMessage) => void
  #apps: LoggedApp[] = []
  #rows: MeasuredSecond[] = []
  #row: MeasuredSecond | null = null
  #frames = 0
  #inside = 0
  #outside = 0
  #lastFrameMs: number | null = null

  constructor(cameraId: string, handOver: (message: SecondsMessage) => void) {
    this.#cameraId = cameraId
    this.#handOver = handOver
  }

  /** Sets the apps' settings for the following seconds. */
  configure({ apps }: Pick<DesiredCamera, 'apps'>): void {
    const logged = apps.map(loggedOf)
    if (JSON.stringify(logged) === JSON.stringify(this.#apps)) return
    this.#flush()
    this.#apps = logged
  }

  add(frame: LoggedFrame): void {
    this.#turnTo(Math.floor(frame.atMs / 1000))
    const row = this.#row
    if (!row || Math.floor(frame.atMs / 1000) < row.second) return
    const gapMs = this.#lastFrameMs === null ? 0 : Math.max(0, frame.atMs - this.#lastFrameMs)
    this.#lastFrameMs = frame.atMs
    row.frames = Math.min(BYTE_MAX, row.frames + 1)
    row.gapTenths = Math.max(row.gapTenths, Math.min(BYTE_MAX, Math.round(gapMs / 100)))
    for (const [appCode, gate] of frame.gates) row.gates[appCode] = further(row.gates[appCode], gate)
    row.marks |= frame.marks
    if (!frame.isReliable) return
    row.isReliable = true
    row.bed = frame.bed
    row.people = Math.max(row.people, Math.min(BYTE_MAX, frame.people))
    this.#frames++
    this.#inside += frame.insideShare
    this.#outside += frame.outsideShare
    row.changedShare = Math.max(row.changedShare, units(frame.motion?.changedShare ?? 0))
    row.movingShare = Math.max(row.movingShare, units(frame.motion?.movingShare ?? 0))
    const { blob, imageHeight } = frame
    if (!blob || blob.height * 100 <= row.blobHeightPercent * imageHeight) return
    row.blobHeightPercent = Math.round((100 * blob.height) / imageHeight)
    row.blobAspectTenths = Math.min(BYTE_MAX, Math.round((10 * blob.height) / Math.max(1, blob.width)))
  }

  /** Adds seconds without frames; call it every few seconds. The last two are left out: their frames may still arrive. */
  tick(nowMs: number): void {
    this.#turnTo(Math.floor(nowMs / 1000) - 2)
  }

  /** Hands over all rows. */
  end(): void {
    this.#close()
    this.#flush()
  }

  #turnTo(second: number): void {
    const now = this.#row?.second ?? null
    if (now === null || second < now - GAP_SECONDS_MAX || second > now + GAP_SECONDS_MAX) {
      this.end()
      this.#row = this.#begun(second)
      return
    }
    for (let next = now + 1; next <= second; next++) {
      this.#close()
      this.#row = this.#begun(next)
    }
  }

  #begun(second: number): MeasuredSecond {
    const row = emptySecond(second)
    for (const { appCode } of this.#apps) row.gates[appCode] = 'no-frames'
    this.#frames = 0
    this.#inside = 0
    this.#outside = 0
    return row
  }

  #close(): void {
    const row = this.#row
    if (!row) return
    this.#row = null
    row.insideShare = units(this.#frames === 0 ? 0 : this.#inside / this.#frames)
    row.outsideShare = units(this.#frames === 0 ? 0 : this.#outside / this.#frames)
    this.#rows.push(row)
    // The alert may be opened at once, so its last seconds are sent at once.
    if (this.#rows.length >= HAND_OVER_SECONDS || isRaisedIn(row)) this.#flush()
  }

  #flush(): void {
    if (this.#rows.length > 0) this.#handOver({ cameraId: this.#cameraId, apps: this.#apps, rows: this.#rows })
    this.#rows = []
  }
}

/** Whether an app raised an incident in that second. */
export const isRaisedIn = ({ gates }: MeasuredSecond): boolean => Object.values(gates).includes('raised')

function loggedOf({ settings }: DesiredCamera['apps'][number]): LoggedApp {
  const { appCode, sensitivity, snoozeSeconds } = settings
  if (settings.appCode === 'A006') return { appCode, sensitivity, snoozeSeconds, crossPercent: settings.crossPercent }
  if (settings.appCode !== 'A003') return { appCode, sensitivity, snoozeSeconds }
  const { pixelChangePercent, motionDurationSeconds } = settings
  return { appCode, sensitivity, snoozeSeconds, pixelChangePercent, motionDurationSeconds }
}

function further(a: Gate, b: Gate): Gate {
  return RANK.get(b)! > RANK.get(a)! ? b : a
}

function units(share: number): number {
  return Math.min(SHARE_UNIT, Math.max(0, Math.round(share * SHARE_UNIT)))
}

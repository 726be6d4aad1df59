/** Helpers for the hub's tests: events, temporary folders, a clock that tests control, and waiting for conditions. */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DesiredCamera } from '@mimamori/contract/fleet/hub.ts'
import type { AlertRaised } from '@mimamori/contract/fleet/hub-event.ts'
import { type CorrectedClock, uuidV7 } from '../clock.ts'

export const CAMERA_ID = '01977c5e-0000-7000-8000-0000000000c1'

/** Creates a temporary folder, and returns how to remove it. */
export function temporaryFolder(): { path: string; remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), 'mimamori-hub-'))
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}

let madeIds = 0

export function alertRaised(more: Partial<AlertRaised> = {}): AlertRaised {
  madeIds++
  return {
    type: 'alert-raised',
    alertId: uuidV7(1_795_000_000_000 + madeIds),
    cameraId: CAMERA_ID,
    appCode: 'A003',
    severity: 'low',
    occurredAt: '2026-11-20T01:00:00.000Z',
    detections: [],
    thumbnail: null,
    blurredThumbnail: null,
    people: 'clear',
    hasClip: false,
    ...more,
  }
}

export function desiredCamera(more: Partial<DesiredCamera> = {}): DesiredCamera {
  return {
    cameraId: CAMERA_ID,
    version: 1,
    name: 'Room 101',
    streamUrl: 'scene:room-101',
    subStreamUrl: '',
    isSubStreamSameView: false,
    angle: 0,
    username: null,
    password: null,
    isBasicAllowed: false,
    certificate: null,
    vendor: null,
    isEnabled: true,
    beds: [],
    seats: [],
    doors: [],
    apps: [],
    recording: null,
    live: { schedule: null },
    timezone: 'Asia/Tokyo',
    clipBeforeSeconds: 5,
    clipAfterSeconds: 10,
    snapshotEverySeconds: 10,
    privacy: { level: 'none', masks: [] },
    hasBlurredClips: false,
    hasClips: true,
    viewAcceptedAt: null,
    homePreset: '',
    input: null,
    extraConfig: '',
    ...more,
  }
}

/** A random id. */
export const anyId = (): string => randomUUID()

/** Resolves once `condition` holds; the test's own time limit ends the wait. */
export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 2))
}

type Timer = { atMs: number; work: () => void }

export type ManualClock = CorrectedClock & {
  /** Advances time and runs due timers, in order; lets promises resolve in between. */
  advance(ms: number): Promise<void>
  /** Delays of the pending timers, ms. */
  readonly pauses: number[]
}

/** A clock that stands still until it is moved. */
export function manualClock(startMs = Date.UTC(2026, 10, 20)): ManualClock {
  let nowMs = startMs
  let offsetMs = 0
  const timers = new Set<Timer>()
  return {
    now: () => nowMs + offsetMs,
    monotonicMs: () => nowMs - startMs,
    after(delayMs, work) {
      const timer = { atMs: nowMs + delayMs, work }
      timers.add(timer)
      return () => timers.delete(timer)
    },
    correct(serviceNowMs) {
      offsetMs = serviceNowMs - nowMs
    },
    get offsetMs() {
      return offsetMs
    },
    get pauses() {
      return [...timers].map(({ atMs }) => atMs - nowMs)
    },
    async advance(ms) {
      const endMs = nowMs + ms
      for (;;) {
        const due = [...timers].filter(({ atMs }) => atMs <= endMs).sort((one, other) => one.atMs - other.atMs)[0]
        if (!due) break
        timers.delete(due)
        nowMs = Math.max(nowMs, due.atMs)
        due.work()
        await new Promise((resolve) => setImmediate(resolve))
      }
      nowMs = endMs
    },
  }
}

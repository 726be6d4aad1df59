/**
 * Who is alive. Heartbeats are collected in memory and written together, since at thousands of hubs a transaction for
 * each would be most of the work; what a crash loses is heard again 10 s later. CAM-15; performance.md P8.
 */

import { HUB_SILENT } from '@mimamori/contract/camera/status-reason.ts'
import { HUB_OFFLINE_AFTER_SECONDS } from '@mimamori/contract/fleet/heartbeat.ts'
import type { Cancel, Clock } from '#platform/clock.ts'
import type { Bus } from '#platform/messaging/bus.ts'
import type { Mail } from '#platform/messaging/mail.ts'
import type { WakeSignals } from '#platform/messaging/wake-signals.ts'
import { type Database, isDataError } from '#platform/postgres/database.ts'
import { publishHubChange } from '#shared/hub-news.ts'
import {
  type CameraState,
  type Heartbeat,
  type StatusChange,
  saveHeartbeats,
  turnOffline,
} from './hub.heartbeat.queries.ts'
import { raiseSilences, SILENCE_RAISED_AFTER_MS } from './hub.silence.alerts.ts'
import { mailSilences, SILENCE_MAILED_AFTER_MS } from './hub.silence.ts'

/** Collected heartbeats are written this often; a camera that came or went is written at once. */
const FLUSH_EVERY_MS = 1_500
/** Thousands that come back together took longer than one statement may, and were then tried in vain for ever. */
const MOST_AT_ONCE = 500
const SWEEP_EVERY_MS = 2_000
/** A sweep this late means that the machine slept or was stopped, and received no heartbeats. */
const ASLEEP_MS = 10_000

export type Heartbeats = {
  /** Takes a heartbeat; it is written a moment later. */
  hear(beat: Heartbeat): void
  /** Writes what waits. Throws what the database throws; then it waits still. */
  flush(): Promise<void>
  /** Looks for hubs that fell silent. */
  sweep(): Promise<void>
  start(): void
  /** Ends the timers and writes what waits. */
  stop(): Promise<void>
}

type Options = {
  database: Database
  bus: Bus
  wakeSignals: WakeSignals
  mail: Pick<Mail, 'send'>
  clock: Clock
  onError: (error: unknown) => void
}

/** Creates the collector of this instance. */
export function createHeartbeats({ database, bus, wakeSignals, mail, clock, onError }: Options): Heartbeats {
  const waiting = new Map<string, Heartbeat>()
  /** By hub: what was last written of its cameras, to see at once when one comes or goes. */
  const known = new Map<string, string>()
  const timers = new Set<Cancel>()
  let flushed = Promise.resolve()
  let listeningSince = clock.now()
  let lastSweepAt = clock.now()

  function publish(changes: readonly StatusChange[]) {
    for (const { tenantId, cameraId, unitId } of changes) {
      bus.publish(tenantId, { type: 'camera-changed', cameraId, unitId })
    }
  }
  /** What one hub says wrongly must not keep the others from being written: the batch is halved until it is alone. */
  async function save(beats: readonly Heartbeat[]): Promise<StatusChange[]> {
    try {
      return await database.asPlatform('heartbeats', (db) => saveHeartbeats(db, beats))
    } catch (error) {
      if (!isDataError(error)) throw error
      if (beats.length === 1) {
        onError(error)
        return []
      }
      const half = beats.length >> 1
      return [...(await save(beats.slice(0, half))), ...(await save(beats.slice(half)))]
    }
  }
  async function write() {
    const beats = [...waiting.values()]
    if (beats.length === 0) return
    waiting.clear()
    let saved = 0
    try {
      for (; saved < beats.length; saved += MOST_AT_ONCE) publish(await save(beats.slice(saved, saved + MOST_AT_ONCE)))
    } catch (error) {
      // A newer one that came meanwhile stays.
      for (const beat of beats.slice(saved)) if (!waiting.has(beat.hubId)) waiting.set(beat.hubId, beat)
      throw error
    }
  }
  /** One after the other, so that an older state never overwrites a newer one. */
  function flush(): Promise<void> {
    flushed = flushed.catch(() => {}).then(write)
    return flushed
  }
  async function sweep() {
    const now = clock.now()
    if (now.getTime() - lastSweepAt.getTime() > SWEEP_EVERY_MS + ASLEEP_MS) listeningSince = now
    lastSweepAt = now
    const cutoff = new Date(now.getTime() - HUB_OFFLINE_AFTER_SECONDS * 1000)
    // Nobody is silent before this instance has listened long enough itself.
    if (listeningSince > cutoff) return
    await flush()
    publish(await database.asPlatform('hubs gone silent', (db) => turnOffline(db, cutoff, HUB_SILENT, now)))
    const listenedMs = now.getTime() - listeningSince.getTime()
    if (listenedMs >= SILENCE_RAISED_AFTER_MS) await raiseSilences({ database, bus, wakeSignals }, now, cutoff)
    if (listenedMs >= SILENCE_MAILED_AFTER_MS) await mailSilences({ database, mail }, now)
  }
  function repeat(everyMs: number, work: () => Promise<void>) {
    const cancel = clock.after(everyMs, () => {
      timers.delete(cancel)
      repeat(everyMs, work)
      work().catch(onError)
    })
    timers.add(cancel)
  }

  return {
    hear(beat) {
      waiting.set(beat.hubId, beat)
      const states = `${beat.machine?.running}\n${statesOf(beat.cameras)}`
      if (known.get(beat.hubId) === states) return
      known.set(beat.hubId, states)
      flush().then(() => publishHubChange(bus, beat.tenantId, beat.hubId), onError)
    },
    flush,
    sweep,
    start() {
      listeningSince = clock.now()
      lastSweepAt = clock.now()
      repeat(FLUSH_EVERY_MS, flush)
      repeat(SWEEP_EVERY_MS, sweep)
    },
    async stop() {
      for (const cancel of timers) cancel()
      await flush().catch(onError)
    },
  }
}

function statesOf(cameras: readonly CameraState[]): string {
  return cameras
    .map(({ cameraId, isOnline, reason, running }) => `${cameraId} ${isOnline} ${running} ${JSON.stringify(reason)}`)
    .join('\n')
}

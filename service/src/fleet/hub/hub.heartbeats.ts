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
import { isWritten, type Known, knownOf } from './hub.heartbeat.known.ts'
import { type Heartbeat, type StatusChange, saveHeartbeats, turnOffline } from './hub.heartbeat.queries.ts'
import { raiseSilences, SILENCE_RAISED_AFTER_MS } from './hub.silence.alerts.ts'
import { mailSilences, SILENCE_MAILED_AFTER_MS } from './hub.silence.ts'

/**
 * Collected heartbeats are written this often, and hubs looked for that were last heard by an instance that is gone; a camera that
 * came or went is written at once.
 */
const SWEEP_EVERY_MS = 2_000
/** Thousands that come back together took longer than one statement may, and were then tried in vain for ever. */
const MOST_AT_ONCE = { hubs: 1_000, cameras: 5_000 }
const SILENT_MS = HUB_OFFLINE_AFTER_SECONDS * 1000
/** A timer may be early by a little, and would find nobody silent yet. */
const SILENT_BY_MS = SILENT_MS + 5
/** Hubs that fall silent together, as in a power cut, are found together. */
const SILENCES_APART_MS = 500
/** A sweep this late means that the machine slept or was stopped, and received no heartbeats. */
const ASLEEP_MS = 10_000

export type Heartbeats = {
  /** Takes a heartbeat; it is written a moment later. `line`: the connection on which it came, null for a call. */
  hear(beat: Heartbeat, line: object | null): void
  /** Writes what waits. Throws what the database throws; then it waits still. */
  flush(): Promise<void>
  /** Writes what waits, and looks for hubs that fell silent. */
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
  const waiting = new Map<string, Waiting>()
  /** By hub: its cameras, to see at once when one comes or goes. */
  const known = new Map<string, Known>()
  const silences = createSilenceWatch(clock, () => void sweep().catch(onError))
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
      while (saved < beats.length) {
        const batch = firstOf(beats, saved)
        publish(await save(batch.map(({ beat }) => beat)))
        for (const { beat, of, isWhole } of batch) {
          of.heardAtMs = beat.receivedAt.getTime()
          if (isWhole) of.writtenAtMs = of.heardAtMs
        }
        saved += batch.length
      }
    } catch (error) {
      // A newer one that came meanwhile stays.
      for (const one of beats.slice(saved)) if (!waiting.has(one.beat.hubId)) waiting.set(one.beat.hubId, one)
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
    const cutoff = new Date(now.getTime() - SILENT_MS)
    await flush()
    // Nobody is silent before this instance has listened long enough itself.
    if (listeningSince > cutoff) return
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
    hear(beat, line) {
      const { hubId, tenantId, receivedAt } = beat
      silences.heard(hubId, receivedAt.getTime())
      const [now, before] = [knownOf(beat, line), known.get(hubId)]
      if (before && isWritten(now, before, receivedAt.getTime())) {
        waiting.set(hubId, { beat: { ...beat, cameras: [] }, of: before, isWhole: false })
        return
      }
      waiting.set(hubId, { beat, of: now, isWhole: true })
      known.set(hubId, now)
      if (now.states === before?.states) return
      flush().then(() => publishHubChange(bus, tenantId, hubId), onError)
    },
    flush,
    sweep,
    start() {
      listeningSince = clock.now()
      lastSweepAt = clock.now()
      repeat(SWEEP_EVERY_MS, sweep)
      silences.start()
    },
    async stop() {
      silences.stop()
      for (const cancel of timers) cancel()
      await flush().catch(onError)
    },
  }
}

/** `of`: what is known by it. `isWhole`: its cameras are in it. */
type Waiting = { beat: Heartbeat; of: Known; isWhole: boolean }

/** So many, from there on, as may be written at once. */
function firstOf(beats: readonly Waiting[], from: number): Waiting[] {
  let [end, cameras] = [from, 0]
  while (end < beats.length && end - from < MOST_AT_ONCE.hubs) {
    cameras += beats[end]!.beat.cameras.length
    if (end > from && cameras > MOST_AT_ONCE.cameras) break
    end++
  }
  return beats.slice(from, end)
}

/**
 * Calls `onSilence` when a hub that was heard here has been silent for too long, without a look at those that are not: the one
 * heard longest ago is due first.
 */
function createSilenceWatch(clock: Clock, onSilence: () => void) {
  /** When each was last heard, in that order. */
  const heardAtMs = new Map<string, number>()
  let isStarted = false
  let cancel: Cancel | null = null
  let calledAtMs = Number.NEGATIVE_INFINITY

  function arm() {
    const first = heardAtMs.values().next().value
    if (!isStarted || cancel || first === undefined) return
    const dueAtMs = Math.max(first + SILENT_BY_MS, calledAtMs + SILENCES_APART_MS)
    cancel = clock.after(dueAtMs - clock.now().getTime(), look)
  }
  function look() {
    cancel = null
    const nowMs = clock.now().getTime()
    const before = heardAtMs.size
    for (const [hubId, atMs] of heardAtMs) {
      if (atMs >= nowMs - SILENT_MS) break
      heardAtMs.delete(hubId)
    }
    if (heardAtMs.size < before) {
      calledAtMs = nowMs
      onSilence()
    }
    arm()
  }
  return {
    heard(hubId: string, atMs: number) {
      heardAtMs.delete(hubId)
      heardAtMs.set(hubId, atMs)
      arm()
    },
    start() {
      isStarted = true
      arm()
    },
    stop() {
      isStarted = false
      cancel?.()
    },
  }
}

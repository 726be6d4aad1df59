/**
 * Tracks which hubs are alive. Heartbeats are collected in memory and written together: at thousands of hubs, one
 * transaction each would be most of the load. Heartbeats lost in a crash are repeated 10 s later. CAM-15;
 * performance.md P8.
 */

import { HUB_SILENT } from '@mimamori/contract/camera/status-reason.ts'
import { HUB_OFFLINE_AFTER_SECONDS } from '@mimamori/contract/fleet/heartbeat.ts'
import type { Cancel, Clock } from '#platform/clock.ts'
import type { Bus } from '#platform/messaging/bus.ts'
import type { Mail } from '#platform/messaging/mail.ts'
import type { WakeSignals } from '#platform/messaging/wake-signals.ts'
import { type Database, isDataError } from '#platform/postgres/database.ts'
import { publishHubChange } from '#shared/hub.ts'
import { isWritten, type Known, knownOf } from './hub.heartbeat.known.ts'
import { type Heartbeat, type StatusChange, saveHeartbeats, turnOffline } from './hub.heartbeat.queries.ts'
import { raiseSilences, SILENCE_RAISED_AFTER_MS } from './hub.silence.alerts.ts'
import { mailSilences, SILENCE_MAILED_AFTER_MS } from './hub.silence.ts'

/**
 * Interval for writing collected heartbeats, and for finding hubs whose instance died. A camera that came or went is
 * written at once.
 */
const SWEEP_EVERY_MS = 2_000
/**
 * Limits of one statement: when thousands of hubs return together, a larger one would exceed the statement timeout on
 * every retry.
 */
const MOST_AT_ONCE = { hubs: 1_000, cameras: 5_000 }
const SILENT_MS = HUB_OFFLINE_AFTER_SECONDS * 1000
/** A timer may fire slightly early, and would then find no silent hub. */
const SILENT_BY_MS = SILENT_MS + 5
/** Hubs that fall silent together, as in a power cut, are found together. */
const SILENCES_APART_MS = 500
/** A sweep this late means that the machine slept or was suspended, and received no heartbeats. */
const ASLEEP_MS = 10_000

export type Heartbeats = {
  /** Takes a heartbeat; it is written a moment later. `line`: the connection on which it came. */
  hear(beat: Heartbeat, line: object): void
  /** Writes what waits. Throws what the database throws; then it waits still. */
  flush(): Promise<void>
  /** Writes the waiting heartbeats, and looks for hubs that fell silent. */
  sweep(): Promise<void>
  start(): void
  /** Ends the timers and writes the waiting heartbeats. */
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
  /** By hub: its cameras, to detect at once when one comes or goes. */
  const known = new Map<string, Known>()
  const silences = createSilenceWatch(clock, () => void sweep().catch(onError))
  const timers = new Set<Cancel>()
  let flushed = Promise.resolve()
  /** Monotonic: a wall clock that was ahead for a moment would stop the detection of silent hubs for hours. */
  let listeningSinceMs = clock.monotonicMs()
  let lastSweepAt = clock.now()

  function publish(changes: readonly StatusChange[]) {
    for (const { tenantId, cameraId, unitId } of changes) {
      bus.publish(tenantId, { type: 'camera-changed', cameraId, unitId })
    }
  }
  /** Invalid data of one hub must not block the others: the batch is halved until the hub is isolated. */
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
      // Keep a newer one that arrived meanwhile.
      for (const one of beats.slice(saved)) if (!waiting.has(one.beat.hubId)) waiting.set(one.beat.hubId, one)
      throw error
    }
  }
  /** Flushes run one after the other, so that an older state never overwrites a newer one. */
  function flush(): Promise<void> {
    flushed = flushed.catch(() => {}).then(write)
    return flushed
  }
  async function sweep() {
    const now = clock.now()
    if (now.getTime() - lastSweepAt.getTime() > SWEEP_EVERY_MS + ASLEEP_MS) listeningSinceMs = clock.monotonicMs()
    lastSweepAt = now
    const cutoff = new Date(now.getTime() - SILENT_MS)
    const listenedMs = clock.monotonicMs() - listeningSinceMs
    await flush()
    // No hub counts as silent before this instance has listened long enough.
    if (listenedMs < SILENT_MS) return
    publish(await database.asPlatform('hubs gone silent', (db) => turnOffline(db, cutoff, HUB_SILENT, now)))
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
      silences.heard(hubId)
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
      listeningSinceMs = clock.monotonicMs()
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

/** `of`: the state known from it. `isWhole`: it includes the hub's cameras. */
type Waiting = { beat: Heartbeat; of: Known; isWhole: boolean }

/** The longest run from `from` that may be written at once. */
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
 * Calls `onSilence` when a hub of this instance has been silent for too long. It does not scan all hubs: the hub with
 * the oldest heartbeat is due first.
 */
function createSilenceWatch(clock: Clock, onSilence: () => void) {
  /** Time of each hub's last heartbeat, in that order. */
  const heardAtMs = new Map<string, number>()
  let isStarted = false
  let cancel: Cancel | null = null
  let calledAtMs = Number.NEGATIVE_INFINITY

  function arm() {
    const first = heardAtMs.values().next().value
    if (!isStarted || cancel || first === undefined) return
    const dueAtMs = Math.max(first + SILENT_BY_MS, calledAtMs + SILENCES_APART_MS)
    cancel = clock.after(dueAtMs - clock.monotonicMs(), look)
  }
  function look() {
    cancel = null
    const nowMs = clock.monotonicMs()
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
    heard(hubId: string) {
      heardAtMs.delete(hubId)
      heardAtMs.set(hubId, clock.monotonicMs())
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

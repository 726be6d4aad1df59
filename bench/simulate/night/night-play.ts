/**
 * Plays a busy night on a simulated hub: each incident raises its alert and turns its room; a resident who was helped is
 * in bed again. A resident on the floor stays there until the fall's alarm has ended.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { AlertAppCode, AlertSeverity } from '@mimamori/contract/shared/apps.ts'
import type { AlertImage, HubSimulator } from '@mimamori/hub/testing/simulator/hub-simulator.ts'
import type { SignedIn } from '../simulated-sign-in.ts'
import type { Incident, NightKind } from './night-script.ts'

const LOOK_EVERY_MS = 2_000
/** An alarm that was raised appears among the open ones within this time. */
const ARRIVES_WITHIN_MS = 15_000

const RAISED_AS: Record<
  NightKind,
  { appCode: AlertAppCode; severity: AlertSeverity; state: 'up' | 'sitting-up' | 'on-floor' }
> = {
  'bed-exit': { appCode: 'A006', severity: 'high', state: 'up' },
  'wake-up': { appCode: 'A004', severity: 'medium', state: 'sitting-up' },
  fall: { appCode: 'A005', severity: 'critical', state: 'on-floor' },
}

export type NightStage = {
  hub: HubSimulator
  /** By the index of a room. */
  cameraIds: readonly string[]
  station: SignedIn
  imageOf(kind: NightKind, room: number): AlertImage | undefined
  onRaised?(incident: Incident, alertId: string): void
}

/** Plays until the signal; resolves then. */
export async function playNight(stage: NightStage, incidents: Iterable<Incident>, signal: AbortSignal): Promise<void> {
  const { hub, cameraIds } = stage
  /** Residents out of bed: since when, and when they are back by themselves, by the monotonic clock. */
  const out = new Map<number, { sinceMs: number; backAtMs: number | null }>()
  hub.turnRooms('in-bed')
  const looking = lookAfter(stage, out, signal)
  const beganMs = performance.now()
  for (const incident of incidents) {
    await rest(beganMs + incident.atMs - performance.now(), signal)
    if (signal.aborted) break
    const { kind, room, backAfterMs } = incident
    const { state, ...alert } = RAISED_AS[kind]
    const cameraId = cameraIds[room]!
    const nowMs = performance.now()
    out.set(room, { sinceMs: nowMs, backAtMs: backAfterMs === null ? null : nowMs + backAfterMs })
    hub.turnRooms(state, [cameraId])
    const [alertId] = await hub.raise(1, { ...alert, cameraId, image: stage.imageOf(kind, room) })
    stage.onRaised?.(incident, alertId!)
  }
  await looking
}

async function lookAfter(
  { hub, cameraIds, station }: NightStage,
  out: Map<number, { sinceMs: number; backAtMs: number | null }>,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    await rest(LOOK_EVERY_MS, signal)
    const answer = await station.call('alarm.open', { query: {} }).catch(() => null)
    const open = answer && new Set(answer.records.map(({ cameraId }) => cameraId))
    for (const [room, { sinceMs, backAtMs }] of out) {
      const nowMs = performance.now()
      const isBack = backAtMs !== null && backAtMs <= nowMs
      const isHelped = open !== null && !open.has(cameraIds[room]!) && nowMs - sinceMs > ARRIVES_WITHIN_MS
      if (!isBack && !isHelped) continue
      out.delete(room)
      hub.turnRooms('in-bed', [cameraIds[room]!])
    }
  }
}

async function rest(ms: number, signal: AbortSignal): Promise<void> {
  await pause(Math.max(0, ms), undefined, { signal }).catch(() => {})
}

// A camera for tests: a drawn room in which somebody falls, `fall:room-203?before=15`: from so many seconds before (`&night`: a fall by night, infrared), in real time
// or, opened with a clock of its own, as fast as it can be drawn.
import type { OpenSource, PacketSource } from '#pipeline/ingest/packet-source.ts'
import { type Clock, createClock } from '#platform/clock.ts'
import { openScene } from '#synthetic/camera/scene-source.ts'
import { findMoment } from '#synthetic/story/moment.ts'

const FPS = 5
const NOON = Date.UTC(2026, 5, 10, 3)
const NIGHT = Date.UTC(2026, 5, 10, 13)

/** When somebody falls in that room. */
export const fallMoment = (key: string, from = NOON): number => findMoment({ key }, 'fall', from)!

/** As a camera sends it; `clock` tells the time in the room. */
export function openFall(key: string, clock: Clock, signal: AbortSignal): Promise<PacketSource> {
  return openScene(`scene:${key}?fps=${FPS}`, { clock, signal })
}

export const openSource: OpenSource = (address, signal) => {
  const url = new URL(address)
  const beforeMs = 1000 * Number(url.searchParams.get('before') ?? 15)
  const clock = createClock()
  const offsetMs = fallMoment(url.pathname, url.searchParams.has('night') ? NIGHT : NOON) - beforeMs - clock.now()
  return openFall(url.pathname, { ...clock, now: () => clock.now() + offsetMs, after: clock.after }, signal)
}

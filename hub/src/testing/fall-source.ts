// A camera for tests: a drawn room in which a person falls, `fall:room-203?before=15`: from 15 seconds before the fall
// (`&night`: at night, infrared), in real time or, with a clock of its own, as fast as it can be drawn.

import { findMoment } from '@mimamori/lab/rooms/camera/moment.ts'
import { openScene } from '@mimamori/lab/rooms/camera/scene-source.ts'
import type { OpenSource, PacketSource } from '#pipeline/media/packet-source.ts'
import { type Clock, createClock } from '#platform/clock.ts'

const FPS = 5
const NOON = Date.UTC(2026, 5, 10, 3)
const NIGHT = Date.UTC(2026, 5, 10, 13)

/** Time of the fall in that room. */
export const fallMoment = (key: string, from = NOON): number => findMoment({ key }, 'fall', from)!

/** Opens it like a camera; `clock` gives the time in the room. */
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

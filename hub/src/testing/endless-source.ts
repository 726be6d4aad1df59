// A camera for tests that never ends: `endless:ROOM?WIDTHxHEIGHT`, ten frames a second, someone walks through every four seconds.
import { setTimeout as wait } from 'node:timers/promises'
import type { OpenSource, VideoPacket } from '#pipeline/media/packet-source.ts'
import { drawVideo } from './drawn-video.ts'

export const FPS = 10
const FRAMES = 40

export const openSource: OpenSource = async (address, signal) => {
  const [width = 320, height = 180] = (/\?(\d+)x(\d+)$/.exec(address)?.slice(1) ?? []).map(Number)
  const boxAt = (frame: number) => (frame < 15 ? null : ((frame - 15) / 25) * 0.75)
  const loop = await drawVideo({ width, height, framesPerSecond: FPS, frames: FRAMES, keyEvery: FPS, boxAt })
  return {
    codec: 'h264',
    width,
    height,
    extradata: Buffer.alloc(0),
    [Symbol.asyncIterator]: () => forEver(loop, signal),
    close: async () => {},
  }
}

/** A camera does not wait for its reader: a frame that is read late brings the next one the sooner. */
export async function* forEver(loop: VideoPacket[], signal: AbortSignal): AsyncGenerator<VideoPacket> {
  const beganMs = performance.now()
  for (let i = 0; !signal.aborted; i++) {
    const packet = loop[i % loop.length]!
    yield { data: packet.data, isKey: packet.isKey, ptsUs: (i * 1e6) / FPS }
    const dueMs = beganMs + ((i + 1) * 1000) / FPS
    await wait(Math.max(0, dueMs - performance.now()), undefined, { signal }).catch(() => {})
  }
}

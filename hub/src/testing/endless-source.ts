// A camera for tests that never ends: `endless:ROOM`, ten pictures a second, someone walks through every four seconds.
import { setTimeout as wait } from 'node:timers/promises'
import type { OpenSource, VideoPacket } from '#pipeline/ingest/packet-source.ts'
import { drawVideo } from './drawn-video.ts'

const FPS = 10
const FRAMES = 40

export const openSource: OpenSource = async (_address, signal) => {
  const boxAt = (frame: number) => (frame < 15 ? null : ((frame - 15) / 25) * 0.75)
  const loop = await drawVideo({ width: 320, height: 180, framesPerSecond: FPS, frames: FRAMES, keyEvery: FPS, boxAt })
  return {
    codec: 'h264',
    width: 320,
    height: 180,
    extradata: Buffer.alloc(0),
    [Symbol.asyncIterator]: () => forEver(loop, signal),
    close: async () => {},
  }
}

async function* forEver(loop: VideoPacket[], signal: AbortSignal): AsyncGenerator<VideoPacket> {
  for (let i = 0; !signal.aborted; i++) {
    const packet = loop[i % loop.length]!
    yield { data: packet.data, isKey: packet.isKey, ptsUs: (i * 1e6) / FPS }
    await wait(1000 / FPS, undefined, { signal }).catch(() => {})
  }
}

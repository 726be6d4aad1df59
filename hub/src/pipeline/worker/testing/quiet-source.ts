// A room for tests that stands still, ten frames a second: `quiet:FILE`. From an opening on at which the file is there,
// something large stands in it that was not there before.
import { existsSync } from 'node:fs'
import type { OpenSource } from '#pipeline/media/packet-source.ts'
import { drawVideo } from '#testing/drawn-video.ts'
import { FPS, forEver } from '#testing/endless-source.ts'

export const openSource: OpenSource = async (address, signal) => {
  const isThere = existsSync(address.slice('quiet:'.length))
  const boxAt = () => (isThere ? 0.4 : null)
  const loop = await drawVideo({ width: 320, height: 180, framesPerSecond: FPS, frames: 40, keyEvery: FPS, boxAt })
  return {
    codec: 'h264',
    width: 320,
    height: 180,
    extradata: Buffer.alloc(0),
    [Symbol.asyncIterator]: () => forEver(loop, signal),
    close: async () => {},
  }
}

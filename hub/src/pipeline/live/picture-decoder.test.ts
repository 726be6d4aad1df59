/** A stream is decoded roughly while no app needs it, and as well as before when one does. */
import { expect, test } from 'vitest'
import { drawVideo } from '#testing/drawn-video.ts'
import { lumaOf } from '#testing/marked-film.ts'
import type { VideoPacket } from '../ingest/packet-source.ts'
import { PictureDecoder } from './picture-decoder.ts'

const EMPTY = Buffer.alloc(0)

async function lumas(packets: readonly VideoPacket[], isRough: (at: number) => boolean): Promise<Uint8Array[]> {
  const decoder = await PictureDecoder.open('h264', EMPTY)
  const found: Uint8Array[] = []
  for (const [at, packet] of packets.entries()) {
    for (const { frame } of await decoder.decode(packet, at * 100, () => true, isRough(at))) {
      found.push(lumaOf(frame).data)
    }
  }
  decoder.close()
  return found
}

function meanDifference(one: Uint8Array, other: Uint8Array): number {
  return one.reduce((sum, value, i) => sum + Math.abs(value - other[i]!), 0) / one.length
}

test('a roughly decoded key frame looks nearly the same, and later frames are exact', async () => {
  const group = await drawVideo({
    width: 320,
    height: 180,
    framesPerSecond: 10,
    frames: 5,
    keyEvery: 5,
    boxAt: (frame) => frame / 60,
    isSmoothed: true,
  })
  const packets = [group[0]!, ...group]
  const well = await lumas(packets, () => false)
  const roughlyFirst = await lumas(packets, (at) => at === 0)
  expect(roughlyFirst[0]).not.toEqual(well[0])
  expect(meanDifference(roughlyFirst[0]!, well[0]!)).toBeLessThan(2)
  expect(well).toHaveLength(packets.length)
  expect(roughlyFirst.slice(1)).toEqual(well.slice(1))
})

/** A stream is decoded roughly while no app needs it, and exactly once an app does. */
import { afterEach, describe, expect, test } from 'vitest'
import { drawVideo } from '#testing/drawn-video.ts'
import { lumaOf } from '#testing/marked-film.ts'
import type { VideoPacket } from '../media/packet-source.ts'
import { type OpenContext, openContext } from './codec-context.ts'
import { decoderFor, SOFTWARE_ALONE, setDecoders } from './decoder-choice.ts'
import { DecoderTrust } from './decoder-trust.ts'
import { ImageDecoder } from './image-decoder.ts'

const EMPTY = Buffer.alloc(0)

async function lumas(packets: readonly VideoPacket[], isRough: (at: number) => boolean): Promise<Uint8Array[]> {
  const decoder = await ImageDecoder.open('h264', EMPTY)
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

const ROOM = { width: 320, height: 180, framesPerSecond: 10, frames: 200, keyEvery: 10 }

afterEach(() => setDecoders(SOFTWARE_ALONE))

/** A hardware decoder that works for a number of packets, and then fails as `breaks` specifies. */
function breakingAfter(packets: number, breaks: 'refuses' | 'silent'): OpenContext {
  return async (codec, extradata, by) => {
    const context = await openContext(codec, extradata, 'software')
    if (by === 'software') return context
    let sent = 0
    const send = (packet: Parameters<typeof context.sendPacketSync>[0]) => {
      if (sent++ < packets) return context.sendPacketSync(packet)
      return breaks === 'refuses' ? -5 : 0
    }
    return { ...context, sendPacketSync: send, sendPacket: async (packet) => send(packet) }
  }
}

/** The packets that gave a frame. */
async function madeBy(decoder: ImageDecoder, packets: readonly VideoPacket[]): Promise<number[]> {
  const made: number[] = []
  for (const [at, packet] of packets.entries()) {
    for (const { frame, capturedAtMs } of await decoder.decode(packet, at * 100, () => true)) {
      made.push(Math.round(capturedAtMs / 100))
      frame.free()
    }
  }
  return made
}

describe('REAL-08 decoding by hardware', { timeout: 60_000 }, () => {
  test('REAL-08 hardware that rejects packets is replaced by software at the next key frame', async () => {
    const packets = await drawVideo(ROOM)
    setDecoders({ h264: 'nvdec', hevc: 'nvdec' })
    const decoder = await ImageDecoder.open('h264', EMPTY, decoderFor('h264'), breakingAfter(12, 'refuses'))
    expect(decoder.counts.by).toBe('nvdec')
    const made = await madeBy(decoder, packets.slice(0, 40))
    decoder.close()
    expect(made.filter((at) => at < 12)).toEqual(Array.from({ length: 12 }, (_, at) => at))
    expect(made.filter((at) => at >= 12)).toEqual(Array.from({ length: 20 }, (_, i) => 20 + i))
    expect(decoder.counts.by).toBe('software')
    expect([decoderFor('h264'), decoderFor('hevc')]).toEqual(['software', 'nvdec'])
  })

  test('REAL-08 hardware that accepts packets but returns no frames is replaced as well', async () => {
    const packets = await drawVideo(ROOM)
    const decoder = await ImageDecoder.open('h264', EMPTY, 'qsv', breakingAfter(5, 'silent'))
    const made = await madeBy(decoder, packets.slice(0, 90))
    decoder.close()
    expect(decoder.counts.by).toBe('software')
    expect(made.at(-1)).toBe(89)
  })

  test('REAL-08 without the hardware, software decodes from the first frame on', async () => {
    const packets = (await drawVideo(ROOM)).slice(0, 30)
    for (const by of ['vaapi', 'qsv', 'nvdec', 'v4l2'] as const) {
      setDecoders({ h264: by, hevc: by })
      const decoder = await ImageDecoder.open('h264', EMPTY)
      const made = await madeBy(decoder, packets)
      decoder.close()
      expect([made.length, decoder.counts.by, decoderFor('h264')]).toEqual([30, 'software', 'software'])
    }
  })

  test('REAL-08 two lost workers within ten minutes disable hardware until the hub restarts', () => {
    const trust = new DecoderTrust({ h264: 'vaapi', hevc: 'software' }, () => {})
    trust.workerLost(0)
    trust.workerLost(11 * 60_000)
    expect(trust.now.h264).toBe('vaapi')
    trust.workerLost(12 * 60_000)
    expect(trust.now).toEqual(SOFTWARE_ALONE)
  })
})

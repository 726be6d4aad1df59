import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { RtspReader } from '#rtsp/rtsp-reader.ts'
import { fragmentUnit, RtpWriter } from '#testing/hostile/hostile-film.ts'
import { type AccessUnit, AccessUnits } from './access-units.ts'

const SPS = Buffer.from('6742c01e01', 'hex')
const PPS = Buffer.from('68ce3c80', 'hex')
/** First slices have the highest bit behind the head. */
const IDR = Buffer.from('6588844455', 'hex')
const NEXT = Buffer.from('419a2211', 'hex')
const NEXT_LOWER = Buffer.from('411a3322', 'hex')

type Sent = { payload: Buffer; stamp: number; isLast?: boolean; number?: number }

/** The images that these packets make, as `stamp`, `key` and the units in hexadecimal. */
function imagesOf(packets: readonly Sent[], codec: 'h264' | 'hevc' = 'h264'): string[] {
  const found: AccessUnit[] = []
  const units = new AccessUnits(codec, 96, (unit) => found.push(unit))
  const writer = new RtpWriter()
  for (const [i, { payload, stamp, isLast = false, number = i }] of packets.entries()) {
    const packet = writer.packet(payload, { stamp, isLast, number })
    units.take(packet, 4, packet.length)
  }
  units.finish()
  return found.map(({ data, isKey, stamp }) => {
    const nals = data.toString('hex').split('00000001').slice(1)
    return `${stamp}${isKey ? ' key' : ''}: ${nals.join(' ')}`
  })
}
const hex = (...units: Buffer[]) => units.map((unit) => unit.toString('hex')).join(' ')

describe('images from packets', () => {
  test('units of one time stamp are one image, parameter sets in front belong to it', () => {
    const packets = [
      { payload: SPS, stamp: 900 },
      { payload: PPS, stamp: 900, isLast: true },
      { payload: IDR, stamp: 900, isLast: true },
      { payload: NEXT, stamp: 6900, isLast: true },
    ]
    expect(imagesOf(packets)).toEqual([`0 key: ${hex(SPS, PPS, IDR)}`, `6000: ${hex(NEXT)}`])
  })

  test('several units in one packet, and one unit in several packets, come out as they were', () => {
    const sized = [SPS, PPS].flatMap((unit) => [Buffer.from([0, unit.length]), unit])
    const fragment = (from: number, to: number) => {
      const flags = { isStart: from === 1, isEnd: to === IDR.length }
      return fragmentUnit(IDR[0]!, IDR.subarray(from, to), flags)
    }
    const packets = [
      { payload: Buffer.concat([Buffer.from([24]), ...sized]), stamp: 0 },
      { payload: fragment(1, 3), stamp: 0 },
      { payload: fragment(3, 4), stamp: 0 },
      { payload: fragment(4, 5), stamp: 0, isLast: true },
    ]
    expect(imagesOf(packets)).toEqual([`0 key: ${hex(SPS, PPS, IDR)}`])
  })

  test('a camera that never marks the last packet, and one that marks each slice, lose no image', () => {
    const unmarked = [IDR, NEXT, NEXT].map((payload, i) => ({ payload, stamp: i * 10 }))
    expect(imagesOf(unmarked)).toEqual([`0 key: ${hex(IDR)}`, `10: ${hex(NEXT)}`, `20: ${hex(NEXT)}`])
    const marked = [NEXT, NEXT_LOWER, NEXT, NEXT_LOWER].map((payload, i) => ({
      payload,
      stamp: Math.floor(i / 2) * 10,
      isLast: true,
    }))
    // Known from the first image on, which comes in two parts.
    expect(imagesOf(marked)).toEqual([`0: ${hex(NEXT)}`, `0: ${hex(NEXT_LOWER)}`, `10: ${hex(NEXT, NEXT_LOWER)}`])
  })

  test('REAL-09 parameter sets and a slice with start codes in one unit, cut anywhere, are a key frame', () => {
    const codes = fc.constantFrom(Buffer.from([0, 0, 1]), Buffer.from([0, 0, 0, 1]))
    const cuts = fc.uniqueArray(fc.integer({ min: 2, max: 20 }), { maxLength: 4 })
    fc.assert(
      fc.property(codes, cuts, fc.boolean(), (code, at, isMarked) => {
        const unit = Buffer.concat([SPS, code, PPS, code, IDR])
        const ends = [...at.toSorted((a, b) => a - b), unit.length]
        const fragments = ends.map((end, i) => {
          const flags = { isStart: i === 0, isEnd: i === ends.length - 1 }
          const payload = fragmentUnit(unit[0]!, unit.subarray(i === 0 ? 1 : ends[i - 1]!, end), flags)
          return { payload, stamp: 0, isLast: isMarked && flags.isEnd }
        })
        const packets = [...fragments, { payload: NEXT, stamp: 10, isLast: true }]
        const found = imagesOf(packets.map((packet, i) => ({ ...packet, number: i })))
        expect(found).toHaveLength(2)
        expect(found[0]).toMatch(/^0 key: /)
        expect(found[1]).toBe(`10: ${hex(NEXT)}`)
      }),
      { numRuns: 10_000 },
    )
  })

  test('a camera whose clock stands still gives one image after the other', () => {
    const packets = [IDR, NEXT, NEXT].map((payload) => ({ payload, stamp: 7 }))
    expect(imagesOf(packets)).toEqual([`0 key: ${hex(IDR)}`, `0: ${hex(NEXT)}`, `0: ${hex(NEXT)}`])
  })

  test('fragments behind a lost one are left out, and the next frame is whole', () => {
    const fragment = (byte: number, isStart: boolean, isEnd: boolean) =>
      fragmentUnit(0x41, Buffer.from([byte]), { isStart, isEnd })
    const packets = [
      { payload: fragment(0x9a, true, false), stamp: 0, number: 1 },
      { payload: fragment(0x03, false, true), stamp: 0, number: 3, isLast: true },
      { payload: NEXT, stamp: 10, number: 4, isLast: true },
    ]
    expect(imagesOf(packets)).toEqual(['0: 419a', `10: ${hex(NEXT)}`])
  })

  test('the time goes on where the camera’s 32 bits begin anew', () => {
    const packets = [0xffffff00, 0x100].map((stamp) => ({ payload: NEXT, stamp, isLast: true }))
    expect(imagesOf(packets)).toEqual([`0: ${hex(NEXT)}`, `512: ${hex(NEXT)}`])
  })

  test('an image that refreshes bit by bit begins at its recovery point', () => {
    const recovery = Buffer.from('06060180', 'hex')
    const other = Buffer.from('0605021122', 'hex')
    const [begin, later] = [recovery, other].map((sei) => [
      { payload: sei, stamp: 0 },
      { payload: NEXT, stamp: 0, isLast: true },
    ])
    expect(imagesOf(begin!)).toEqual([`0 key: ${hex(recovery, NEXT)}`])
    expect(imagesOf(later!)).toEqual([`0: ${hex(other, NEXT)}`])
  })

  test('H.265 in fragments keeps both bytes of its head', () => {
    const fragment = (flags: number, byte: number) => Buffer.from([0x62, 0x01, flags | 19, byte])
    const packets = [
      { payload: fragment(0x80, 0xaf), stamp: 0 },
      { payload: fragment(0x40, 0x22), stamp: 0, isLast: true },
      { payload: Buffer.from('0201d011', 'hex'), stamp: 10, isLast: true },
    ]
    expect(imagesOf(packets, 'hevc')).toEqual(['0 key: 2601af22', '10: 0201d011'])
  })

  test('several units of H.265 in one packet come out as they were', () => {
    const units = ['40010c01', '42010101', '4401c172', '2601af22'].map((unit) => Buffer.from(unit, 'hex'))
    const sized = units.flatMap((unit) => [Buffer.from([0, unit.length]), unit])
    const payload = Buffer.concat([Buffer.from([48 << 1, 1]), ...sized])
    expect(imagesOf([{ payload, stamp: 0, isLast: true }], 'hevc')).toEqual([`0 key: ${hex(...units)}`])
  })

  test('no bytes whatever make it fail', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 60 }), { maxLength: 30 }), (packets) => {
        const units = new AccessUnits('h264', 96, () => {})
        for (const packet of packets) {
          const bytes = Buffer.from(packet)
          if (bytes.length > 1) bytes.set([0x80 | (bytes[0]! & 0x3f), (bytes[1]! & 0x80) | 96])
          units.take(bytes, 0, bytes.length)
        }
        units.finish()
      }),
    )
  })
})

test('packets and messages come out the same however the connection cuts them', () => {
  const packet = (channel: number, bytes: number) =>
    Buffer.concat([Buffer.from([0x24, channel, bytes >> 8, bytes & 0xff]), Buffer.alloc(bytes, channel)])
  const said = 'RTSP/1.0 200 OK\r\nCSeq: 3\r\nContent-Length: 4\r\n\r\nbody'
  const all = Buffer.concat([Buffer.from(said), packet(0, 300), packet(1, 0), Buffer.from(said), packet(2, 7)])
  const heard = (cuts: number[]) => {
    const found: string[] = []
    const reader = new RtspReader({
      onPacket: (channel, bytes, from, to) => found.push(`${channel} ${bytes.subarray(from, to).toString('hex')}`),
      onMessage: ({ start, headers, body }) => found.push(`${start} ${headers} ${body}`),
    })
    const at = [0, ...cuts.toSorted((a, b) => a - b), all.length]
    for (const [i, to] of at.slice(1).entries()) {
      const chunk = Buffer.from(all.subarray(at[i]!, to))
      reader.read(chunk)
      chunk.fill(0)
    }
    return found
  }
  const whole = heard([])
  expect(whole).toHaveLength(5)
  fc.assert(
    fc.property(fc.array(fc.nat({ max: all.length }), { maxLength: 40 }), (cuts) => {
      expect(heard(cuts)).toEqual(whole)
    }),
  )
})

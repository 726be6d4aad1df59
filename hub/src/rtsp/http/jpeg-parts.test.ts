import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { jpegSize } from '#mp4/jpeg-size.ts'
import { madeHeads, madeJpeg } from '../testing/made-jpegs.ts'
import { JpegParts } from './jpeg-parts.ts'

const parts = fc.array(fc.record({ head: madeHeads, made: madeJpeg }), { minLength: 1, maxLength: 6 })
const END_BYTES = 2

function foundIn(bytes: Buffer, size: number): Buffer[] {
  const found: Buffer[] = []
  const reader = new JpegParts(({ data }) => found.push(data))
  for (let at = 0; at < bytes.length; at += size) expect(reader.take(bytes.subarray(at, at + size), at)).toBe(true)
  reader.finish()
  return found
}

describe('REAL-09 JPEGs in what a camera sends over HTTP', () => {
  test('are found whole, whatever stands between them and however they arrive', () => {
    fc.assert(
      fc.property(parts, fc.integer({ min: 1, max: 900 }), (sent, size) => {
        const all = sent.flatMap(({ head, made: { jpeg } }) => [Buffer.from(head(jpeg.length)), jpeg])
        expect(foundIn(Buffer.concat(all), size)).toEqual(sent.map(({ made }) => made.jpeg))
      }),
    )
  })

  test('are found without their ends, up to the boundary', () => {
    const heads = madeHeads.filter((head) => head(1) !== '')
    const plain = fc.array(fc.record({ head: heads, made: madeJpeg }), { minLength: 1, maxLength: 6 })
    fc.assert(
      fc.property(plain, fc.integer({ min: 1, max: 900 }), (sent, size) => {
        const all = sent.flatMap(({ head, made: { jpeg } }) => [
          Buffer.from(`\r\n${head(jpeg.length)}`),
          jpeg.subarray(0, -END_BYTES),
        ])
        const found = foundIn(Buffer.concat(all), size)
        expect(found).toHaveLength(sent.length)
        for (const [i, { made }] of sent.entries()) {
          const coded = made.jpeg.subarray(0, -END_BYTES)
          expect(found[i]!.subarray(0, coded.length)).toEqual(coded)
          // Line ends of the boundary.
          expect(found[i]!.subarray(coded.length).toString('latin1')).toMatch(/^[\r\n]{0,4}\xff\xd9$/)
        }
      }),
    )
  })

  test('say when their first bytes came', () => {
    const jpeg = fc.sample(madeJpeg, 1)[0]!.jpeg
    const times: number[] = []
    const reader = new JpegParts(({ startedAtMs }) => times.push(startedAtMs))
    reader.take(Buffer.concat([Buffer.from('--frame\r\n\r\n'), jpeg.subarray(0, 9)]), 100)
    reader.take(jpeg.subarray(9), 300)
    expect(times).toEqual([100])
  })

  test('from a hostile camera are few or none, and never an error', () => {
    const any = fc.oneof(
      fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)),
      fc
        .constantFrom('ffd8ff', 'ffd8ffd8ff', 'ffda0002', 'ffd9', 'ff', 'ffffff', 'ffe1ffff', 'ffdb0000', '0d0a2d2d')
        .map((hex) => Buffer.from(hex, 'hex')),
    )
    fc.assert(
      fc.property(fc.array(any, { maxLength: 30 }), fc.integer({ min: 1, max: 50 }), (sent, size) => {
        for (const data of foundIn(Buffer.concat(sent), size)) {
          expect(data.readUInt16BE(0)).toBe(0xffd8)
          jpegSize(data)
        }
      }),
    )
  })

  test('are given up where one is longer than any camera sends', () => {
    const reader = new JpegParts(() => expect.fail('a frame'))
    reader.take(Buffer.from('ffd8ffda000200', 'hex'), 0)
    const noise = Buffer.alloc(1_000_000, 1)
    expect(Array.from({ length: 17 }, () => reader.take(noise, 0))).toEqual([...Array(15).fill(true), false, false])
  })
})

test('REAL-09 the size of a JPEG is read from its header', () => {
  fc.assert(
    fc.property(madeJpeg, ({ jpeg, width, height }) => {
      expect(jpegSize(jpeg)).toEqual({ width, height })
      for (let to = 0; to < jpeg.length; to++) jpegSize(jpeg.subarray(0, to))
    }),
  )
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readSps } from './h264-sps.ts'

const bits = (value: number, count: number) => value.toString(2).padStart(count, '0')
const golomb = (value: number) => bits(value + 1, 2 * (value + 1).toString(2).length - 1)

/** A parameter set of 320 x 192; `usability`: the bits behind the image size. */
function spsWith(usability: string): Buffer {
  const text = [golomb(0), golomb(0), golomb(2), golomb(1), '0', golomb(19), golomb(11), '1', '1', '0', usability].join(
    '',
  )
  const bytes = [
    ...Buffer.from([0x67, 66, 0xc0, 0x1e]),
    ...(`${text}1`.match(/.{1,8}/g) ?? []).map((one) => Number.parseInt(one.padEnd(8, '0'), 2)),
  ]
  // 00 00 03 stands for 00 00.
  const escaped: number[] = []
  for (const byte of bytes) {
    if (byte <= 3 && escaped.at(-1) === 0 && escaped.at(-2) === 0) escaped.push(3)
    escaped.push(byte)
  }
  return Buffer.from(escaped)
}

test('REAL-09 the shape of the pixels is read, by its number or as it is', () => {
  const side = fc.integer({ min: 1, max: 65_535 })
  fc.assert(
    fc.property(side, side, (width, height) => {
      const { pixel } = readSps(spsWith(`11${bits(255, 8)}${bits(width, 16)}${bits(height, 16)}`))
      expect(pixel).toEqual(width === height ? undefined : { width, height })
    }),
    { numRuns: 10_000 },
  )
  expect(readSps(spsWith(`11${bits(14, 8)}`)).pixel).toEqual({ width: 4, height: 3 })
  expect(readSps(spsWith(`11${bits(3, 8)}`)).pixel).toEqual({ width: 10, height: 11 })
})

test('REAL-09 pixels without a shape, or with an impossible one, are square', () => {
  const odd = fc.constantFrom(
    '0',
    '10',
    `11${bits(0, 8)}`,
    `11${bits(1, 8)}`,
    `11${bits(77, 8)}`,
    `11${bits(255, 8)}${bits(0, 32)}`,
    '11',
  )
  fc.assert(
    fc.property(odd, (usability) => {
      expect(readSps(spsWith(usability))).toMatchObject({ width: 320, height: 192 })
    }),
  )
  for (const usability of ['0', '10', `11${bits(255, 8)}${bits(0, 32)}`, '11'])
    expect(readSps(spsWith(usability)).pixel).toBeUndefined()
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { AccessUnit } from './access-units.ts'
import { joinNals } from './annex-b.ts'
import { FieldPairs } from './field-pairs.ts'
import { readSps } from './h264-sps.ts'

const NUMBER_BITS = 4
const bits = (value: number, count: number) => value.toString(2).padStart(count, '0')
const golomb = (value: number) => bits(value + 1, 2 * (value + 1).toString(2).length - 1)
const nal = (head: number, text: string) =>
  Buffer.from([head, ...(`${text}1`.match(/.{1,8}/g) ?? []).map((one) => Number.parseInt(one.padEnd(8, '0'), 2))])

/** A parameter set of 320 x 192, baseline as far as it is read here. */
const spsWith = (framesOnly: boolean) => {
  const size = framesOnly ? [golomb(19), golomb(11), '1'] : [golomb(19), golomb(5), '0', '0']
  const text = [golomb(0), golomb(NUMBER_BITS - 4), golomb(2), golomb(1), '0', ...size, '1', '0', '0'].join('')
  const head = [...`${bits(77, 8)}${bits(0xc0, 8)}${bits(30, 8)}`].join('')
  return nal(0x67, head + text)
}
type Parity = 'top' | 'bottom' | null
function slice(number: number, parity: Parity, isKey: boolean): Buffer {
  const field = parity === null ? '0' : parity === 'top' ? '10' : '11'
  return nal(
    isKey ? 0x65 : 0x41,
    [golomb(0), golomb(7), golomb(0), bits(number, NUMBER_BITS), field, bits(5, 9)].join(''),
  )
}
const unit = (stamp: number, isKey: boolean, ...nals: Buffer[]): AccessUnit => ({ data: joinNals(nals), isKey, stamp })

function joined(units: readonly AccessUnit[], extradata = joinNals([spsWith(false)])): AccessUnit[] {
  const out: AccessUnit[] = []
  const pairs = new FieldPairs(extradata, (one) => out.push(one))
  for (const one of units) pairs.take(one)
  pairs.finish()
  return out
}

/** Frames as cameras send them: whole, in two units, in one unit, or with a field lost. */
const frames = fc.array(
  fc.record({
    way: fc.constantFrom('whole', 'pair', 'both', 'lost'),
    isTopFirst: fc.boolean(),
    isKey: fc.boolean(),
    hasSets: fc.boolean(),
  }),
  { maxLength: 12 },
)

describe('REAL-09 interlaced H.264', () => {
  test('gives each pair of fields as one frame, with the time and the kind of its first', () => {
    fc.assert(
      fc.property(frames, (sent) => {
        const expected: AccessUnit[] = []
        const units = sent.flatMap(({ way, isTopFirst, isKey, hasSets }, i): AccessUnit[] => {
          const stamp = 3600 * i
          const parities = isTopFirst ? (['top', 'bottom'] as const) : (['bottom', 'top'] as const)
          const [first, second] = parities.map((parity, at) => slice(i % 16, parity, isKey && at === 0))
          const sets = hasSets ? [spsWith(false)] : []
          const all = {
            whole: [unit(stamp, isKey, ...sets, slice(i % 16, null, isKey))],
            pair: [unit(stamp, isKey, ...sets, first!), unit(stamp + 1800, false, second!)],
            both: [unit(stamp, isKey, ...sets, first!, second!)],
            lost: [unit(stamp, isKey, ...sets, first!)],
          }[way]
          expected.push({ ...all[0]!, data: Buffer.concat(all.map(({ data }) => data)) })
          return all
        })
        expect(joined(units)).toEqual(expected)
      }),
    )
  })

  test('is not looked for where the parameter sets say whole frames', () => {
    expect(readSps(spsWith(true)).fields).toBeUndefined()
    const fields = [unit(0, true, slice(0, 'top', true)), unit(1800, false, slice(0, 'bottom', false))]
    expect(joined(fields, joinNals([spsWith(true)]))).toEqual(fields)
    expect(joined(fields, Buffer.alloc(0))).toEqual(fields)
    const learned = [unit(0, true, spsWith(false), slice(0, 'top', true)), fields[1]!]
    expect(joined(learned, Buffer.alloc(0))).toHaveLength(1)
  })

  test('from a hostile camera loses no unit and throws nothing', () => {
    const any = fc.record({
      nals: fc.array(fc.uint8Array({ minLength: 1, maxLength: 40 }), { maxLength: 3 }),
      isKey: fc.boolean(),
      stamp: fc.nat(),
    })
    fc.assert(
      fc.property(fc.array(any, { maxLength: 10 }), (sent) => {
        const units = sent.map(({ nals, isKey, stamp }) => unit(stamp, isKey, ...nals.map((one) => Buffer.from(one))))
        expect(Buffer.concat(joined(units).map(({ data }) => data))).toEqual(
          Buffer.concat(units.map(({ data }) => data)),
        )
      }),
    )
  })
})

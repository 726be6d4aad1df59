import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { drawVideo } from '#testing/drawn-video.ts'
import { fromAvcRecord, fromLengthPrefixed, joinNals, NAL, nalType, splitNals } from './annex-b.ts'
import { initSegment } from './fmp4.ts'
import { FormatSamples, isSameTrack, sampleData, trackFrom } from './mp4-box.ts'

let sps: Buffer
beforeAll(async () => {
  const [key] = await drawVideo({ width: 160, height: 90, framesPerSecond: 10, frames: 1, keyEvery: 1 })
  sps = splitNals(key!.data).find((nal) => nalType(nal) === NAL.sps)!
})

/** An image parameter set with that id (0 to 6), and some content behind it. */
const ppsOf = (id: number, content: number): Buffer => {
  const code = (id + 1).toString(2)
  const bits = `${'0'.repeat(code.length - 1)}${code}1${content.toString(2).padStart(7, '0')}1`
  return Buffer.from([0x68, ...bits.match(/.{1,8}/g)!.map((byte) => Number.parseInt(byte.padEnd(8, '0'), 2))])
}
const set = fc.record({ id: fc.integer({ min: 0, max: 6 }), content: fc.integer({ min: 1, max: 127 }) })

describe('the parameter sets of a stream', () => {
  test('are all in its header, the newest of each id, in whichever order and frame they came', () => {
    fc.assert(
      fc.property(fc.array(fc.array(set, { maxLength: 4 }), { minLength: 1, maxLength: 10 }), (frames) => {
        const newest = new Map([[0, ppsOf(0, 1)]])
        let track = trackFrom(joinNals([sps, ppsOf(0, 1)]))!
        for (const sets of frames) {
          for (const { id, content } of sets) newest.set(id, ppsOf(id, content))
          const annexB = joinNals([...sets.map(({ id, content }) => ppsOf(id, content)), Buffer.from([0x41, 0x9a])])
          track = trackFrom(annexB, 'h264', track)!
        }
        const header = initSegment(track)
        const at = header.indexOf('avcC') + 4
        const { extradata } = fromAvcRecord(header.subarray(at))!
        const sorted = [...newest].toSorted(([a], [b]) => a - b).map(([, nal]) => nal)
        expect(extradata.equals(joinNals([sps, ...sorted]))).toBe(true)
      }),
    )
  })

  test('are left out of samples as far as the header has them', () => {
    const track = trackFrom(joinNals([sps, ppsOf(0, 1), ppsOf(1, 2)]))!
    const slice = Buffer.from([0x41, 0x9a])
    const sent = joinNals([sps, ppsOf(0, 1), ppsOf(1, 3), slice])
    const lengths = [ppsOf(1, 3), slice].flatMap((nal) => [Buffer.from([0, 0, 0, nal.length]), nal])
    expect(sampleData(sent, undefined, track).equals(Buffer.concat(lengths))).toBe(true)
  })

  test('are in force in the file as they were in the stream, however often they change', () => {
    fc.assert(
      fc.property(fc.array(fc.array(set, { maxLength: 3 }), { minLength: 1, maxLength: 12 }), (frames) => {
        const first = [sps, ...[0, 1, 2, 3, 4, 5, 6].map((id) => ppsOf(id, 1))]
        const track = trackFrom(joinNals(first))!
        const samples = new FormatSamples(track)
        const [sent, filed] = [new Map<number, string>(), new Map<number, string>()]
        for (const sets of frames) {
          for (const { id, content } of sets) sent.set(id, ppsOf(id, content).toString('hex'))
          const annexB = joinNals([...sets.map(({ id, content }) => ppsOf(id, content)), Buffer.from([0x41, 0x9a])])
          for (const nal of splitNals(fromLengthPrefixed(samples.data(annexB), 4))) {
            const own = sets.find(({ id, content }) => ppsOf(id, content).equals(nal))
            if (own) filed.set(own.id, nal.toString('hex'))
          }
          const inForce = (of: Map<number, string>) =>
            [0, 1, 2, 3, 4, 5, 6].map((id) => of.get(id) ?? first[id + 1]!.toString('hex'))
          expect(inForce(filed)).toEqual(inForce(sent))
        }
      }),
    )
  })

  test('that a frame repeats, or some of them, change nothing', () => {
    const track = trackFrom(joinNals([sps, ppsOf(0, 1), ppsOf(1, 2)]))!
    for (const sets of [[], [sps], [ppsOf(1, 2)], [ppsOf(1, 2), ppsOf(0, 1), sps]]) {
      expect(isSameTrack(trackFrom(joinNals(sets), 'h264', track)!, track)).toBe(true)
    }
  })
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PacketOrder } from './udp-transport.ts'

function packet(sequence: number): Buffer {
  const bytes = Buffer.alloc(12)
  bytes.writeUInt16BE(sequence % 65_536, 2)
  return bytes
}

test('REAL-09 datagrams come out in order from any number on, and a lost one holds up few', () => {
  const delays = fc.array(fc.integer({ min: 0, max: 8 }), { minLength: 100, maxLength: 200 })
  const lost = fc.array(fc.integer({ min: 10, max: 60 }), { maxLength: 5 })
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 65_535 }), delays, lost, (first, late, gone) => {
      const sent = late.map((delay, i) => ({ i, at: i + (i === 0 ? 0 : delay) })).filter(({ i }) => !gone.includes(i))
      const out: number[] = []
      const order = new PacketOrder((bytes) => out.push((bytes.readUInt16BE(2) - first + 65_536) % 65_536))
      for (const { i } of sent.toSorted((a, b) => a.at - b.at)) order.take(packet(first + i))
      expect(out).toEqual(out.toSorted((a, b) => a - b))
      const wanted = sent.map(({ i }) => i).filter((i) => i < late.length - 40)
      expect(out.filter((i) => i < late.length - 40)).toEqual(wanted)
    }),
    { numRuns: 2_000 },
  )
})

test('a camera that starts its numbers anew is followed', () => {
  const out: number[] = []
  const order = new PacketOrder((bytes) => out.push(bytes.readUInt16BE(2)))
  for (const sequence of [40_000, 40_001, 5, 6, 7]) order.take(packet(sequence))
  expect(out).toEqual([40_000, 40_001, 5, 6, 7])
})

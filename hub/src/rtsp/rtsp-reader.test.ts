import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { framed, RtspReader } from './rtsp-reader.ts'

type Heard = { packets: string[]; messages: string[] }

/** What a reader makes of `bytes` in parts of those sizes; `channel`: the video plays there. */
function readBy(bytes: Buffer, sizes: readonly number[], channel?: number): Heard {
  const heard: Heard = { packets: [], messages: [] }
  const reader = new RtspReader({
    onPacket: (of, data, from, to) => heard.packets.push(`${of}: ${data.toString('hex', from, to)}`),
    onMessage: ({ start, body }) => heard.messages.push(`${start}|${body.toString('latin1')}`),
  })
  if (channel !== undefined) reader.skipStrayBytes(channel)
  for (let at = 0, i = 0; at < bytes.length; i++) {
    const size = sizes[i % sizes.length]!
    reader.read(bytes.subarray(at, at + size))
    at += size
  }
  reader.finishDescription()
  return heard
}

const sizes = fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 8 })
const packet = fc
  .tuple(fc.constantFrom(2, 3), fc.uint8Array({ minLength: 12, maxLength: 60 }))
  .map(([channel, bytes]) => ({ channel, bytes: Buffer.from([0x80, ...bytes]) }))
/** Stray bytes in which no packet or message begins. */
const stray = fc
  .uint8Array({ minLength: 0, maxLength: 40 })
  .map((bytes) => Buffer.from(bytes.filter((byte) => byte !== 0x24 && (byte < 0x41 || byte > 0x5a))))

describe('REAL-09 packets of a playing video', () => {
  test('all arrive with stray bytes between them, cut anywhere', () => {
    const sent = fc.array(fc.tuple(packet, stray), { minLength: 1, maxLength: 20 })
    fc.assert(
      fc.property(sent, sizes, (all, cuts) => {
        const bytes = Buffer.concat(all.flatMap(([{ channel, bytes: own }, junk]) => [framed(channel, own), junk]))
        expect(readBy(bytes, cuts, 2).packets).toEqual(
          all.map(([{ channel, bytes: own }]) => `${channel}: ${own.toString('hex')}`),
        )
      }),
      { numRuns: 10_000 },
    )
  })

  test('go on after any bytes whatever, and a response between them arrives', () => {
    const end = framed(2, Buffer.from([0x80, ...Array.from({ length: 12 }, (_, i) => i)]))
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), sizes, (junk, cuts) => {
        // Junk that looks like a packet takes up to 64 kB with it.
        const bytes = Buffer.concat([junk, Buffer.alloc(70_000, 0xff), end])
        const { packets } = readBy(bytes, [...cuts.map((cut) => cut * 100)], 2)
        expect(packets.at(-1)).toBe(`2: ${end.toString('hex', 4)}`)
      }),
      { numRuns: 1_000 },
    )
    const response = Buffer.from('RTSP/1.0 200 OK\r\nCSeq: 3\r\n\r\n')
    const heard = readBy(Buffer.concat([Buffer.from([1, 2, 3]), response, end]), [7], 2)
    expect([heard.messages, heard.packets.length]).toEqual([['RTSP/1.0 200 OK|'], 1])
  })
})

test('REAL-09 a description without its length ends where something else begins, or with silence', () => {
  const lines = ['v=0', 'o=- 1 1 IN IP4 0.0.0.0', 's=', 'm=video 0 RTP/AVP 96', 'a=control:track1', '']
  const line = fc.stringMatching(/^[a-z]=[ -~]{0,30}$/)
  fc.assert(
    fc.property(fc.array(line, { maxLength: 10 }), sizes, fc.boolean(), (more, cuts, isFollowed) => {
      const body = [...lines, ...more, ''].join('\r\n')
      const next = isFollowed ? 'RTSP/1.0 200 OK\r\nCSeq: 2\r\n\r\n' : ''
      const head = 'RTSP/1.0 200 OK\r\nContent-Type: application/sdp\r\n\r\n'
      const { messages } = readBy(Buffer.from(head + body + next, 'latin1'), cuts)
      expect(messages).toEqual([`RTSP/1.0 200 OK|${body}`, ...(isFollowed ? ['RTSP/1.0 200 OK|'] : [])])
    }),
    { numRuns: 2_000 },
  )
})

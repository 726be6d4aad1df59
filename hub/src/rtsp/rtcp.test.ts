/** Reports between hub and camera inside of the connection: REAL-09. */
import { afterEach, describe, expect, test, vi } from 'vitest'
import { openRtsp } from '#pipeline/ingest/source.ts'
import { LOOPBACK } from '#testing/loopback.ts'
import { RtcpReceiver } from './rtcp.ts'
import { framed } from './rtsp-reader.ts'
import { QuirkyCamera, rtpPacket, TWO_PICTURES } from './testing/quirky-camera.ts'

const SSRC = 0x51

/** A sender report: its clock says `unixMs`. */
function senderReport(unixMs: number): Buffer {
  const bytes = Buffer.alloc(28)
  bytes.set([0x80, 200, 0, 6])
  bytes.writeUInt32BE(SSRC, 4)
  bytes.writeUInt32BE(Math.floor(unixMs / 1000) + 2_208_988_800, 8)
  bytes.writeUInt32BE(Math.round(((unixMs % 1000) / 1000) * 2 ** 32), 12)
  return bytes
}
const GOODBYE = Buffer.from([0x81, 203, 0, 1, 0, 0, 0, SSRC])

/** The parts of a receiver report that cameras read. */
function readReport(bytes: Buffer) {
  return {
    type: bytes[1],
    of: bytes.readUInt32BE(8),
    lostShare: bytes[12],
    lost: bytes.readUIntBE(13, 3),
    highest: bytes.readUInt32BE(16),
    lastReport: bytes.readUInt32BE(24),
    delay: bytes.readUInt32BE(28),
    describedBy: bytes[33],
    name: bytes.toString('latin1', 42, 50),
  }
}

function receiverOf(sequences: readonly number[]): RtcpReceiver {
  const receiver = new RtcpReceiver(90_000)
  for (const [at, sequence] of sequences.entries()) {
    const packet = rtpPacket(sequence, [0x41], at * 9_000)
    receiver.take(packet, 0, packet.length, at * 100)
  }
  return receiver
}

describe('a receiver report', () => {
  test('is not sent before anything came', () => {
    expect(new RtcpReceiver(90_000).report(0)).toBeNull()
  })

  test('says what was lost, in all and since the last one', () => {
    const receiver = receiverOf([10, 11, 14, 15])
    expect(readReport(receiver.report(400)!)).toMatchObject({
      ...{ type: 201, of: SSRC, lostShare: 85, lost: 2, highest: 15, describedBy: 202, name: 'mimamori' },
    })
    expect(readReport(receiver.report(500)!)).toMatchObject({ lostShare: 0, lost: 2 })
  })

  test('counts on where the sequence begins anew, and a late packet is no loss', () => {
    expect(readReport(receiverOf([65_534, 0, 65_535, 1]).report(400)!)).toMatchObject({ lost: 0, highest: 65_537 })
  })

  test('names the last report of the sender and how long ago it came', () => {
    const receiver = receiverOf([1])
    receiver.takeControl(senderReport(1_764_072_000_500), 0, 28, 1_000)
    const { lastReport, delay } = readReport(receiver.report(1_500)!)
    expect([lastReport & 0xffff, delay]).toEqual([0x8000, 0x8000])
    expect(receiver.senderTime).toEqual({ unixMs: 1_764_072_000_500, atMs: 1_000 })
  })

  test.each([[0x80, 200, 0, 6], [0x80, 200, 0xff, 0xff, 1], [0x81]])(
    'a broken report changes nothing (%#)',
    (...bytes) => {
      const receiver = receiverOf([1])
      expect(receiver.takeControl(Buffer.from(bytes), 0, bytes.length, 0)).toBe(false)
      expect(receiver.senderTime).toBeNull()
    },
  )
})

describe('REAL-09 a camera', () => {
  const camera = Object.assign(new QuirkyCamera(), { media: TWO_PICTURES })
  afterEach(async () => {
    vi.useRealTimers()
    await camera.stop()
  })

  test('REAL-09 hears every five seconds what arrives, says its time, and ends the stream by BYE', async () => {
    const url = await camera.start()
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const source = await openRtsp(url, { username: null, password: null }, LOOPBACK, new AbortController().signal)
    const pictures = source[Symbol.asyncIterator]()
    await pictures.next()
    camera.send(framed(1, senderReport(1_764_072_000_000)))
    await vi.waitFor(() => expect(source.senderTime?.()?.unixMs).toBe(1_764_072_000_000))
    vi.advanceTimersByTime(5_000)
    await vi.waitFor(() => expect(camera.received).toHaveLength(1))
    const [report] = camera.received
    expect([report!.channel, readReport(report!.bytes)]).toMatchObject([1, { type: 201, of: SSRC, lost: 0 }])
    camera.send(framed(1, GOODBYE))
    while (!(await pictures.next()).done);
    await source.close()
    expect(camera.asked.at(-1)).toMatch(/^PLAY|TEARDOWN/)
  })
})

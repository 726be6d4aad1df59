/** Reports between hub and camera within the connection: REAL-09. */
import { afterEach, describe, expect, test, vi } from 'vitest'
import { openCamera } from '#pipeline/ingest/source.ts'
import { LOOPBACK } from '#testing/wanted-camera.ts'
import { RtcpReceiver } from './rtcp.ts'
import { framed } from './rtsp-reader.ts'
import { QuirkyCamera, rtpPacket, TWO_IMAGES } from './testing/quirky-camera.ts'

const SSRC = 0x51

/** A sender report: its clock says `unixMs`, and frames of that moment bear `stamp`. */
function senderReport(unixMs: number, stamp = 0): Buffer {
  const bytes = Buffer.alloc(28)
  bytes.set([0x80, 200, 0, 6])
  bytes.writeUInt32BE(SSRC, 4)
  bytes.writeUInt32BE(Math.floor(unixMs / 1000) + 2_208_988_800, 8)
  bytes.writeUInt32BE(Math.round(((unixMs % 1000) / 1000) * 2 ** 32), 12)
  bytes.writeUInt32BE(stamp >>> 0, 16)
  return bytes
}
const GOODBYE = Buffer.from([0x81, 203, 0, 1, 0, 0, 0, SSRC])

/** The fields of a receiver report that cameras read. */
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
  test('is not sent before a packet arrived', () => {
    expect(new RtcpReceiver(90_000).report(0)).toBeNull()
  })

  test('reports lost packets, in total and since the last report', () => {
    const receiver = receiverOf([10, 11, 14, 15])
    expect(readReport(receiver.report(400)!)).toMatchObject({
      ...{ type: 201, of: SSRC, lostShare: 85, lost: 2, highest: 15, describedBy: 202, name: 'mimamori' },
    })
    expect(readReport(receiver.report(500)!)).toMatchObject({ lostShare: 0, lost: 2 })
  })

  test('handles wrapped sequence numbers, and late packets do not count as lost', () => {
    expect(readReport(receiverOf([65_534, 0, 65_535, 1]).report(400)!)).toMatchObject({ lost: 0, highest: 65_537 })
  })

  test('contains the last sender report and its age', () => {
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

describe('the pace of stamps', () => {
  const paceOf = (...reports: [unixMs: number, stamp: number][]) => {
    const receiver = receiverOf([1])
    for (const [unixMs, stamp] of reports) receiver.takeControl(senderReport(unixMs, stamp), 0, 28, 0)
    return receiver.pace
  }

  test('is that of the sender’s clock against them, also where 32-bit stamps begin anew', () => {
    expect(paceOf([1_764_072_000_000, -90_000], [1_764_072_010_000, 9 * 90_000])).toBeCloseTo(1)
    expect(paceOf([1_764_072_000_000, 7], [1_764_072_010_000, 7 + 25 * 90_000])).toBeCloseTo(0.4)
  })

  test('is unknown by one report, by two close ones, and where stamps or a clock do not advance', () => {
    expect(paceOf([1_764_072_000_000, 7])).toBeNull()
    expect(paceOf([1_764_072_000_000, 7], [1_764_072_001_000, 90_007])).toBeNull()
    expect(paceOf([1_764_072_000_000, 7], [1_764_072_010_000, 7])).toBeNull()
    expect(paceOf([1_764_072_000_000, 7], [1_764_071_000_000, 90_007])).toBeNull()
  })
})

describe('REAL-09 a camera', () => {
  const camera = Object.assign(new QuirkyCamera(), { media: TWO_IMAGES })
  afterEach(async () => {
    vi.useRealTimers()
    await camera.stop()
  })

  test('REAL-09 gets a report every five seconds, sends its time, and ends the stream with BYE', async () => {
    const url = await camera.start()
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const source = await openCamera(url, { username: null, password: null }, LOOPBACK, new AbortController().signal)
    const frames = source[Symbol.asyncIterator]()
    await frames.next()
    camera.send(framed(1, senderReport(1_764_072_000_000)))
    await vi.waitFor(() => expect(source.senderTime?.()?.unixMs).toBe(1_764_072_000_000))
    vi.advanceTimersByTime(5_000)
    await vi.waitFor(() => expect(camera.received).toHaveLength(1))
    const [report] = camera.received
    expect([report!.channel, readReport(report!.bytes)]).toMatchObject([1, { type: 201, of: SSRC, lost: 0 }])
    camera.send(framed(1, GOODBYE))
    while (!(await frames.next()).done);
    await source.close()
    expect(camera.asked.at(-1)).toMatch(/^PLAY|TEARDOWN/)
  })
})

import fc from 'fast-check'
import { AV_PIX_FMT_YUVJ420P, FF_ENCODER_MJPEG } from 'node-av/constants'
import { Codec, CodecContext, Dictionary, Packet, Rational } from 'node-av/lib'
import { beforeAll, describe, expect, test } from 'vitest'
import type { AccessUnit } from '#mp4/access-units.ts'
import { PictureDecoder } from '#pipeline/decode/picture-decoder.ts'
import { capturedFrame } from '#pipeline/frame/own-frame.ts'
import { JpegFrames } from './jpeg-frames.ts'
import { describedVideo } from './sdp.ts'

const SIZE = { width: 160, height: 96 }
const TYPE = 26
/** Brightness of the left and the right half. */
const HALVES = [40, 200] as const
type Jpeg = { tables: Buffer; scan: Buffer }
let jpeg: Jpeg

beforeAll(async () => {
  jpeg = await encoded()
})

/** A JPEG with the Huffman tables of RFC 2435: its quantizers, and its scan. */
async function encoded(): Promise<Jpeg> {
  const { width, height } = SIZE
  const data = Buffer.alloc((width * height * 3) / 2, 128)
  for (let at = 0; at < width * height; at++) data[at] = HALVES[at % width < width / 2 ? 0 : 1]
  const codec = Codec.findEncoderByName(FF_ENCODER_MJPEG)!
  const context = new CodecContext()
  context.allocContext3(codec)
  Object.assign(context, { ...SIZE, pixelFormat: AV_PIX_FMT_YUVJ420P, timeBase: new Rational(1, 25) })
  const options = Dictionary.fromObject({ huffman: 'default' })
  await context.open2(codec, options)
  const frame = capturedFrame({ ...SIZE, data }, 0)
  frame.format = AV_PIX_FMT_YUVJ420P
  const packet = new Packet()
  packet.alloc()
  await context.sendFrame(frame)
  context.receivePacketSync(packet)
  const file = Buffer.from(packet.data!)
  for (const used of [options, frame, packet]) used.free()
  context.freeContext()
  const tables: Buffer[] = []
  let at = 2
  for (; file[at + 1] !== 0xda; at += 2 + file.readUInt16BE(at + 2)) {
    const content = file.subarray(at + 4, at + 2 + file.readUInt16BE(at + 2))
    for (let i = 0; file[at + 1] === 0xdb && i < content.length; i += 65) tables.push(content.subarray(i + 1, i + 65))
  }
  return {
    tables: Buffer.concat([tables[0]!, tables.at(-1)!]),
    scan: file.subarray(at + 2 + file.readUInt16BE(at + 2)),
  }
}

/** The packets of one frame with its own tables; `mtu`: bytes of the scan in each. */
function packetsOf({ tables, scan }: Jpeg, stamp: number, mtu: number): Buffer[] {
  const packets: Buffer[] = []
  for (let offset = 0; offset < scan.length; offset += mtu) {
    const isLast = offset + mtu >= scan.length
    const head = Buffer.alloc(20)
    head.set([0x80, TYPE | (isLast ? 0x80 : 0)])
    head.writeUInt16BE(packets.length, 2)
    head.writeUInt32BE(stamp, 4)
    head.writeUIntBE(offset, 13, 3)
    head.set([1, 255, SIZE.width / 8, SIZE.height / 8], 16)
    const own = offset === 0 ? [Buffer.from([0, 0, 0, tables.length]), tables] : []
    packets.push(Buffer.concat([head, ...own, scan.subarray(offset, offset + mtu)]))
  }
  return packets
}

function taken(packets: readonly Buffer[]): AccessUnit[] {
  const units: AccessUnit[] = []
  const frames = new JpegFrames(TYPE, (unit) => units.push(unit))
  for (const packet of packets) frames.take(packet, 0, packet.length)
  frames.finish()
  return units
}

describe('REAL-09 JPEG over RTP', () => {
  test('gives the frame that was sent, however it was cut', async () => {
    const units = [40, 300, 5000].flatMap((mtu, i) => taken(packetsOf(jpeg, 9000 * i, mtu)))
    expect(units).toHaveLength(3)
    const decoder = await PictureDecoder.open('mjpeg', Buffer.alloc(0))
    for (const { data } of units) {
      const [{ frame } = {}] = await decoder.decode({ data, isKey: true }, 0, () => true)
      expect(frame).toMatchObject(SIZE)
      const luma = frame!.data![0]!
      expect(Math.abs(luma[20]! - HALVES[0])).toBeLessThan(12)
      expect(Math.abs(luma[140]! - HALVES[1])).toBeLessThan(12)
      frame!.free()
    }
    decoder.close()
  })

  test('drops a frame that lost a packet, and no other', () => {
    fc.assert(
      fc.property(fc.integer({ min: 30, max: 400 }), fc.nat(), (mtu, at) => {
        const frames = [0, 1, 2].map((i) => packetsOf(jpeg, 9000 * i, mtu))
        frames[1]!.splice(at % frames[1]!.length, 1)
        expect(taken(frames.flat()).map(({ stamp }) => stamp)).toEqual([0, 18_000])
      }),
    )
  })

  test('from a hostile camera gives frames or none, and never an error', () => {
    const bytes = fc.uint8Array({ minLength: 12, maxLength: 240 })
    fc.assert(
      fc.property(fc.array(bytes, { maxLength: 8 }), (packets) => {
        const sent = packets.map((packet) => Buffer.from(packet.fill(0x80, 0, 1).fill(TYPE, 1, 2)))
        for (const { data } of taken(sent)) expect(data.readUInt16BE(0)).toBe(0xffd8)
      }),
      { numRuns: 2000 },
    )
  })

  test('is read where the description has no H.264, by its name or by its number alone', () => {
    const jpegs = ['v=0', 'm=video 0 RTP/AVP 26', 'a=control:jpeg']
    expect(describedVideo(jpegs.join('\r\n'))).toMatchObject({ codec: 'mjpeg', payloadType: 26, control: 'jpeg' })
    const named = ['v=0', 'm=video 0 RTP/AVP 98', 'a=rtpmap:98 JPEG/90000']
    expect(describedVideo(named.join('\r\n'))).toMatchObject({ codec: 'mjpeg', payloadType: 98 })
    const both = [...jpegs, 'm=video 0 RTP/AVP 96', 'a=rtpmap:96 H264/90000']
    expect(describedVideo(both.join('\r\n'))).toMatchObject({ codec: 'h264' })
  })
})

import fc from 'fast-check'
import { AV_PIX_FMT_YUVJ420P, FF_ENCODER_MJPEG } from 'node-av/constants'
import { Codec, CodecContext, Dictionary, Packet, Rational } from 'node-av/lib'
import { beforeAll, describe, expect, test } from 'vitest'
import type { AccessUnit } from '#mp4/access-units.ts'
import { ImageDecoder } from '#pipeline/decode/image-decoder.ts'
import { capturedFrame } from '#pipeline/frame/own-frame.ts'
import { JpegFrames } from './jpeg-frames.ts'
import { describedVideo } from './sdp.ts'

const SIZE = { width: 160, height: 96 }
const TYPE = 26
/** Brightness of the left and the right half. */
const HALVES = [40, 200] as const
/** Neither side fits into the header of RFC 2435. */
const LARGE = { width: 2592, height: 2064 }
type Size = typeof SIZE
type Jpeg = { size: Size; tables: Buffer; scan: Buffer; file: Buffer }
/** How a camera sends it: the sides in the header of each packet, and what it adds there. */
type Sent = { sides: readonly [number, number]; extension?: Buffer; isWhole?: boolean }
let jpeg: Jpeg
let large: Jpeg

beforeAll(async () => {
  jpeg = await encoded(SIZE)
  large = await encoded(LARGE)
})

/** A JPEG with the Huffman tables of RFC 2435: its quantizers, and its scan. */
async function encoded(size: Size): Promise<Jpeg> {
  const { width, height } = size
  const data = Buffer.alloc((width * height * 3) / 2, 128)
  for (let at = 0; at < width * height; at++) data[at] = HALVES[at % width < width / 2 ? 0 : 1]
  const codec = Codec.findEncoderByName(FF_ENCODER_MJPEG)!
  const context = new CodecContext()
  context.allocContext3(codec)
  Object.assign(context, { ...size, pixelFormat: AV_PIX_FMT_YUVJ420P, timeBase: new Rational(1, 25) })
  const options = Dictionary.fromObject({ huffman: 'default' })
  await context.open2(codec, options)
  const frame = capturedFrame({ ...size, data }, 0)
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
    ...{ size, file },
    tables: Buffer.concat([tables[0]!, tables.at(-1)!]),
    scan: file.subarray(at + 2 + file.readUInt16BE(at + 2)),
  }
}

const sidesOf = ({ width, height }: Size) => [(width / 8) & 0xff, (height / 8) & 0xff] as const

/** The packets of one frame with its own tables; `mtu`: bytes of the scan in each. */
function packetsOf(sent: Jpeg, stamp: number, mtu: number, as: Sent = { sides: sidesOf(sent.size) }): Buffer[] {
  const packets: Buffer[] = []
  const { sides, extension = Buffer.alloc(0), isWhole = false } = as
  const scan = isWhole ? sent.file : sent.scan
  for (let offset = 0; offset < scan.length; offset += mtu) {
    const isLast = offset + mtu >= scan.length
    const isFirst = offset === 0
    const head = Buffer.alloc(12)
    head.set([isFirst && extension.length > 0 ? 0x90 : 0x80, TYPE | (isLast ? 0x80 : 0)])
    head.writeUInt16BE(packets.length, 2)
    head.writeUInt32BE(stamp, 4)
    const jpegHead = Buffer.from([0, 0, 0, 0, 1, isWhole ? 80 : 255, ...sides])
    jpegHead.writeUIntBE(offset, 1, 3)
    const own = isFirst && !isWhole ? [Buffer.from([0, 0, 0, sent.tables.length]), sent.tables] : []
    const first = isFirst ? [extension] : []
    packets.push(Buffer.concat([head, ...first, jpegHead, ...own, scan.subarray(offset, offset + mtu)]))
  }
  return packets
}

function taken(packets: readonly Buffer[], described: Size | null = null): AccessUnit[] {
  const units: AccessUnit[] = []
  const frames = new JpegFrames(TYPE, (unit) => units.push(unit), described)
  for (const packet of packets) frames.take(packet, 0, packet.length)
  frames.finish()
  return units
}

/** Whether each unit is the frame that was encoded. */
async function expectFrames(units: readonly AccessUnit[], size: Size): Promise<void> {
  const decoder = await ImageDecoder.open('mjpeg', Buffer.alloc(0))
  for (const { data } of units) {
    const [{ frame } = {}] = await decoder.decode({ data, isKey: true }, 0, () => true)
    expect(frame).toMatchObject(size)
    const luma = frame!.data![0]!
    expect(Math.abs(luma[size.width / 8]! - HALVES[0])).toBeLessThan(12)
    expect(Math.abs(luma[(size.width * 7) / 8]! - HALVES[1])).toBeLessThan(12)
    frame!.free()
  }
  decoder.close()
}

/** As ONVIF writes it: segments of the JPEG's own header, filled up to whole words. */
function extensionWith(codes: readonly number[], { file }: Jpeg): Buffer {
  const segments: Buffer[] = []
  for (let at = 2; file[at + 1] !== 0xda; at += 2 + file.readUInt16BE(at + 2)) {
    if (codes.includes(file[at + 1]!)) segments.push(file.subarray(at, at + 2 + file.readUInt16BE(at + 2)))
  }
  const content = Buffer.concat(segments)
  const filled = Buffer.concat([content, Buffer.alloc(-content.length & 3, 0xff)])
  const head = Buffer.from([0xff, 0xd8, 0, 0])
  head.writeUInt16BE(filled.length / 4, 2)
  return Buffer.concat([head, filled])
}

describe('REAL-09 JPEG over RTP', () => {
  test('gives the frame that was sent, however it was cut', async () => {
    const units = [40, 300, 5000].flatMap((mtu, i) => taken(packetsOf(jpeg, 9000 * i, mtu)))
    expect(units).toHaveLength(3)
    await expectFrames(units, SIZE)
  })

  test('beyond 2040 pixels takes its size from an extension, the description or the JPEG itself', async () => {
    const extension = extensionWith([0xc0], large)
    const all = extensionWith([0xc0, 0xc4, 0xdb], large)
    const zero = [0, 0] as const
    const ways: [Sent, Size | null][] = [
      [{ sides: zero, extension }, null],
      [{ sides: zero, extension: all }, null],
      [{ sides: sidesOf(LARGE), extension }, null],
      [{ sides: zero }, LARGE],
      [{ sides: sidesOf(LARGE) }, LARGE],
      [{ sides: zero, isWhole: true }, null],
    ]
    for (const [as, described] of ways) {
      const units = taken(packetsOf(large, 0, 1400, as), described)
      expect(units).toHaveLength(1)
      await expectFrames(units, LARGE)
    }
    expect(taken(packetsOf(large, 0, 1400, { sides: zero }))).toEqual([])
  })

  test('has its size described as one of RFC 6064 or of GStreamer', () => {
    const sizeBy = (line: string) => describedVideo(['v=0', 'm=video 0 RTP/AVP 26', line].join('\r\n'))?.size
    expect(sizeBy('a=framesize:26 2592-2064')).toEqual(LARGE)
    expect(sizeBy('a=x-dimensions:2592,2064')).toEqual(LARGE)
    for (const line of ['a=framesize:97 2592-2064', 'a=x-dimensions:0,9', 'a=x-dimensions:70000,9', ''])
      expect(sizeBy(line)).toBeNull()
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
        const sent = packets.map((packet, i) => Buffer.from(packet.fill(i % 2 ? 0x90 : 0x80, 0, 1).fill(TYPE, 1, 2)))
        for (const { data } of taken(sent)) expect(data.readUInt16BE(0)).toBe(0xffd8)
      }),
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

/** A frame as JPEG, on one thread. Nothing is retained between two of them: beginning costs half a millisecond, and holding 3 MB a camera. */
import {
  AV_CODEC_FLAG_QSCALE,
  AV_PIX_FMT_YUV420P,
  AVCOL_RANGE_JPEG,
  type AVPixelFormat,
  FF_ENCODER_MJPEG,
  FF_QP2LAMBDA,
} from 'node-av/constants'
import { avGetPixFmtName, Codec, CodecContext, Frame, Packet, Rational, SoftwareScaleContext } from 'node-av/lib'

/** Of MJPEG, from 2 (best) to 31: what others call a quality of 75 percent. */
const QUANTIZER = 9
/** How FFmpeg names planes with all levels from 0 to 255. */
const FULL = 'yuvj'
const EVERY_SECOND = new Rational(1, 1)

type Size = { width: number; height: number }

/** `size`: in pixels, both sides even. The frame stays the caller's. Throws when FFmpeg refuses. */
export async function jpegOf(frame: Frame, size: Size): Promise<Buffer> {
  const scaled = blankFrame(size)
  try {
    await scaleTo(scaled, frame)
    return await encoded(scaled)
  } finally {
    scaled.free()
  }
}

function blankFrame({ width, height }: Size): Frame {
  const frame = new Frame()
  frame.alloc()
  frame.format = AV_PIX_FMT_YUV420P
  frame.width = width
  frame.height = height
  frame.colorRange = AVCOL_RANGE_JPEG
  frame.pts = 0n
  frame.quality = QUANTIZER * FF_QP2LAMBDA
  made(frame.allocBuffer())
  return frame
}

/** A JPEG has all levels from 0 to 255, most cameras send those of television. */
async function scaleTo(target: Frame, source: Frame): Promise<void> {
  const name = avGetPixFmtName(source.format as AVPixelFormat) ?? ''
  const isFull = name.startsWith(FULL) || source.colorRange === AVCOL_RANGE_JPEG
  const context = new SoftwareScaleContext()
  context.allocContext()
  try {
    const from = {
      srcw: source.width,
      srch: source.height,
      src_format: name.replace(FULL, 'yuv'),
      src_range: isFull ? 1 : 0,
    }
    const to = { dstw: target.width, dsth: target.height, dst_format: 'yuv420p', dst_range: 1 }
    for (const [name, value] of Object.entries({ ...from, ...to })) made(context.setOption(name, value as string))
    made(context.initContext())
    made(await context.scaleFrame(target, source))
  } finally {
    context.freeContext()
  }
}

async function encoded(frame: Frame): Promise<Buffer> {
  const codec = Codec.findEncoderByName(FF_ENCODER_MJPEG)
  if (!codec) throw new Error('this FFmpeg has no JPEG')
  const context = new CodecContext()
  context.allocContext3(codec)
  const packet = new Packet()
  packet.alloc()
  try {
    const { width, height } = frame
    Object.assign(context, { width, height, pixelFormat: AV_PIX_FMT_YUV420P, colorRange: AVCOL_RANGE_JPEG })
    context.timeBase = EVERY_SECOND
    context.threadCount = 1
    context.setFlags(AV_CODEC_FLAG_QSCALE)
    made(await context.open2(codec))
    made(await context.sendFrame(frame))
    made(context.receivePacketSync(packet))
    return Buffer.from(packet.data ?? [])
  } finally {
    packet.free()
    context.freeContext()
  }
}

function made(result: number): void {
  if (result < 0) throw new Error(`a JPEG could not be made (${result})`)
}

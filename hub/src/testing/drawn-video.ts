// Video made for a test, H.264 unless it asks for H.265: a gray room with a bright box in it that moves, or stands still, as the test wants.
import { Encoder } from 'node-av/api'
import { AV_LOG_QUIET, FF_ENCODER_LIBX264, FF_ENCODER_LIBX265 } from 'node-av/constants'
import { type Frame, Log, Rational } from 'node-av/lib'
import type { Coding } from '#mp4/annex-b.ts'
import { ownFrame } from '#pipeline/frame/own-frame.ts'
import type { VideoPacket } from '#pipeline/media/packet-source.ts'

Log.setLevel(AV_LOG_QUIET)

export type Drawing = {
  width: number
  height: number
  framesPerSecond: number
  frames: number
  keyEvery: number
  /** With B-frames; in H.265 also across key frames (open groups). */
  reordered?: boolean
  coding?: Coding
  /** Left edge of the box (a quarter of the frame wide and high) in shares of the width; null: no box. */
  boxAt?: (frame: number) => number | null
  /** Whether each frame carries its number, for numbered-frames.ts to read. */
  isNumbered?: boolean
  /** Whether edges between blocks are smoothed, as cameras do. */
  isSmoothed?: boolean
  /** Proportions of one pixel, of H.265 only. */
  pixel?: { width: number; height: number }
}

/** Encoded frames in decoding order. */
export async function drawVideo(drawing: Drawing): Promise<VideoPacket[]> {
  const { width, height, framesPerSecond, keyEvery } = drawing
  const timeBase = new Rational(1, framesPerSecond)
  const encoder = await Encoder.create(drawing.coding === 'hevc' ? FF_ENCODER_LIBX265 : FF_ENCODER_LIBX264, {
    bitrate: '400k',
    gopSize: keyEvery,
    maxBFrames: drawing.reordered ? 2 : 0,
    threadCount: 1,
    options: { preset: 'ultrafast', ...optionsOf(drawing) },
  })
  const packets: VideoPacket[] = []
  const usPerTick = 1e6 / framesPerSecond
  const drain = async (frame: Frame | null) => {
    for (const packet of await encoder.encodeAll(frame)) {
      const { pts, dts, isKeyframe: isKey } = packet
      const ptsUs = Number(pts) * usPerTick
      packets.push({ data: Buffer.from(packet.data!), isKey, ptsUs, dtsUs: Number(dts) * usPerTick })
      packet.free()
    }
  }
  for (let i = 0; i < drawing.frames; i++) {
    const pixels = drawRoom(width, height, drawing.boxAt?.(i) ?? null)
    if (drawing.isNumbered) drawNumber(pixels, width, i)
    const frame = ownFrame({ width, height, data: pixels }, { timeBase, pts: BigInt(i) })
    await drain(frame)
    frame.free()
  }
  await drain(null)
  encoder.close()
  return drawing.reordered ? packets : packets.map(({ dtsUs: _, ...packet }) => packet)
}

function optionsOf({ coding, reordered, isSmoothed, keyEvery, pixel }: Drawing): Record<string, string | number> {
  const order: Record<string, string | number> = reordered ? { bf: 2 } : { tune: 'zerolatency' }
  if (coding !== 'hevc') return { ...order, ...(isSmoothed && { 'x264-params': 'deblock=1' }) }
  const keys = `keyint=${keyEvery}:min-keyint=${keyEvery}:scenecut=0:open-gop=${reordered ? 1 : 0}:repeat-headers=1`
  const shape = pixel ? `:sar=${pixel.width}\\:${pixel.height}` : ''
  const frames = `bframes=${reordered ? 2 : 0}:b-adapt=0`
  return { ...(!reordered && order), 'x265-params': `log-level=none:pools=1:frame-threads=1:${keys}:${frames}${shape}` }
}

function drawRoom(width: number, height: number, boxAt: number | null): Buffer {
  const pixels = Buffer.alloc((width * height * 3) / 2, 128)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) pixels[y * width + x] = 60 + ((x >> 4) % 2) * 20 + ((y >> 4) % 2) * 20
  }
  if (boxAt === null) return pixels
  const left = Math.round(boxAt * width)
  for (let y = height >> 1; y < (height * 3) >> 2; y++) {
    pixels.fill(210, y * width + left, y * width + Math.min(width, left + (width >> 2)))
  }
  return pixels
}

/** Number of bits in the top rows, the least first, black or white. */
export const NUMBER_BITS = 16
const NUMBER_ROWS = 16

function drawNumber(pixels: Buffer, width: number, number: number): void {
  const cell = width / NUMBER_BITS
  for (let y = 0; y < NUMBER_ROWS; y++) {
    for (let x = 0; x < width; x++) pixels[y * width + x] = (number >> Math.floor(x / cell)) & 1 ? 235 : 16
  }
}

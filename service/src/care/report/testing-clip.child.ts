/**
 * The program behind `drawClip`: encodes in a separate process, so that crashes of the video library do not affect the
 * tests.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Encoder, Muxer } from 'node-av/api'
import { AV_LOG_QUIET, AV_PIX_FMT_YUV420P, FF_ENCODER_LIBX264 } from 'node-av/constants'
import { Frame, Log, Rational } from 'node-av/lib'
import { serveChild } from '#platform/work/child-work.ts'
import type { ClipDrawing } from './testing-clip.ts'

Log.setLevel(AV_LOG_QUIET)
serveChild(draw, String)

const RATE = 10

async function draw({ seconds, movesFromS, movesToS, size }: ClipDrawing): Promise<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), 'mimamori-report-'))
  const path = join(folder, 'clip.mp4')
  try {
    const encoder = await Encoder.create(FF_ENCODER_LIBX264, {
      ...{ bitrate: '300k', gopSize: 20, maxBFrames: 0, threadCount: 1, options: { preset: 'ultrafast' } },
    })
    const muxer = await Muxer.open(path, { format: 'mp4', useSyncQueue: false })
    const stream = muxer.addStream(encoder)
    const send = async (frame: Frame | null) => {
      for (const packet of await encoder.encodeAll(frame)) {
        await muxer.writePacket(packet, stream)
        packet.free()
      }
    }
    // A frame points into its pixels and the encoder works on a thread: they must outlive the encoding.
    const drawn: Buffer[] = []
    for (let i = 0; i < seconds * RATE; i++) {
      const share = Math.min(1, Math.max(0, (i / RATE - movesFromS) / (movesToS - movesFromS)))
      const pixels = drawRoom(share, size)
      drawn.push(pixels)
      const frame = Frame.fromVideoBuffer(pixels, {
        ...{ ...size, format: AV_PIX_FMT_YUV420P, timeBase: new Rational(1, RATE), pts: BigInt(i) },
      })
      await send(frame)
      frame.free()
    }
    await send(null)
    await muxer.close()
    encoder.close()
    drawn.length = 0
    return readFileSync(path)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function drawRoom(share: number, { width, height }: ClipDrawing['size']): Buffer {
  const pixels = Buffer.alloc((width * height * 3) / 2, 128)
  pixels.fill(70, 0, width * height)
  const side = Math.round(width / 5)
  const left = Math.round(share * (width - side))
  for (let y = height >> 2; y < (height * 3) >> 2; y++) pixels.fill(210, y * width + left, y * width + left + side)
  return pixels
}

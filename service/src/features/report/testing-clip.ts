/** Clips for tests of reports: a real one of a scene's fall, and a small drawn one in which a box moves and then rests. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Encoder, Muxer } from 'node-av/api'
import { AV_LOG_QUIET, AV_PIX_FMT_YUV420P, FF_ENCODER_LIBX264 } from 'node-av/constants'
import { Frame, Log, Rational } from 'node-av/lib'

Log.setLevel(AV_LOG_QUIET)

const RATE = 10
const SMALL = { width: 320, height: 180 }

/** An MP4 of so many seconds; between the two times, in seconds, a bright box crosses the picture. */
export async function drawClip(seconds: number, movesFromS: number, movesToS: number, size = SMALL): Promise<Buffer> {
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
    for (let i = 0; i < seconds * RATE; i++) {
      const share = Math.min(1, Math.max(0, (i / RATE - movesFromS) / (movesToS - movesFromS)))
      const frame = Frame.fromVideoBuffer(drawRoom(share, size), {
        ...{
          ...size,
          format: AV_PIX_FMT_YUV420P,
          timeBase: new Rational(1, RATE),
          pts: BigInt(i),
        },
      })
      await send(frame)
      frame.free()
    }
    await send(null)
    await muxer.close()
    encoder.close()
    return readFileSync(path)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function drawRoom(share: number, { width, height }: typeof SMALL): Buffer {
  const pixels = Buffer.alloc((width * height * 3) / 2, 128)
  pixels.fill(70, 0, width * height)
  const side = Math.round(width / 5)
  const left = Math.round(share * (width - side))
  for (let y = height >> 2; y < (height * 3) >> 2; y++) pixels.fill(210, y * width + left, y * width + left + side)
  return pixels
}

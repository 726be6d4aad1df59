/** A short film that the hub draws and encodes itself, to try decoders with. Requirement REAL-08. */
import { Encoder } from 'node-av/api'
import { FF_ENCODER_LIBX264, FF_ENCODER_LIBX265 } from 'node-av/constants'
import { type Frame, Rational } from 'node-av/lib'
import { ownFrame } from '#pipeline/frame/own-frame.ts'
import type { VideoCodec, VideoPacket } from '#pipeline/media/packet-source.ts'

/** As cameras send it: what small frames cost says little about large ones. */
const [WIDTH, HEIGHT, FPS] = [1280, 720, 15]
const IMAGES = 30
const KEY_EVERY = 15
const NAMES = { h264: FF_ENCODER_LIBX264, hevc: FF_ENCODER_LIBX265 }
const OPTIONS = {
  h264: { preset: 'ultrafast', tune: 'zerolatency' },
  hevc: {
    preset: 'ultrafast',
    'x265-params': `log-level=none:pools=1:frame-threads=1:keyint=${KEY_EVERY}:scenecut=0:open-gop=0:repeat-headers=1:bframes=0`,
  },
}

export type Film = { images: number; packets: VideoPacket[] }

/** Throws when this FFmpeg has no such encoder. */
export async function drawFilm(codec: VideoCodec): Promise<Film> {
  const timeBase = new Rational(1, FPS)
  const encoder = await Encoder.create(NAMES[codec], {
    ...{ bitrate: '2M', gopSize: KEY_EVERY, maxBFrames: 0, threadCount: 1, options: OPTIONS[codec] },
  })
  const packets: VideoPacket[] = []
  async function take(frame: Frame | null) {
    for (const packet of await encoder.encodeAll(frame)) {
      packets.push({
        data: Buffer.from(packet.data!),
        isKey: packet.isKeyframe,
        ptsUs: (Number(packet.pts) * 1e6) / FPS,
      })
      packet.free()
    }
  }
  for (let i = 0; i < IMAGES; i++) {
    const frame = ownFrame({ width: WIDTH, height: HEIGHT, data: drawn(i) }, { timeBase, pts: BigInt(i) })
    await take(frame)
    frame.free()
  }
  await take(null)
  encoder.close()
  return { images: IMAGES, packets }
}

/** Slopes of brightness and of both colours that move, so that a plane which is swapped, shifted or stale is another one. */
function drawn(number: number): Buffer {
  const data = Buffer.alloc((WIDTH * HEIGHT * 3) / 2)
  for (let y = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++) data[y * WIDTH + x] = 40 + ((((x + 13 * number) >> 4) * 7 + (y >> 4) * 11) % 160)
  }
  const [width, height] = [WIDTH / 2, HEIGHT / 2]
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = WIDTH * HEIGHT + y * width + x
      data[at] = 70 + (((x >> 4) + number) % 60)
      data[at + width * height] = 130 + (((y >> 4) + 2 * number) % 60)
    }
  }
  return data
}

/**
 * The program behind `readClip`: decodes one MP4 twice, first for its motion, then for the frames that show it best.
 */
import { Decoder, Demuxer, Scaler } from 'node-av/api'
import {
  AV_LOG_QUIET,
  AV_PIX_FMT_GRAY8,
  AV_PIX_FMT_NV12,
  AV_PIX_FMT_YUV420P,
  AV_PIX_FMT_YUV422P,
  AV_PIX_FMT_YUV444P,
  AV_PIX_FMT_YUVJ420P,
  AV_PIX_FMT_YUVJ422P,
} from 'node-av/constants'
import { type Frame, Log } from 'node-av/lib'
import { serveChild } from '#platform/work/child-work.ts'
import type { ClipFindings, ClipInput, KeyFrame, REJECTIONS } from './report.clip.ts'
import { type Cells, keyTimes, type MotionSample, movedPercent, toCells, toMotion } from './report.motion.ts'

/** Larger, longer or denser files cannot be clips of alerts. */
const MOST_PIXELS = 3840 * 2160
const MOST_FRAMES = 6_000
const MOST_MS = 180_000
/** Frames closer together than this show no relevant motion. */
const SAMPLE_MS = 95
const IMAGE_WIDTH = 512
const QUALITY = 60
/** Formats whose first plane is the brightness, one byte per pixel. */
const LUMA_FORMATS: readonly number[] = [
  AV_PIX_FMT_YUV420P,
  AV_PIX_FMT_YUVJ420P,
  AV_PIX_FMT_YUV422P,
  AV_PIX_FMT_YUVJ422P,
  AV_PIX_FMT_YUV444P,
  AV_PIX_FMT_NV12,
  AV_PIX_FMT_GRAY8,
]

type Rejection = (typeof REJECTIONS)[number]
class Refused extends Error {
  readonly reason: Rejection
  constructor(reason: Rejection) {
    super(reason)
    this.reason = reason
  }
}

Log.setLevel(AV_LOG_QUIET)
serveChild(look, (error) => (error instanceof Refused ? error.reason : 'unreadable'))

async function look({ mp4, alertAtMs, wantsImages }: ClipInput, say: (percent: number) => void) {
  const bytes = Buffer.from(mp4.buffer, mp4.byteOffset, mp4.byteLength)
  const half = wantsImages ? 50 : 100
  const { samples, timesMs } = await measure(bytes, (share) => say(Math.round(share * half)))
  if (timesMs.length === 0) throw new Refused('unreadable')
  const durationMs = timesMs.at(-1)! + meanStep(timesMs)
  const motion = toMotion(samples, durationMs)
  const chosen = keyTimes(timesMs, motion, alertAtMs)
  const frames = wantsImages
    ? await paint(bytes, chosen, (share) => say(Math.round(50 + share * 50)))
    : chosen.map((atMs): KeyFrame => ({ atMs, jpeg: null }))
  return { durationMs, motion, frames } satisfies ClipFindings
}

async function measure(bytes: Buffer, say: (share: number) => void) {
  const samples: MotionSample[] = []
  const timesMs: number[] = []
  let before: { atMs: number; cells: Cells } | null = null
  await eachFrame(bytes, say, async (frame, atMs) => {
    if (timesMs.length > 0 && atMs <= timesMs.at(-1)!) return
    timesMs.push(atMs)
    if (before && atMs - before.atMs < SAMPLE_MS) return
    const cells = cellsOf(frame)
    if (before) samples.push({ atMs, movedPercent: movedPercent(before.cells, cells) })
    before = { atMs, cells }
  })
  return { samples, timesMs }
}

async function paint(bytes: Buffer, timesMs: readonly number[], say: (share: number) => void): Promise<KeyFrame[]> {
  const scaler = new Scaler()
  const frames: KeyFrame[] = []
  await eachFrame(bytes, say, async (frame, atMs) => {
    if (!timesMs.includes(atMs) || frames.some((one) => one.atMs === atMs)) return
    const width = Math.min(IMAGE_WIDTH, frame.width) & ~1
    // JPEG halves the color planes: sides must be even.
    const height = Math.max(2, Math.round((frame.height * width) / frame.width / 2) * 2)
    frames.push({ atMs, jpeg: await scaler.toJpeg(frame, { resize: { width, height }, quality: QUALITY }) })
  })
  return frames
}

/** Each frame with its time since the first one, ms. `say` receives the share of the file read so far. */
async function eachFrame(
  bytes: Buffer,
  say: (share: number) => void,
  work: (frame: Frame, atMs: number) => Promise<void>,
): Promise<void> {
  // Named, so that a playlist in the clothes of a clip leads nowhere.
  const input = await Demuxer.open(bytes, { format: 'mp4' })
  const video = input.video()
  if (!video) throw new Refused('unreadable')
  const { width, height } = video.codecpar
  if (width < 16 || height < 16) throw new Refused('unreadable')
  if (width * height > MOST_PIXELS) throw new Refused('too-large')
  const decoder = await Decoder.create(video, { threadCount: 1, exitOnError: false })
  const msPerTick = (video.timeBase.num * 1000) / video.timeBase.den
  let count = 0
  let firstMs: number | null = null
  let readBytes = 0
  for await (const packet of input.packets(video.index)) {
    readBytes += packet?.size ?? 0
    for (const frame of await decoder.decodeAll(packet)) {
      try {
        if (++count > MOST_FRAMES || frame.width * frame.height > MOST_PIXELS) throw new Refused('too-large')
        const timeMs = Number(frame.pts) * msPerTick
        firstMs ??= timeMs
        const atMs = Math.round(timeMs - firstMs)
        if (atMs > MOST_MS) throw new Refused('too-large')
        if (Number.isFinite(atMs) && atMs >= 0) await work(frame, atMs)
      } finally {
        frame.free()
      }
    }
    packet?.free()
    say(Math.min(1, readBytes / bytes.byteLength))
  }
  decoder.close()
  await input.close()
}

function cellsOf(frame: Frame): Cells {
  const [luma] = frame.data ?? []
  const stride = frame.linesize[0] ?? 0
  if (!luma || !LUMA_FORMATS.includes(frame.format) || stride < frame.width) throw new Refused('unreadable')
  return toCells(luma, stride, frame.width, frame.height)
}

function meanStep(timesMs: readonly number[]): number {
  return timesMs.length < 2 ? 0 : Math.round((timesMs.at(-1)! - timesMs[0]!) / (timesMs.length - 1))
}

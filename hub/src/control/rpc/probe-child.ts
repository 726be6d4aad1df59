/** The program behind `probe`: opens a stream once, decodes one frame, measures the frame rate, and prints the result. */
import { Scaler } from 'node-av/api'
import { AV_LOG_QUIET } from 'node-av/constants'
import { type Frame, Log } from 'node-av/lib'
import { type Image, ImageDecoder } from '#pipeline/decode/image-decoder.ts'
import { openSent } from '#pipeline/ingest/source.ts'
import type { PacketSource, SentCodec, SourceModule } from '#pipeline/media/packet-source.ts'
import { PIXELS_MAX } from '#pipeline/media/stream-judge.ts'
import { CameraError, plainError } from '#platform/camera-error.ts'
import { serveChildTask } from './child-task.ts'
import { hubErrorOf, type Probed, type ProbeInput } from './probe.ts'

/** Length of the stream over which the rate is measured, and the latest time of the result, ms. */
const MEASURE_MS = 2_000
/** Time limit for the first decoded frame, ms. */
const FIRST_IMAGE_MS = 8_000
const IMAGE_WIDTH = 960
/** JPEG qualities, tried in turn until the snapshot fits into a response. */
const QUALITIES = [80, 60, 40, 20]
const IMAGE_BYTES = 220_000

Log.setLevel(AV_LOG_QUIET)
serveChildTask(probeOnce, (thrown) => (thrown instanceof CameraError ? hubErrorOf(thrown) : null))

async function probeOnce(input: ProbeInput): Promise<Probed> {
  const end = new AbortController()
  const source = await open(input, end.signal)
  if (source.width * source.height > PIXELS_MAX) throw plainError('image-too-large')
  return { codec: source.codec, ...(await watch(source, input.isWithheld, end)) }
}

async function open(
  { streamUrl, login, networks, sources, preflightMs }: ProbeInput,
  signal: AbortSignal,
): Promise<PacketSource<SentCodec>> {
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(streamUrl)?.[1]?.toLowerCase() ?? ''
  const module = Object.hasOwn(sources, scheme) ? sources[scheme] : undefined
  if (module === undefined) return openSent(streamUrl, login, networks, signal, preflightMs)
  return ((await import(module)) as SourceModule).openSource(streamUrl, signal)
}

/** Reads until there is a frame and enough packets to compute the rate. The reader ends with its process. */
async function watch(source: PacketSource<SentCodec>, isWithheld: boolean, end: AbortController) {
  const decoder = await ImageDecoder.open(source.codec, source.extradata)
  const timesUs: number[] = []
  const startedMs = performance.now()
  let image: Image | undefined
  const timer = setTimeout(() => end.abort(), FIRST_IMAGE_MS)
  for await (const packet of source) {
    timesUs.push(packet.ptsUs)
    if (!image) [image] = await decoder.decode(packet, packet.ptsUs / 1000, () => true)
    const elapsedMs = performance.now() - startedMs
    if (elapsedMs > FIRST_IMAGE_MS || (image && elapsedMs > MEASURE_MS)) break
  }
  clearTimeout(timer)
  if (!image) throw plainError('no-frames')
  const { width, height } = image.frame
  const jpeg = isWithheld ? Buffer.alloc(0) : await jpegOf(image.frame)
  return { width, height, jpeg, framesPerSecond: rateOf(timesUs) }
}

/** Frames per second by the stream's timestamps, rounded to a tenth; null if they do not allow a rate. */
function rateOf(timesUs: readonly number[]): number | null {
  const sorted = timesUs.filter((time) => time > 0).sort((a, b) => a - b)
  const spanUs = sorted.length > 1 ? sorted.at(-1)! - sorted[0]! : 0
  if (spanUs <= 0) return null
  const rate = Math.round((((sorted.length - 1) * 1e6) / spanUs) * 10) / 10
  return rate <= 1000 ? rate : null
}

async function jpegOf(frame: Frame): Promise<Buffer> {
  const scaler = new Scaler()
  const width = Math.min(IMAGE_WIDTH, frame.width)
  // JPEG halves the colour planes: sides must be even.
  const height = Math.max(2, Math.round((frame.height * width) / frame.width / 2) * 2)
  for (const quality of QUALITIES) {
    const jpeg = await scaler.toJpeg(frame, { resize: { width, height }, quality })
    if (jpeg.byteLength <= IMAGE_BYTES) return jpeg
  }
  throw new Error('The image does not fit into an answer.')
}

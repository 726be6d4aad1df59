/** Opens what a camera's address names, with FFmpeg behind it for RTSP and files. */
import { setTimeout as wait } from 'node:timers/promises'
import { Demuxer } from 'node-av/api'
import {
  AV_CODEC_ID_H264,
  AV_CODEC_ID_HEVC,
  AVERROR_EAGAIN,
  AVERROR_HTTP_FORBIDDEN,
  AVERROR_HTTP_NOT_FOUND,
  AVERROR_HTTP_UNAUTHORIZED,
} from 'node-av/constants'
import { FFmpegError, Packet, type Stream } from 'node-av/lib'
import { fromAvcRecord, fromLengthPrefixed } from '#media/annex-b.ts'
import { type Credentials, loginOf, RtspError, redact, refusal, rtspUrl } from '#media/rtsp.ts'
import { allowedAddress, NetworkFault, type NetworkRules } from '#platform/networks.ts'
import type { PacketSource, VideoCodec, VideoPacket } from './packet-source.ts'
import { preflight } from './preflight.ts'
import { openGuard, type RtspGuard } from './rtsp-guard.ts'
import { SourceError } from './source-error.ts'

/** What FFmpeg gives for 'no time stamp' (AV_NOPTS_VALUE). */
const NO_TIME = -9223372036854775808n
/** FFmpeg gives up on a silent socket after this, in microseconds: later than the guard, which knows why. */
const SOCKET_TIMEOUT_US = 6_000_000
/** Starts in a tenth of a second instead of seconds, where the camera describes its stream well. */
const QUICK = { analyzeduration: 0, probesize: 32 }
const RTSP = { rtsp_transport: 'tcp', timeout: SOCKET_TIMEOUT_US, protocol_whitelist: 'tcp,rtp' } as const

/**
 * A camera over RTSP, always over TCP, at an address that `networks` allow: its name is resolved once, here, and FFmpeg
 * reaches it through a guard only. Throws a SourceError. `preflightMs`: how long the camera may take to answer before
 * FFmpeg is let in; what opens for long after that is ended by `signal`.
 */
export async function openRtsp(
  streamUrl: string,
  login: Credentials,
  networks: NetworkRules,
  signal: AbortSignal,
  preflightMs?: number,
): Promise<PacketSource> {
  let guard: RtspGuard | null = null
  const close = () => guard?.close()
  try {
    const url = rtspUrl(streamUrl)
    const address = await allowedAddress(url.hostname, networks)
    await preflight(url, address, preflightMs)
    signal.throwIfAborted()
    guard = await openGuard({ url, address, login: loginOf(url, login) })
    signal.addEventListener('abort', close, { once: true })
    return guarded(await openThrough(guard, signal), guard, signal)
  } catch (error) {
    close()
    if (signal.aborted) throw error
    const why = guard?.fault() ?? error
    throw why instanceof SourceError ? why : inWords(why, streamUrl, login)
  } finally {
    signal.removeEventListener('abort', close)
  }
}

async function openThrough({ url }: RtspGuard, signal: AbortSignal): Promise<PacketSource> {
  const quick = await Demuxer.open(url, { options: { ...RTSP, ...QUICK } })
  if (hasPictureSize(quick)) return demuxed(quick, signal)
  await quick.close()
  return demuxed(await Demuxer.open(url, { options: RTSP }), signal)
}

/** The stream ends with the guard's reason when the guard cut it off. */
function guarded(source: PacketSource, guard: RtspGuard, signal: AbortSignal): PacketSource {
  return {
    ...source,
    async *[Symbol.asyncIterator]() {
      yield* source
      const why = guard.fault()
      if (why && !signal.aborted) throw new SourceError(why.code, why.message)
    },
    async close() {
      await source.close().finally(() => guard.close())
    },
  }
}

const REFUSALS = new Map([
  [AVERROR_HTTP_UNAUTHORIZED, 'wrong-password'],
  [AVERROR_HTTP_FORBIDDEN, 'wrong-password'],
  [AVERROR_HTTP_NOT_FOUND, 'not-found'],
] as const)

function inWords(error: unknown, streamUrl: string, login: Credentials): SourceError {
  const code = error instanceof FFmpegError ? REFUSALS.get(error.code as typeof AVERROR_HTTP_NOT_FOUND) : undefined
  const known = code ? refusal(code, streamUrl, login) : error
  if (known instanceof RtspError || known instanceof NetworkFault) return new SourceError(known.code, known.message)
  const detail = redact(known instanceof Error ? known.message : String(known))
  return new SourceError('failed', `The stream could not be opened: ${detail}`)
}

/** A video file, as fast as it can be read; `pace` makes it play like a camera, `speed` times as fast as life. */
export async function openFile(path: string, signal: AbortSignal, pace?: { speed: number }): Promise<PacketSource> {
  const source = demuxed(await Demuxer.open(path), signal)
  if (!pace) return source
  return { ...source, [Symbol.asyncIterator]: () => paced(source, pace.speed, signal) }
}

async function* paced(source: PacketSource, speed: number, signal: AbortSignal): AsyncGenerator<VideoPacket> {
  const startedMs = performance.now()
  let firstUs: number | null = null
  for await (const packet of source) {
    const decodeUs = packet.dtsUs ?? packet.ptsUs
    firstUs ??= decodeUs
    const dueMs = (decodeUs - firstUs) / 1000 / speed - (performance.now() - startedMs)
    if (dueMs > 1) await wait(dueMs, undefined, { signal }).catch(() => {})
    if (signal.aborted) return
    yield packet
  }
}

function hasPictureSize(demuxer: Demuxer): boolean {
  const video = demuxer.video()
  return video !== undefined && video.codecpar.width > 0
}

const CODECS = new Map<number, VideoCodec>([
  [AV_CODEC_ID_H264, 'h264'],
  [AV_CODEC_ID_HEVC, 'hevc'],
])

function demuxed(demuxer: Demuxer, signal: AbortSignal): PacketSource {
  const video = demuxer.video()
  const codec = video && CODECS.get(video.codecpar.codecId)
  if (!video || !codec) {
    void demuxer.close()
    throw new SourceError('no-video', 'The stream holds no H.264 or H.265 video.')
  }
  const raw = Buffer.from(video.codecpar.extradata ?? [])
  const record = codec === 'h264' ? fromAvcRecord(raw) : null
  const toAnnexB = record ? (data: Buffer) => fromLengthPrefixed(data, record.lengthSize) : null
  return {
    codec,
    width: video.codecpar.width,
    height: video.codecpar.height,
    extradata: record?.extradata ?? raw,
    [Symbol.asyncIterator]: () => packets(demuxer, video, toAnnexB, signal),
    close: () => demuxer.close(),
  }
}

/** Reads until the stream ends or `signal` aborts. One read is in flight at a time, and none when it has ended. */
async function* packets(
  demuxer: Demuxer,
  video: Stream,
  toAnnexB: ((data: Buffer) => Buffer) | null,
  signal: AbortSignal,
): AsyncGenerator<VideoPacket> {
  const context = demuxer.getFormatContext()
  const packet = new Packet()
  packet.alloc()
  const usPerTick = (video.timeBase.num * 1e6) / video.timeBase.den
  const index = video.index
  const interrupt = () => demuxer.interrupt()
  signal.addEventListener('abort', interrupt, { once: true })
  try {
    while (!signal.aborted) {
      const result = await context.readFrame(packet)
      if (result === AVERROR_EAGAIN) {
        await wait(10)
        continue
      }
      if (result < 0) return
      try {
        const data = packet.streamIndex === index ? packet.data : null
        if (!data || signal.aborted) continue
        const copy = toAnnexB ? toAnnexB(data) : Buffer.from(data)
        yield { data: copy, isKey: packet.isKeyframe, ...times(packet, usPerTick) }
      } finally {
        packet.unref()
      }
    }
  } finally {
    signal.removeEventListener('abort', interrupt)
    packet.free()
  }
}

/** The first packets of a live stream may come without a time: they count as 0. */
function times(packet: Packet, usPerTick: number): { ptsUs: number; dtsUs?: number } {
  const { pts, dts } = packet
  const ptsUs = pts === NO_TIME ? 0 : Number(pts) * usPerTick
  return dts === NO_TIME || dts === pts ? { ptsUs } : { ptsUs, dtsUs: Number(dts) * usPerTick }
}

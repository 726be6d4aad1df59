/** Video files, read with FFmpeg: in place of a camera, or frame by frame. */
import { setTimeout as wait } from 'node:timers/promises'
import { Demuxer } from 'node-av/api'
import { AV_CODEC_ID_H264, AV_CODEC_ID_HEVC, AVERROR_EAGAIN } from 'node-av/constants'
import { Packet, type Stream } from 'node-av/lib'
import { fromAvcRecord, fromHevcRecord, fromLengthPrefixed } from '#mp4/annex-b.ts'
import { plainError } from '#platform/camera-error.ts'
import type { PacketSource, VideoCodec, VideoPacket } from '../media/packet-source.ts'

/** What FFmpeg gives for 'no time stamp' (AV_NOPTS_VALUE). */
const NO_TIME = -9223372036854775808n

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

const CODECS = new Map<number, VideoCodec>([
  [AV_CODEC_ID_H264, 'h264'],
  [AV_CODEC_ID_HEVC, 'hevc'],
])

function demuxed(demuxer: Demuxer, signal: AbortSignal): PacketSource {
  const video = demuxer.video()
  const codec = video && CODECS.get(video.codecpar.codecId)
  if (!video || !codec) {
    void demuxer.close()
    throw plainError('no-video')
  }
  const raw = Buffer.from(video.codecpar.extradata ?? [])
  const record = codec === 'h264' ? fromAvcRecord(raw) : fromHevcRecord(raw)
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

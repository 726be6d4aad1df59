/** What the pipeline asks of anything that delivers compressed video: a camera, a file, a drawn scene. */
import type { Coding } from '#mp4/annex-b.ts'
import type { PixelShape } from '#mp4/h264-sps.ts'

/**
 * One compressed frame, in decoding order. `data` is Annex B (start codes) and belongs to the receiver.
 * `dtsUs` only where the stream reorders frames (B-frames) and the source knows it; otherwise it is `ptsUs`.
 * `reportedPace`: ms of the camera's clock for each ms of its stamps, where its own reports give it.
 */
export type VideoPacket = {
  data: Buffer
  isKey: boolean
  ptsUs: number
  dtsUs?: number
  reportedPace?: number | null
}

export type VideoCodec = Coding

/** As cameras send it; what browsers and recordings do not take is made anew in H.264. */
export type SentCodec = VideoCodec | 'mjpeg'

export type PacketSource<Codec = VideoCodec> = AsyncIterable<VideoPacket> & {
  codec: Codec
  width: number
  height: number
  /** Proportions of one pixel; absent: square, or unknown so far. */
  pixel?: PixelShape | undefined
  /** Parameter sets (SPS, PPS, for H.265 also VPS) as Annex B; empty when they only come in the stream. */
  extradata: Buffer
  /** What the camera's own clock said last, `atMs` by a steady clock; null: no RTCP report yet. */
  senderTime?(): { unixMs: number; atMs: number } | null
  /** Frees everything. Called once, after the iteration has ended or when it must end. */
  close(): Promise<void>
}

/** Opens a source; `signal` aborts the opening and the iteration. Throws a `CameraError` with words for people. */
export type OpenSource = (url: string, signal: AbortSignal) => Promise<PacketSource>

/** What a module named in `WorkerGroupOptions.sources` exports. */
export type SourceModule = { openSource: OpenSource }

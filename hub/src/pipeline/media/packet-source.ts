/** What the pipeline asks of anything that delivers compressed video: a camera, a file, a drawn scene. */
import type { Coding } from '#mp4/annex-b.ts'

/**
 * One compressed picture, in decoding order. `data` is Annex B (start codes) and belongs to the receiver.
 * `dtsUs` only where the stream reorders pictures (B-frames) and the source knows it; otherwise it is `ptsUs`.
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

export type PacketSource = AsyncIterable<VideoPacket> & {
  codec: VideoCodec
  width: number
  height: number
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

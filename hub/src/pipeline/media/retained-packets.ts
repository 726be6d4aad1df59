/** Converts frames stored in MP4 format back to decoder input. */
import { fromLengthPrefixed, joinNals } from '#mp4/annex-b.ts'
import type { VideoCodec, VideoPacket } from './packet-source.ts'
import type { SampleRing, TimedSample } from './sample-ring.ts'
import type { Placed } from './timeline.ts'

const US_PER_MS = 1000
/** Length prefix of a sample in the ring, as in `withLengths`. */
const LENGTH_SIZE = 4

export type RetainedPackets = {
  codec: VideoCodec
  extradata: Buffer
  packets: (VideoPacket & { placed: Placed })[]
}

/** `samples` of `ring`, starting with a key frame. */
export function packetsOf({ track }: SampleRing, samples: readonly TimedSample[]): RetainedPackets {
  const packets = samples.map(({ data, isKey, ...placed }) => ({
    data: fromLengthPrefixed(data, LENGTH_SIZE),
    isKey,
    ptsUs: placed.capturedAtMs * US_PER_MS,
    placed,
  }))
  return { codec: track.coding, extradata: joinNals(track.sets), packets }
}

/** Pictures that were stored as MP4 holds them, as a decoder wants them again. */
import { fromLengthPrefixed, joinNals } from '#mp4/annex-b.ts'
import type { SampleRing, TimedSample } from '../record/sample-ring.ts'
import type { VideoCodec, VideoPacket } from './packet-source.ts'
import type { Placed } from './timeline.ts'

const US_PER_MS = 1000
/** Of a sample in the ring, as `withLengths` writes it. */
const LENGTH_SIZE = 4

export type RetainedPackets = {
  codec: VideoCodec
  extradata: Buffer
  packets: (VideoPacket & { placed: Placed })[]
}

/** `samples` of `ring`, the first a key picture. */
export function packetsOf({ track }: SampleRing, samples: readonly TimedSample[]): RetainedPackets {
  const packets = samples.map(({ data, isKey, ...placed }) => ({
    data: fromLengthPrefixed(data, LENGTH_SIZE),
    isKey,
    ptsUs: placed.capturedAtMs * US_PER_MS,
    placed,
  }))
  return { codec: track.coding, extradata: joinNals(track.sets), packets }
}

/** The program behind `H264Maker`: decodes one segment of H.265 and encodes it as H.264, at the times of the original. */
import { constants, setPriority } from 'node:os'
import { type Fragment, readFragments } from '@mimamori/contract/footage/fragment.ts'
import { AV_LOG_QUIET } from 'node-av/constants'
import { Log } from 'node-av/lib'
import { fromHevcRecord, fromLengthPrefixed } from '#mp4/annex-b.ts'
import { fragment, initSegment } from '#mp4/fmp4.ts'
import { trackFrom } from '#mp4/mp4-box.ts'
import { paintAll } from '#pipeline/frame/image-chain.ts'
import { ImageEncoder } from '#pipeline/frame/image-encoder.ts'
import { capturedFrame } from '#pipeline/frame/own-frame.ts'
import { AS_TAKEN } from '#pipeline/frame/privacy.ts'
import type { VideoPacket } from '#pipeline/media/packet-source.ts'
import type { Placed } from '#pipeline/media/timeline.ts'
import { blankYuv } from '#vision/mosaic.ts'
import { serveChildTask } from '../rpc/child-task.ts'
import type { H264Input } from './h264-maker.ts'

const TICKS_PER_MS = 90
const BOX_TYPE_BYTES = 4

Log.setLevel(AV_LOG_QUIET)
setPriority(constants.priority.PRIORITY_LOW)
serveChildTask(make, () => null)

async function make(input: H264Input): Promise<Uint8Array> {
  return 'head' in input ? headOf(input.head) : segmentOf(Buffer.from(input.init), Buffer.from(input.segment))
}

/** The encoder's parameter sets depend on the size of its frames alone, so that one header fits all segments of a run. */
async function headOf({ width, height }: { width: number; height: number }): Promise<Buffer> {
  const size = [width & ~1, height & ~1] as const
  const encoder = await ImageEncoder.open({ width: size[0], height: size[1] })
  const frame = capturedFrame(blankYuv(...size), 0)
  try {
    const track = trackFrom(await encoder.encode(frame, true))
    if (!track) throw new Error('the encoder gave no parameter sets')
    return initSegment(track)
  } finally {
    frame.free()
    encoder.close()
  }
}

async function segmentOf(init: Buffer, segment: Buffer): Promise<Buffer> {
  const record = fromHevcRecord(init.subarray(init.indexOf('hvcC', 0, 'latin1') + BOX_TYPE_BYTES))
  if (!record) throw new RangeError('the header of the recording is not one of H.265')
  const fragments = readFragments(segment)
  const packets = packetsOf(segment, fragments, record.lengthSize)
  const film = await paintAll({ codec: 'hevc', extradata: record.extradata, packets }, AS_TAKEN)
  const [first, last] = [film?.samples[0], film?.samples.at(-1)]
  if (!film || !first || !last) throw new Error('no image came of the segment')
  const { from, until } = shownIn(fragments)
  // Frames that need those of the segment before are missing at the start: the first one is shown that much longer.
  first.time = Math.min(first.time, from)
  last.duration = Math.max(1, until - last.time)
  return fragment(1, film.samples)
}

/** When its first frame is shown, and how long its last, in ticks; where a camera reorders them, in the order of showing. */
function shownIn(fragments: readonly Fragment[]): { from: number; until: number } {
  let at = fragments[0]?.time ?? 0
  const times: number[] = []
  for (const { duration, showAfter } of fragments.flatMap(({ samples }) => samples)) {
    times.push(at + showAfter)
    at += duration
  }
  const isInOrder = times.every((time, i) => i === 0 || time > times[i - 1]!)
  times.sort((a, b) => a - b)
  const [from = 0, next = from] = times
  const steps = times.slice(1).map((time, i) => time - times[i]!)
  const until = isInOrder ? at : times.at(-1)! + Math.min(...steps, Math.max(1, next - from))
  return { from: Math.max(0, from), until }
}

function packetsOf(segment: Buffer, fragments: readonly Fragment[], lengthSize: number) {
  const packets: (VideoPacket & { placed: Placed })[] = []
  for (const { time, samples } of fragments) {
    let at = time
    for (const { offset, byteLength, duration, isKey, showAfter } of samples) {
      const data = fromLengthPrefixed(segment.subarray(offset, offset + byteLength), lengthSize)
      const capturedAtMs = (at + showAfter) / TICKS_PER_MS
      const placed = { time: at, showAfter, duration, capturedAtMs: Math.round(capturedAtMs * 1000) / 1000 }
      packets.push({ data, isKey, ptsUs: capturedAtMs * 1000, placed })
      at += duration
    }
  }
  return packets
}

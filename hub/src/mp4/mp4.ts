/** Progressive MP4 with its index in front: what a clip is stored as, since every player starts and seeks it at once. */
import { box, fullBox, moov, type Sample, sampleDurations, type Track, u32 } from './mp4-box.ts'

/**
 * The whole file. Times are moved so that it starts at 0. `samples` must not be empty and must start with a key frame.
 */
export function progressiveMp4(track: Track, samples: readonly Sample[]): Buffer {
  if (!samples[0]?.isKey) throw new RangeError('a clip must start with a key frame')
  const durations = sampleDurations(samples)
  const duration = durations.reduce((sum, ticks) => sum + ticks, 0)
  const ftyp = box(
    'ftyp',
    Buffer.from('isom'),
    u32(512),
    Buffer.from(track.coding === 'h264' ? 'isomiso2avc1mp41' : 'isomiso4hvc1mp41'),
  )
  const build = (dataOffset: number) => moov(track, duration, sampleTables(samples, durations, dataOffset))
  // The offset has a fixed width, so the second pass has the length of the first.
  const dataOffset = ftyp.length + build(0).length + 8
  const data = samples.map((sample) => sample.data)
  const byteLength = data.reduce((sum, part) => sum + part.length, 0)
  return Buffer.concat([ftyp, build(dataOffset), u32(byteLength + 8), Buffer.from('mdat'), ...data])
}

function sampleTables(samples: readonly Sample[], durations: readonly number[], dataOffset: number): Buffer[] {
  const runs: { count: number; ticks: number }[] = []
  for (const ticks of durations) {
    const run = runs.at(-1)
    if (run?.ticks === ticks) run.count++
    else runs.push({ count: 1, ticks })
  }
  const firstShown = samples[0]?.showAfter ?? 0
  const isReordered = samples.some((sample) => sample.showAfter !== firstShown)
  const offsets = isReordered ? samples.flatMap((sample) => [1, sample.showAfter - firstShown]) : []
  const keys = samples.flatMap((sample, i) => (sample.isKey ? [i + 1] : []))
  return [
    fullBox('stts', 0, 0, u32(runs.length, ...runs.flatMap((run) => [run.count, run.ticks]))),
    ...(isReordered ? [fullBox('ctts', 1, 0, u32(samples.length, ...offsets))] : []),
    fullBox('stss', 0, 0, u32(keys.length, ...keys)),
    // One chunk holds all samples, in order.
    fullBox('stsc', 0, 0, u32(1, 1, samples.length, 1)),
    fullBox('stsz', 0, 0, u32(0, samples.length, ...samples.map((sample) => sample.data.length))),
    fullBox('stco', 0, 0, u32(1, dataOffset)),
  ]
}

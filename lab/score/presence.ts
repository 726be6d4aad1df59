/** Presence in a real film: the share of frames in which people were detected while people were there. */
import { hubAppSettings } from '@mimamori/contract/camera/app-settings.ts'
import type { PeopleReason } from '@mimamori/hub/detectors/people-frame.ts'
import { PeopleApps } from '@mimamori/hub/pipeline/analysis/people-apps.ts'
import { PeopleLog } from '@mimamori/hub/pipeline/analysis/people-log.ts'
import { ImageDecoder } from '@mimamori/hub/pipeline/decode/image-decoder.ts'
import { openFile } from '@mimamori/hub/pipeline/ingest/video-file.ts'
import { BackgroundModel } from '@mimamori/hub/vision/background/background.ts'
import { Scaler } from 'node-av/api'
import { FRAME_MS, SIZE } from './images.ts'

/** When somebody is there in 'one-by-one-person-detection.mp4' (Intel sample videos, CC BY 4.0), seconds, read off its frames. */
const PRESENT_S = [
  [6, 19.5],
  [22, 44.5],
  [50, 69.5],
  [74, 86.5],
  [92, 119.5],
  [124, 137.5],
] as const
/** So close to a border nobody can say. */
const MARGIN_S = 1.5

/** What A001 concludes from a frame with somebody in it. */
const SEEN: readonly PeopleReason[] = ['too-short', 'person-confirmed', 'already-raised']

/** `path`: of that film, which is not part of the project. */
export async function presenceIn(path: string): Promise<string> {
  const background = new BackgroundModel(SIZE.width, SIZE.height)
  const apps = new PeopleApps(SIZE, new PeopleLog())
  const settings = hubAppSettings.parse({ appCode: 'A001', snoozeSeconds: 0 })
  const app = { appCode: 'A001' as const, severity: 'low' as const, settings, schedule: null }
  apps.configure({ apps: [app], beds: [], seats: [], doors: [], timezone: 'UTC' })
  const scaler = new Scaler()
  const source = await openFile(path, new AbortController().signal)
  const decoder = await ImageDecoder.open(source.codec, source.extradata)
  const count = { seen: 0, missed: 0, wrong: 0, empty: 0 }
  let nextMs = 0
  for await (const packet of source) {
    const wanted = (atMs: number) => atMs >= nextMs - 1
    for (const { frame, capturedAtMs } of await decoder.decode(packet, packet.ptsUs / 1000, wanted)) {
      nextMs += FRAME_MS
      const gray = scaler.toBufferSync(frame, { resize: SIZE, format: 'gray' })
      frame.free()
      apps.judge(background.apply(gray, apps.retained), capturedAtMs)
      const isSeen = SEEN.includes(apps.seenBy('A001')!.reason)
      const truth = truthAt(capturedAtMs / 1000)
      if (truth === true) count[isSeen ? 'seen' : 'missed']++
      if (truth === false) count[isSeen ? 'wrong' : 'empty']++
    }
  }
  decoder.close()
  scaler.close()
  await source.close()
  const { seen, missed, wrong, empty } = count
  return `A figure was seen in ${seen} of ${seen + missed} frames with somebody, and in ${wrong} of ${wrong + empty} without.`
}

/** Null: too close to a border. */
function truthAt(atS: number): boolean | null {
  if (PRESENT_S.some(([from, to]) => Math.min(Math.abs(atS - from), Math.abs(atS - to)) < MARGIN_S)) return null
  return PRESENT_S.some(([from, to]) => atS >= from && atS <= to)
}

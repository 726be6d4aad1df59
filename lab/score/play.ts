/** Runs detection on a sequence as the hub does, and records detections and alerts. */

import { hubAppSettings } from '@mimamori/contract/camera/app-settings.ts'
import { APPS } from '@mimamori/contract/shared/app-catalogue.ts'

import type { Point } from '@mimamori/contract/shared/geometry.ts'
import { PeopleApps } from '@mimamori/hub/pipeline/analysis/people-apps.ts'
import { PeopleLog } from '@mimamori/hub/pipeline/analysis/people-log.ts'
import { BackgroundModel } from '@mimamori/hub/vision/background/background.ts'
import type { Person } from '@mimamori/hub/vision/body/person.ts'
import { generatorFrom, hashOf } from '#rooms/base/chance.ts'
import { FRAME_MS, imagesOf, type Retained, SIZE } from './images.ts'
import { bedOf } from './layout.ts'
import { type Alert, SCORED, type ScoredApp, type Truth } from './match.ts'
import { type Sequence, truthsOf } from './sequence.ts'

/** `seen`: in each frame, and what each app concluded from it. `msPerFrame`: of one core. */
export type Played = {
  truths: Truth[]
  alerts: Alert[]
  seen: { atMs: number; people: readonly Person[]; reasons: string[] }[]
  seconds: number
  msPerFrame: number
}

/** With the apps' default settings. `onImage` gets each frame before the next overwrites it. */
export async function play(
  sequence: Sequence,
  retained: Retained,
  onImage: (image: Uint8Array, seen: Played['seen'][number]) => void = () => {},
): Promise<Played> {
  const { layout, fromMs, untilMs } = sequence
  const background = new BackgroundModel(SIZE.width, SIZE.height)
  const apps = new PeopleApps(SIZE, new PeopleLog())
  apps.setAspect(layout.size.height / layout.size.width)
  const beds = [{ name: 'bed', corners: outlineOf(sequence) }]
  apps.configure({ apps: scoredApps(), beds, seats: [], doors: [], timezone: 'Asia/Tokyo' })
  const alerts: Alert[] = []
  const seen: Played['seen'] = []
  let spentMs = 0
  let atMs = fromMs
  for await (const image of imagesOf(sequence, retained)) {
    const before = process.cpuUsage()
    const incidents = apps.judge(background.apply(image, apps.retained), atMs)
    const { user, system } = process.cpuUsage(before)
    spentMs += (user + system) / 1000
    for (const { appCode } of incidents) if (isScored(appCode)) alerts.push({ appCode, atMs })
    const now = { atMs, people: apps.anyFrame?.people ?? [], reasons: apps.conclusions.map(({ reason }) => reason) }
    seen.push(now)
    onImage(image, now)
    atMs += FRAME_MS
  }
  const seconds = (untilMs - fromMs) / 1000
  return { truths: truthsOf(sequence), alerts, seen, seconds, msPerFrame: spentMs / seen.length }
}

const isScored = (appCode: string): appCode is ScoredApp => SCORED.some((one) => one === appCode)

function scoredApps() {
  return SCORED.map((appCode) => ({
    appCode,
    severity: APPS[appCode].severity,
    settings: hubAppSettings.parse({
      appCode,
      snoozeSeconds: 0,
    }),
    schedule: null,
  }))
}

function outlineOf({ layout, seed, condition }: Sequence): Point[] {
  const chance = generatorFrom(hashOf(layout.name, seed, condition, 'outline'))
  const bed = bedOf(layout)
  if (condition === 'mirrored') return bed.map(({ x, y }) => ({ x: 1 - x, y }))
  const reach = condition === 'outline-off' ? 1.3 : 0
  const off = (size: number) => ((chance() * 2 - 1) * reach) / size
  return bed.map(({ x, y }) => ({ x: x + off(SIZE.width), y: y + off(SIZE.height) }))
}

/** Stretches of the demo rooms' days that are scored, drawn and judged as the hub does; and what is done to the pictures. */
import { hubAppSettings } from '@mimamori/contract/app-settings.ts'
import { APPS } from '@mimamori/contract/apps.ts'
import type { Point } from '@mimamori/contract/geometry.ts'
import { BackgroundModel } from '#media/background.ts'
import { PeopleApps } from '#pipeline/people-apps.ts'
import { PeopleLog } from '#pipeline/people-log.ts'
import { generatorFrom, hashOf } from '../scene/chance.ts'
import { createScene, planOf, SCENES } from '../scene/scene.ts'
import { type Raised, SCORED, type ScoredApp, type Truth } from './match.ts'

/** `mirrored`: another room, seen the other way round. `outline-off`: the bed's corners drawn 1.3 pixels of 320 wrong. */
export const CONDITIONS = ['plain', 'mirrored', 'noisy', 'dim', 'outline-off'] as const
export type Condition = (typeof CONDITIONS)[number]
export type Stretch = {
  room: string
  seed: number
  condition: Condition
  fromMs: number
  untilMs: number
  light: 'day' | 'night'
}
export type Played = { truths: Truth[]; raised: Raised[]; seconds: number; msPerFrame: number }

const SIZE = { width: 320, height: 180 }
const FRAME_MS = 200
const DAY_MS = 86_400_000
const START_MS = Date.UTC(2026, 5, 10, 3)
const BEFORE_FALL_MS = 75_000
const AFTER_FALL_MS = 60_000
const ORDINARY_MS = 6 * 60_000
/** Nothing that happens so close to the begin (the apps must have seen who lies there) or the end is asked for. */
const MARGIN_MS = 14_000
const APP_OF: Partial<Record<string, ScoredApp>> = { 'wake-up': 'A004', fall: 'A005', 'bed-exit': 'A006' }

/** A fall by day, one by night, and an hour's tenth of ordinary life, of every room; seeds below 100 are those tuned on. */
export function stretchesOf(seed: number): Stretch[] {
  return SCENES.filter(({ bed }) => bed).flatMap(({ key }, index) => {
    const condition = CONDITIONS[(seed + index) % CONDITIONS.length]!
    const falls = planOf({ key }, seed)
      .eventsBetween(START_MS, START_MS + 14 * DAY_MS)
      .filter(({ activity }) => activity === 'fall')
    const ordinaryMs = START_MS + ((seed * 7 + index * 5) % 24) * 3_600_000
    return [
      ...(['day', 'night'] as const).flatMap((light) => {
        const fall = falls.find(({ atMs }) => lightAt(atMs) === light)
        return fall ? [{ fromMs: fall.atMs - BEFORE_FALL_MS, untilMs: fall.atMs + AFTER_FALL_MS, light }] : []
      }),
      { fromMs: ordinaryMs, untilMs: ordinaryMs + ORDINARY_MS, light: lightAt(ordinaryMs) },
    ].map((part) => ({ room: key, seed, condition, ...part }))
  })
}

function lightAt(atMs: number): 'day' | 'night' {
  const hour = new Date(atMs + 9 * 3_600_000).getUTCHours()
  return hour < 6 || hour >= 21 ? 'night' : 'day'
}

/** Draws a stretch, five pictures a second, and lets the apps judge it with their default settings. */
export async function play({ room, seed, condition, fromMs, untilMs }: Stretch): Promise<Played> {
  const scene = await createScene(room, { seed })
  const chance = generatorFrom(hashOf(room, seed, condition))
  const background = new BackgroundModel(SIZE.width, SIZE.height)
  const apps = new PeopleApps(SIZE, new PeopleLog())
  apps.configure({ apps: appsWith(outlineOf(scene.bed!, condition, chance)), timezone: scene.zone })
  const gray = new Uint8Array(SIZE.width * SIZE.height)
  const raised: Raised[] = []
  let spentMs = 0
  for (let atMs = fromMs; atMs < untilMs; atMs += FRAME_MS) {
    takePicture(scene.drawFrame(atMs).planes, scene.width, gray, condition, chance)
    const beganMs = performance.now()
    const incidents = apps.judge(background.apply(gray, apps.kept), atMs)
    spentMs += performance.now() - beganMs
    for (const { appCode } of incidents) if (isScored(appCode)) raised.push({ appCode, atMs })
  }
  const truths = scene.plan
    .eventsBetween(fromMs + MARGIN_MS, untilMs - MARGIN_MS)
    .flatMap(({ activity, atMs }): Truth[] => {
      const appCode = APP_OF[activity]
      return appCode ? [{ appCode, atMs }] : []
    })
  const frames = (untilMs - fromMs) / FRAME_MS
  return { truths, raised, seconds: (untilMs - fromMs) / 1000, msPerFrame: spentMs / frames }
}

const isScored = (appCode: string): appCode is ScoredApp => SCORED.some((one) => one === appCode)

function appsWith(corners: Point[]) {
  return SCORED.map((appCode) => ({
    appCode,
    severity: APPS[appCode].severity,
    settings: hubAppSettings.parse({
      appCode,
      snoozeSeconds: 0,
      regions: appCode === 'A005' ? [] : [{ name: 'bed', corners }],
    }),
    schedule: null,
  }))
}

function outlineOf(bed: readonly Point[], condition: Condition, chance: () => number): Point[] {
  if (condition === 'mirrored') return bed.map(({ x, y }) => ({ x: 1 - x, y }))
  const reach = condition === 'outline-off' ? 1.3 : 0
  const off = (size: number) => ((chance() * 2 - 1) * reach) / size
  return bed.map(({ x, y }) => ({ x: x + off(SIZE.width), y: y + off(SIZE.height) }))
}

/** Four points of the drawn brightness make one; then what the condition does to it. */
function takePicture(
  planes: Uint8Array,
  width: number,
  gray: Uint8Array,
  condition: Condition,
  chance: () => number,
): void {
  for (let i = 0; i < gray.length; i++) {
    const column = i % SIZE.width
    const at =
      Math.floor(i / SIZE.width) * 2 * width + (condition === 'mirrored' ? SIZE.width - 1 - column : column) * 2
    const level = (planes[at]! + planes[at + 1]! + planes[at + width]! + planes[at + width + 1]!) / 4
    if (condition === 'dim') gray[i] = 8 + level * 0.5
    else if (condition === 'noisy')
      gray[i] = Math.max(0, Math.min(255, level + (chance() + chance() + chance() - 1.5) * 8))
    else gray[i] = level
  }
}

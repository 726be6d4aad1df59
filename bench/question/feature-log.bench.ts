/** What the feature log of a camera costs: bytes a day on their way to the service, and CPU time beside all else. */
import { deflateRawSync } from 'node:zlib'
import { APPS } from '@mimamori/contract/camera/app-catalogue.ts'
import { hubAppSettings } from '@mimamori/contract/camera/app-settings.ts'
import type { AlertAppCode } from '@mimamori/contract/camera/apps.ts'
import { type MeasuredSecond, packBlock } from '@mimamori/contract/insight/measurement-block.ts'
import { motionStart } from '../../hub/src/detectors/motion.ts'
import { FrameLogger } from '../../hub/src/pipeline/analysis/frame-logger.ts'
import { PeopleApps } from '../../hub/src/pipeline/analysis/people-apps.ts'
import { PeopleLog } from '../../hub/src/pipeline/analysis/people-log.ts'
import { SecondLog } from '../../hub/src/pipeline/analysis/second-log.ts'
import { BackgroundModel } from '../../hub/src/vision/background/background.ts'
import { regionMask } from '../../hub/src/vision/geometry.ts'
import { viewRegion } from '../../hub/src/vision/region.ts'
import { createScene, SCENES } from '../../hub/synthetic/camera/scene.ts'
import { findMoment } from '../../hub/synthetic/story/moment.ts'
import { type Bench, round } from '../bench.ts'

const SIZE = { width: 320, height: 180 }
const FRAME_MS = 200
const BLOCK_SECONDS = 300
const DAY_SECONDS = 86_400
const ROOM = 'room-203'
/** Around a bed exit, as lively as it gets; a day is never all like this. */
const LIVELY_SECONDS = 300
const MB = 1_000_000
const GOAL = { megabytesPerDay: 8, coreShare: 0.01 }

type Measured = { rows: MeasuredSecond[]; logMs: number; seconds: number }

export const bench: Bench = {
  question: 'What does the feature log of a camera cost: bytes a day, and CPU time beside detection?',
  goal: `at most ${GOAL.megabytesPerDay} MB a camera and day, and ${GOAL.coreShare * 100} % of a core`,
  async run(say) {
    const lively = await livelyMinutes()
    const calm = lively.rows.filter(({ people, marks }) => people === 0 && marks === 0)
    const livelyDay = bytesOfDay(lively.rows)
    const calmDay = bytesOfDay(calm.length > 0 ? calm : lively.rows)
    const beganAt = process.cpuUsage()
    for (let round = 0; round < 100; round++) pack(lively.rows)
    const packMsPerDay = (cpuMs(beganAt) / 100) * (DAY_SECONDS / BLOCK_SECONDS)
    const logShare = lively.logMs / 1000 / lively.seconds
    const coreShare = logShare + packMsPerDay / 1000 / DAY_SECONDS
    say(`a day as lively as around a bed exit: ${round(livelyDay / MB)} MB; calm: ${round(calmDay / MB)} MB`)
    say(`${round(100 * coreShare)} % of a core`)
    return {
      isMet: livelyDay <= GOAL.megabytesPerDay * MB && coreShare <= GOAL.coreShare,
      figures: {
        livelyMegabytesPerDay: round(livelyDay / MB),
        calmMegabytesPerDay: round(calmDay / MB),
        coreShare: round(coreShare),
        ofWhichPerPicture: round(logShare),
        packMsPerBlock: round(packMsPerDay / (DAY_SECONDS / BLOCK_SECONDS)),
      },
      notes: [
        `Five minutes of ${ROOM} around a bed exit, drawn and judged at five pictures a second with A003 to A006 on; a lively day repeats them.`,
        'Counted is the CPU time of what the log adds: shares inside and outside, bed presence, the twelve judges without schedule and snooze, rows, packing. Not counted: the message from the worker and one small write to SQLite every ten seconds.',
      ],
    }
  },
}

async function livelyMinutes(): Promise<Measured> {
  const scene = await createScene(ROOM)
  const momentMs = findMoment({ key: ROOM }, 'bed-exit', Date.UTC(2026, 5, 10, 15))!
  const privacy = { masks: [], level: 'none' as const }
  const apps = { apps: appsOf(), timezone: 'Asia/Tokyo', privacy }
  const background = new BackgroundModel(SIZE.width, SIZE.height)
  const people = new PeopleApps(SIZE, new PeopleLog())
  people.configure(apps)
  const rows: MeasuredSecond[] = []
  const seconds = new SecondLog(ROOM, (message) => rows.push(...message.rows))
  const logger = new FrameLogger(SIZE, seconds)
  logger.configure(apps)
  const mask = regionMask([], SIZE.width, SIZE.height)
  const gray = new Uint8Array(SIZE.width * SIZE.height)
  let logMs = 0
  const startMs = momentMs - (LIVELY_SECONDS / 2) * 1000
  for (let atMs = startMs; atMs < startMs + LIVELY_SECONDS * 1000; atMs += FRAME_MS) {
    shrink(scene.drawFrame(atMs).planes, scene.width, gray)
    const picture = background.apply(gray, people.retained)
    people.judge(picture, atMs)
    const frame = { atMs, ...viewRegion(picture, mask, SIZE.width, SIZE.height) }
    const motion = { frame, reason: motionStart.reason }
    const beganAt = process.cpuUsage()
    logger.log({ scene: picture, atMs, motion, people, gray, view: null, ambient: null })
    logMs += cpuMs(beganAt)
  }
  seconds.end()
  return { rows, logMs, seconds: LIVELY_SECONDS }
}

function appsOf() {
  const regions = [{ name: 'bed', corners: [...SCENES.find((one) => one.key === ROOM)!.bed!] }]
  return (['A003', 'A004', 'A005', 'A006'] as const).map((appCode: AlertAppCode) => ({
    appCode,
    severity: APPS[appCode].severity,
    settings: hubAppSettings.parse({
      appCode,
      regions: appCode === 'A004' || appCode === 'A006' ? regions : [],
      ...(appCode === 'A003' ? { pixelChangePercent: 2, motionDurationSeconds: 1 } : {}),
    }),
    schedule: null,
  }))
}

/** Four points of the drawn brightness make one. */
function shrink(planes: Uint8Array, width: number, gray: Uint8Array): void {
  for (let i = 0; i < gray.length; i++) {
    const at = Math.floor(i / SIZE.width) * 2 * width + (i % SIZE.width) * 2
    gray[i] = (planes[at]! + planes[at + 1]! + planes[at + width]! + planes[at + width + 1]!) >> 2
  }
}

/** Of a day of blocks, each as full as these rows make it. */
function bytesOfDay(rows: readonly MeasuredSecond[]): number {
  return (pack(rows) / rows.length) * DAY_SECONDS
}

function pack(rows: readonly MeasuredSecond[]): number {
  return deflateRawSync(packBlock({ apps: [], rows: [...rows] }), { level: 9 }).length
}

function cpuMs(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since)
  return (user + system) / 1000
}

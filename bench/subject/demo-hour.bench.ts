/** HUB-01: does the demo run for an hour, with users, without growing and without losing a process? */

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { MINUTE_MS } from '@mimamori/contract/shared/duration.ts'
import { createHubSimulator } from '@mimamori/hub/testing/simulator/hub-simulator.ts'
import { type Browser, chromium } from '@playwright/test'
import { addCamera, addHub, signInPage } from '../../e2e/stack/demo-site.ts'
import { CHROMIUM_ARGS, CHROMIUM_PATH } from '../../e2e/stack/place.ts'
import { lostWorkers } from '../../tools/start/lost-workers.ts'
import { type Running, startMimamori } from '../../tools/start/mimamori.ts'
import { type Bench, IS_TRIAL, round } from '../bench.ts'
import { liveBytes } from '../part/live-memory.ts'
import { descendants, descendantWith, openHandles, residentBytes } from '../part/process-cost.ts'

const MINUTES = IS_TRIAL ? 2 : Number(process.env.MIMAMORI_BENCH_MINUTES ?? 60)
/** A busy home's of eight hours. */
const ALARMS = 320
/** Pages that users leave open. */
const PAGES = ['dashboard', 'alerts/list', 'rooms', 'cameras/list', 'coverage', 'cameras/wall'] as const
/** Number of the demo's cameras, all in one worker. */
const CAMERAS = 7
const GOAL_CAMERA_MB = 60
/** Until then the worker fills its log of the last hour (`measurement-log.ts`, `people-log.ts`). */
const FILLED_MINUTE = 62
/** Growth counts from here: a quarter of the time, or the full log where the run goes on for long enough. */
const FROM_MINUTE = Math.floor(Math.max(MINUTES / 4, MINUTES >= 1.5 * FILLED_MINUTE ? FILLED_MINUTE : 0))
const GOAL_GROWTH = 0.1

const NOTES = [
  'The seven cameras of the demo, all in one media worker; its memory is counted whole, with the programs that it loads (some 110 MB).',
  'In its first hour the worker fills its log of measurements, up to 4.5 MB a camera: a run of less than 93 minutes shows that as growth.',
  'The pose model is not among the restarts: on a machine that is too slow for it, it is ended and tried again.',
]

/** Words of each process's command line. */
const PROCESSES = {
  worker: 'pipeline/worker/worker.ts',
  pose: 'pose/pose-child.ts',
  hub: 'mimamori-hub',
  service: 'service/src/main.ts',
  cameras: 'tools/cameras/main.ts',
  database: 'bin/postgres',
} as const
type Name = keyof typeof PROCESSES
const NAMES = Object.keys(PROCESSES) as Name[]
/** Programs in Node that run as long as the demo does: a collection shows what of their memory is in use. */
const IN_NODE = ['worker', 'hub', 'service', 'cameras'] as const

export const bench: Bench = {
  subject:
    'Does the demo run for an hour, with six pages open and 320 alarms, without growing and without losing a process?',
  goal: `no process restarted, at most ${GOAL_CAMERA_MB} MB a camera in the media worker, memory, memory in use and handles of no process grow by more than ${100 * GOAL_GROWTH} % after minute ${FROM_MINUTE}`,
  async run(say) {
    const mimamori = await startMimamori()
    const folder = await mkdtemp(join(tmpdir(), 'mimamori-bench-hub-'))
    const browser = await chromium.launch({ executablePath: CHROMIUM_PATH, args: CHROMIUM_ARGS })
    const hub = await addHub(mimamori.url, 'Bench hub')
    await addCamera(hub, 'Bench camera', 'rtsp://127.0.0.1:1/none')
    const simulator = createHubSimulator({ service: mimamori.url, key: hub.key, dataDir: folder })
    try {
      for (const page of PAGES) await open(browser, mimamori.url, page)
      await simulator.start()
      const pids = pidsOf(mimamori)
      const [mb, handles] = [perProcess(), perProcess()]
      const live: Record<string, number>[] = []
      for (let minute = 0; minute < MINUTES; minute++) {
        if (minute === FROM_MINUTE || minute === MINUTES - 1) live.push(await liveMb(pidsOf(mimamori), say))
        const alarms = Math.round(((minute + 1) * ALARMS) / MINUTES) - Math.round((minute * ALARMS) / MINUTES)
        if (alarms > 0) await simulator.raise(alarms, { appCode: 'A005', severity: 'critical' })
        await pause(MINUTE_MS)
        note(pidsOf(mimamori), mb, handles)
        say(
          `minute ${minute + 1}: ${NAMES.map((name) => `${name} ${mb[name].at(-1)} MB, ${handles[name].at(-1)}`).join('; ')}`,
        )
      }
      const after = pidsOf(mimamori)
      // The pose model stops and restarts by itself if the machine is too slow; the cameras' pages show that.
      const restarted = NAMES.filter((name) => name !== 'pose' && after[name] !== pids[name])
      const lost = lostWorkers(mimamori.dataFolder)
      const [start, end] = live as [Record<string, number>, Record<string, number>]
      const growth = {
        liveMb: Object.fromEntries(IN_NODE.map((name) => [name, round(end[name]! / start[name]! - 1)])),
        mb: growthOf(mb),
        handles: growthOf(handles),
      }
      const isFlat = Object.values(growth).every((of) => Object.values(of).every((share) => share <= GOAL_GROWTH))
      const mbPerCamera = round(Math.max(...mb.worker) / CAMERAS)
      return {
        isMet: restarted.length === 0 && lost.length === 0 && mbPerCamera <= GOAL_CAMERA_MB && isFlat,
        figures: {
          minutes: MINUTES,
          alarms: ALARMS,
          restarted,
          workersLost: lost.length,
          mbPerCamera,
          growth,
          liveMb: { start, end },
          mbByMinute: mb,
          handlesByMinute: handles,
        },
        notes: NOTES,
      }
    } finally {
      await simulator.stop()
      await browser.close()
      await mimamori.stop()
      await rm(folder, { recursive: true, force: true })
    }
  },
}

/** Adds memory and handles of this minute. */
function note(now: Partial<Record<Name, number>>, mb: Record<Name, number[]>, handles: Record<Name, number[]>): void {
  for (const name of NAMES) {
    mb[name].push(Math.round(residentBytes(now[name] ?? 0) / 1e6))
    handles[name].push(openHandles(now[name] ?? 0))
  }
}

/** MB that each program of Node uses right after a collection. */
async function liveMb(pids: Partial<Record<Name, number>>, say: (line: string) => void) {
  const live: Record<string, number> = {}
  for (const name of IN_NODE) live[name] = round((await liveBytes(pids[name]!)) / 1e6)
  say(`in use after a collection: ${IN_NODE.map((name) => `${name} ${live[name]} MB`).join('; ')}`)
  return live
}

const perProcess = () => Object.fromEntries(NAMES.map((name) => [name, [] as number[]])) as Record<Name, number[]>

/**
 * By how much the highest value of the counted time is above the highest before it: between collections memory rises and
 * falls, also after the one that `liveMb` asks for.
 */
function growthOf(byMinute: Record<Name, number[]>): Record<string, number> {
  return Object.fromEntries(
    NAMES.map((name) => {
      const [before, counted] = [byMinute[name].slice(0, Math.max(1, FROM_MINUTE)), byMinute[name].slice(FROM_MINUTE)]
      return [name, round(Math.max(...counted) / Math.max(...before, 1) - 1)]
    }),
  )
}

async function open(browser: Browser, url: string, place: string): Promise<void> {
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage()
  await signInPage(page, url, 'nurse@sakura.example')
  await page.goto(`${url}/app/${place}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
}

/** Undefined for a process that does not run now. */
function pidsOf({ pid }: Running): Partial<Record<Name, number>> {
  if (descendants(pid).length === 0) throw new Error('the launcher has no programs any more')
  return Object.fromEntries(NAMES.flatMap((name) => pidOf(pid, name)))
}

function pidOf(pid: number, name: Name): [Name, number][] {
  try {
    return [[name, descendantWith(pid, PROCESSES[name])]]
  } catch {
    return []
  }
}

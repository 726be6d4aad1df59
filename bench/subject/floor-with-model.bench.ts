/** P19: whether one small hub watches a floor for falls with the pose model: no motion, one room in ten, and all rooms. */
import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { GSTREAMER_MISSING, gstreamerPresent, serveScenes } from '../../tools/cameras/serve.ts'
import { type Bench, IS_TRIAL, round } from '../bench.ts'
import { type Cost, costOf } from '../part/camera-load.ts'

const FILM = join(import.meta.dirname, '..', '..', '..', 'shared', 'video', 'one-by-one-person-detection.mp4')
/** A camera's sub stream. */
const FPS = 10
const IMAGE = [
  '-vf',
  `scale=640:360,fps=${FPS}`,
  '-c:v',
  'libx264',
  '-preset',
  'fast',
  '-b:v',
  '500k',
  '-g',
  `${FPS * 2}`,
]
/** The first seconds of the film without people; then people come and go. */
const EMPTY_SECONDS = 5
const FLOORS = IS_TRIAL ? [4] : [20, 40]
const MOVING_SHARES = [0, 0.1, 1]
/** For connecting cameras, loading the model, and learning the rooms. */
const SETTLE_MS = IS_TRIAL ? 15_000 : 30_000
const MEASURE_MS = IS_TRIAL ? 15_000 : 30_000
const MOVING_GOAL = 0.12
const STILL_GOAL = 0.06

type Floor = { cameras: number; moving: number; cost: Cost }

export const bench: Bench = {
  subject: 'How many cameras does a hub of two cores watch for falls with the pose model, and which must wait for it?',
  goal: `20 cameras, one in ten moving: no image skipped, no camera late; ${STILL_GOAL} of a core a still camera, ${MOVING_GOAL} a moving one`,
  async run(say) {
    if (!gstreamerPresent()) throw new Error(GSTREAMER_MISSING)
    const folder = await mkdtemp(join(tmpdir(), 'mimamori-bench-model-'))
    const film = (name: string, seconds: number[]) => {
      const path = join(folder, name)
      const span = seconds.flatMap((second, at) => [at === 0 ? '-t' : '-ss', `${second}`])
      execFileSync('ffmpeg', ['-v', 'error', '-i', FILM, ...span, '-an', ...IMAGE, '-f', 'mpegts', path])
      return path
    }
    const server = await serveScenes({
      keys: [],
      extras: {
        still: { loopedFile: film('still.ts', [EMPTY_SECONDS]) },
        moving: { loopedFile: film('moving.ts', []) },
      },
    })
    const floors: Floor[] = []
    try {
      for (const cameras of FLOORS) {
        for (const share of MOVING_SHARES) {
          const moving = Math.round(cameras * share)
          const spool = join(folder, `${cameras}-${moving}`)
          const args = [server.urls.still!, String(cameras), spool, 'people', server.urls.moving!, String(moving)]
          const cost = await costOf('whole-flow.ts', args, {
            cameras,
            fps: FPS,
            settleMs: SETTLE_MS,
            measureMs: MEASURE_MS,
          })
          floors.push({ cameras, moving, cost })
          say(inWords(floors.at(-1)!))
        }
      }
    } finally {
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    }
    const isWell = ({ cost }: Floor) => cost.framesSkipped === 0 && cost.lateCameras === 0
    const of = (moving: (floor: Floor) => boolean) =>
      floors.find((floor) => floor.cameras === FLOORS[0] && moving(floor))!
    const still = of(({ moving }) => moving === 0)
    const all = of(({ moving, cameras }) => moving === cameras)
    return {
      isMet:
        floors.filter(({ cameras, moving }) => cameras === FLOORS[0] && moving < cameras).every(isWell) &&
        still.cost.sharePerCamera <= STILL_GOAL &&
        all.cost.sharePerCamera <= MOVING_GOAL,
      figures: { floors: floors.map(({ cost, ...floor }) => ({ ...floor, ...rounded(cost) })) },
      notes: [
        `The small streams alone, ${IMAGE[1]}: nobody in a corridor, and people who walk through it one after another. Shares are of one core, with the model's process.`,
        'Cameras are served by this machine as well, and their cost is not counted.',
      ],
    }
  },
}

function rounded({ sharePerCamera, framesSkipped, looks, lateCameras }: Cost) {
  return { sharePerCamera: round(sharePerCamera), framesSkipped, ...looks, lateCameras }
}

function inWords({ cameras, moving, cost }: Floor): string {
  const { sharePerCamera, framesSkipped, looks, lateCameras } = cost
  return `${cameras} cameras, ${moving} moving: ${round(100 * sharePerCamera)} % of a core each, ${framesSkipped} skipped, ${looks.answered} of ${looks.asked} looks answered, ${lateCameras} late`
}

/** P10: what a live picture costs the hub and the service on its way, and how much later it is for it. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { GSTREAMER_MISSING, gstreamerPresent, serveScenes } from '../../../tools/cameras/serve.ts'
import { startMimamori } from '../../../tools/start/mimamori.ts'
import { type Bench, type Found, IS_TRIAL, median, quantile, round } from '../../bench.ts'
import { LiveViewer } from '../../part/live-viewer.ts'
import { cpuSeconds, descendantWith, ownCpuSeconds } from '../../part/process-cost.ts'
import { findProgram, outputOf } from '../../part/programs.ts'
import { addCamera, addHub, type SignedIn } from '../../site/demo-site.ts'

const PICTURE = { width: 1920, height: 1080, fps: 15, gop: 30, megabitsPerSecond: 3 }
const PASSES = IS_TRIAL ? 1 : 3
/**
 * Cameras that are watched at once: what a program costs by itself is shared by those of a site. A wall of sixteen, the
 * largest there is, and what a small home has.
 */
const STREAMS = { few: 4, wall: IS_TRIAL ? 6 : 16 }
/** With the others below what one session may have open at once. */
const CROWD = IS_TRIAL ? 6 : 16
const SETTLE_MS = 4000
/** A hub runs for months: until what is run often was compiled for it. */
const WARM_MS = IS_TRIAL ? 0 : 30_000
/** The hub goes on for a while after the last viewer has left. */
const LINGER_MS = 6000
/** The demo's own work comes in bursts. */
const MEASURE_MS = IS_TRIAL ? 4_000 : 20_000
/** The service answers so many calls a second of one caller at least. */
const BETWEEN_TICKETS_MS = 100
const GOALS = { ratio: 1.5, sharePerViewer: 0.0015, lateMs: 1000 / PICTURE.fps + 50, firstPictureMs: 300 }

type Stage = {
  url: string
  admin: SignedIn
  cameraIds: readonly string[]
  hubPid: number
  servicePid: number
  ffmpeg: string
  stream: string
}
type Measured = { streams: number; passes: Pass[]; viewers: LiveViewer[] }
/** Shares of a core, all but the last for each stream. */
type Pass = { hubAlone: number; hub: number; relay: number; copy: number; perViewer: number }

export const bench: Bench = {
  question: 'What does a live picture of 3 Mbit/s cost hub and service, each further viewer, and how late does it get?',
  goal: `at most ${GOALS.ratio} times ffmpeg -c copy; ${round(100 * GOALS.sharePerViewer)} % of a core for each viewer; p95 at most ${round(GOALS.lateMs)} ms later; first picture within ${GOALS.firstPictureMs} ms`,
  async run(say) {
    if (!gstreamerPresent()) throw new Error(GSTREAMER_MISSING)
    const ffmpeg = findProgram('ffmpeg', process.env.FFMPEG, 'apt-get install ffmpeg, or its path in FFMPEG')
    const folder = await mkdtemp(join(tmpdir(), 'mimamori-bench-relay-'))
    const stops: (() => unknown)[] = [() => rm(folder, { recursive: true, force: true })]
    try {
      const film = join(folder, 'camera.ts')
      await outputOf(ffmpeg, filmArgs(film))
      const cameras = await serveScenes({ keys: [], extras: { camera: { loopedFile: film } } })
      stops.push(() => cameras.stop())
      const mimamori = await startMimamori()
      stops.push(() => mimamori.stop())
      const hub = await addHub(mimamori.url, 'Bench hub')
      const stream = cameras.urls.camera!
      const hubProcess = startHub(mimamori.url, hub.key, folder)
      stops.push(() => ended(hubProcess, 'SIGTERM'))
      const stage = {
        url: mimamori.url,
        admin: hub.admin,
        cameraIds: [] as string[],
        hubPid: hubProcess.pid!,
        servicePid: descendantWith(mimamori.pid, 'service/src/main.ts'),
        ffmpeg,
        stream,
      }
      const grown = async (streams: number) => {
        while (stage.cameraIds.length < streams) {
          const cameraId = await addCamera(hub, `Relayed ${stage.cameraIds.length + 1}`, stream)
          await withoutApps(hub.admin, cameraId)
          await online(hub.admin, cameraId)
          stage.cameraIds.push(cameraId)
        }
        await pause(WARM_MS)
        return await measure(stage, say)
      }
      const few = await grown(STREAMS.few)
      return judge(await grown(STREAMS.wall), few)
    } finally {
      for (const stop of stops.toReversed()) await stop()
    }
  },
}

async function measure(stage: Stage, say: (line: string) => void): Promise<Measured> {
  const passes: Pass[] = []
  const viewers: LiveViewer[] = []
  for (let pass = 0; pass < PASSES; pass++) {
    passes.push(await measureOnce(stage, viewers))
    say(`${stage.cameraIds.length} streams, pass ${pass + 1}: ${inWords(passes.at(-1)!)}`)
  }
  return { streams: stage.cameraIds.length, passes, viewers }
}

/** Unwatched, each watched by one, the first one watched by a crowd, and the anchor; adds its viewers, closed, to `viewers`. */
async function measureOnce(stage: Stage, viewers: LiveViewer[]): Promise<Pass> {
  const [first] = stage.cameraIds
  const before = await costs(stage)
  const watching: LiveViewer[] = []
  for (const cameraId of stage.cameraIds) watching.push(await watch(stage, cameraId))
  await pause(SETTLE_MS)
  const one = await costs(stage)
  for (let more = 1; more < CROWD; more++) watching.push(await watch(stage, first!))
  await pause(SETTLE_MS)
  const many = await costs(stage)
  for (const viewer of watching) viewer.close()
  viewers.push(...watching)
  await pause(LINGER_MS)
  const after = await costs(stage)
  // The demo's work wavers: what is not relaying is taken from both sides of it.
  const serviceAlone = (before.service + after.service) / 2
  const streams = stage.cameraIds.length
  return {
    hubAlone: (before.hub + after.hub) / 2 / streams,
    hub: one.hub / streams,
    relay: (one.service - serviceAlone) / streams,
    copy: await copyCost(stage),
    perViewer: (many.service - one.service) / (CROWD - 1),
  }
}

const ratioOf = ({ hub, relay, copy }: Pass): number => (hub + relay) / copy

function sharesOf({ streams, passes }: Measured) {
  const of = (part: (pass: Pass) => number) => round(median(passes.map(part)))
  return {
    streams,
    copyShare: of(({ copy }) => copy),
    hubUnwatchedShare: of(({ hubAlone }) => hubAlone),
    hubWatchedShare: of(({ hub }) => hub),
    serviceRelayShare: of(({ relay }) => relay),
    ratio: of(ratioOf),
    ratioOfRelayingAlone: of(({ hub, hubAlone, relay, copy }) => (hub - hubAlone + relay) / copy),
    ratioOfPasses: passes.map((pass) => round(ratioOf(pass))),
    sharePerViewer: of(({ perViewer }) => perViewer),
  }
}

/** By what the wall costs; `few` is given beside it. */
function judge(wall: Measured, few: Measured): Found {
  const viewers = [...wall.viewers, ...few.viewers]
  const lateMs = viewers.flatMap((viewer) => viewer.lateMs)
  const firstMs = viewers.map((viewer) => viewer.firstPictureMs ?? Number.POSITIVE_INFINITY)
  const figures = {
    picture: PICTURE,
    receivedMegabitsPerSecond: round(median(viewers.map((viewer) => viewer.megabitsPerSecond))),
    ...sharesOf(wall),
    few: sharesOf(few),
    laterThanAtHubMs: {
      pictures: lateMs.length,
      p50: round(quantile(lateMs, 0.5)),
      p95: round(quantile(lateMs, 0.95)),
    },
    firstPictureMs: {
      viewers: firstMs.length,
      p50: round(quantile(firstMs, 0.5)),
      p95: round(quantile(firstMs, 0.95)),
    },
    driftMs: round(Math.max(...viewers.map((viewer) => Math.abs(viewer.driftMs)))),
  }
  const isMet =
    figures.ratio <= GOALS.ratio &&
    figures.sharePerViewer <= GOALS.sharePerViewer &&
    figures.laterThanAtHubMs.p95 <= GOALS.lateMs &&
    figures.firstPictureMs.p95 <= GOALS.firstPictureMs
  return {
    isMet,
    figures,
    notes: [
      'Our side is everything a stream costs on which no app is on: the hub that reads it, keeps its last seconds, makes a still of it every ten, makes MP4 of it and sends it, and the service that hands it on; the anchor copies the same stream into nothing. One process of each for every stream on its side, one hub and one service on ours.',
      'The goal is judged by the wall; few says the same of a small home, where what the programs cost by themselves is shared by less.',
      'ratioOfRelayingAlone leaves out what the hub spends on the camera anyway, watched or not, which the anchor spends too.',
      'The service’s share is what it uses more than without a viewer; the demo runs beside it. Shares are of one core.',
      'How late: from the picture’s capture time (its arrival at the hub) to its arrival at a viewer; both read one clock. The drift is that of the last second against the first, over the longest viewing.',
      'first picture: from the opening of the socket to the first picture on it; the first viewer of each pass waits for the hub, the others get the running group at once.',
    ],
  }
}

/** Shares of a core over the time of a measurement. */
async function costs({ hubPid, servicePid }: Stage): Promise<{ hub: number; service: number }> {
  const before = { hub: cpuSeconds(hubPid), service: ownCpuSeconds(servicePid), atMs: performance.now() }
  await pause(MEASURE_MS)
  const seconds = (performance.now() - before.atMs) / 1000
  return {
    hub: (cpuSeconds(hubPid) - before.hub) / seconds,
    service: (ownCpuSeconds(servicePid) - before.service) / seconds,
  }
}

/** The anchor. */
async function copyCost(stage: Stage): Promise<number> {
  const { ffmpeg, stream } = stage
  const args = [
    '-nostdin',
    '-loglevel',
    'error',
    '-rtsp_transport',
    'tcp',
    '-i',
    stream,
    '-c',
    'copy',
    '-f',
    'null',
    '-',
  ]
  const copies = stage.cameraIds.map(() => spawn(ffmpeg, args, { stdio: 'ignore' }))
  await pause(SETTLE_MS)
  const all = () => copies.reduce((sum, { pid }) => sum + cpuSeconds(pid!), 0)
  const before = { cpu: all(), atMs: performance.now() }
  await pause(MEASURE_MS)
  const share = (all() - before.cpu) / ((performance.now() - before.atMs) / 1000)
  if (copies.some(({ exitCode }) => exitCode !== null)) throw new Error('ffmpeg ended by itself')
  for (const copy of copies) await ended(copy, 'SIGKILL')
  return share / copies.length
}

async function watch({ url, admin }: Stage, cameraId: string): Promise<LiveViewer> {
  await pause(BETWEEN_TICKETS_MS)
  const { ticket } = await admin.call('live.open', { params: { cameraId }, body: {} })
  return LiveViewer.open(`${url.replace('http', 'ws')}/api/live/socket?ticket=${encodeURIComponent(ticket)}`)
}

/** Ten seconds of a moving picture with noise, at a steady rate. */
function filmArgs(path: string): string[] {
  const { width, height, fps, gop, megabitsPerSecond } = PICTURE
  const rate = `${megabitsPerSecond}M`
  const picture = `testsrc2=size=${width}x${height}:rate=${fps},noise=alls=12:allf=t`
  const encode = ['-c:v', 'libx264', '-preset', 'veryfast', '-bf', '0', '-g', String(gop), '-pix_fmt', 'yuv420p']
  const steady = ['-b:v', rate, '-minrate', rate, '-maxrate', rate, '-bufsize', '1M', '-x264-params', 'nal-hrd=cbr']
  return ['-y', '-loglevel', 'error', '-f', 'lavfi', '-i', picture, '-t', '10', ...encode, ...steady, path]
}

function startHub(service: string, key: string, folder: string): ChildProcess {
  return spawn(process.execPath, ['hub/src/main.ts', '--service', service, '--data', join(folder, 'hub')], {
    cwd: join(import.meta.dirname, '..', '..', '..'),
    env: { ...process.env, MIMAMORI_HUB_KEY: key, MIMAMORI_HUB_ALLOW_LOOPBACK: '1' },
    stdio: 'ignore',
  })
}

async function ended(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill(signal)
  await once(child, 'exit')
}

/** What the apps see has its price in camera-cost. */
async function withoutApps({ call }: SignedIn, id: string): Promise<void> {
  const { apps } = await call('cameraApp.list', { params: { cameraId: id } })
  for (const { appCode, state } of apps) {
    if (state !== 'DISABLED')
      await call('cameraApp.updateStatus', { params: { id }, body: { appCode, state: 'DISABLED' } })
  }
}

async function online({ call }: SignedIn, id: string): Promise<void> {
  for (let tries = 0; tries < 120; tries++) {
    if ((await call('camera.get', { params: { id } })).status === 'Online') return
    await pause(500)
  }
  throw new Error('the camera did not come online')
}

function inWords({ hubAlone, hub, relay, copy, perViewer }: Pass): string {
  const percent = (share: number) => `${round(100 * share)} %`
  return `hub ${percent(hub)} (unwatched ${percent(hubAlone)}), service ${percent(relay)}, ffmpeg -c copy ${percent(copy)} of a core; each further viewer ${percent(perViewer)}`
}

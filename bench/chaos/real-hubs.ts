/** Real hubs, each with a camera over real RTSP: they do what simulated hubs leave out. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createClient } from '@mimamori/contract/client.ts'
import { missingForRtsp, startRtspServer } from '@mimamori/hub/testing/rtsp-server.ts'
import { addCamera } from '../../e2e/stack/demo-site.ts'
import type { ChaosSite } from './chaos-site.ts'
import type { Stage } from './stage.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const END_WITH_PARENT = pathToFileURL(join(ROOT, 'tools', 'start', 'end-with-parent.ts')).href
const IMAGE = { pattern: 'ball', width: 640, height: 360, fps: 10, gop: 20, kbps: 600 } as const
/** An alert at most this often: each has a frame and a clip. */
const SNOOZE_SECONDS = 5

export type RealHubs = {
  cameraIds: string[]
  /** Ids of the alerts that they raised, from their logs. */
  raised(): string[]
  /** Hubs that ended by themselves. */
  readonly crashes: number
  /** Motion is watched no longer. */
  quieten(): Promise<void>
  stop(): Promise<void>
}

/** Resolves when each has its camera, whose motion it watches, and which is recorded and may be seen live. */
export async function startRealHubs({ balancer, folder }: Stage, site: ChaosSite): Promise<RealHubs> {
  const missing = site.realHubs.length > 0 ? missingForRtsp() : null
  if (missing) throw new Error(`A real hub ${missing}`)
  const call = createClient({ base: `${balancer.url}/api`, token: () => site.adminToken })
  const turn = (id: string, appCode: 'A003' | 'A007' | 'A008', state: 'ENABLED' | 'DISABLED') =>
    call('cameraApp.updateStatus', { params: { id }, body: { appCode, state } })
  const camera = site.realHubs.length > 0 ? await startRtspServer({ ball: IMAGE }) : null
  const cameraIds: string[] = []
  const running: { child: ChildProcess; logFile: string }[] = []
  for (const [number, { agentId, key }] of site.realHubs.entries()) {
    const cameraId = await addCamera({ admin: { call }, agentId }, `Real camera ${number + 1}`, camera!.url('ball'))
    const motion = {
      appCode: 'A003',
      sensitivity: 'high',
      snoozeSeconds: SNOOZE_SECONDS,
      isNobodyNotified: true,
    } as const
    await call('cameraApp.configure', {
      params: { cameraId, appCode: 'A003' },
      body: { ...motion, pixelChangePercent: 0.1, motionDurationSeconds: 0 },
    })
    for (const appCode of ['A003', 'A007', 'A008'] as const) await turn(cameraId, appCode, 'ENABLED')
    cameraIds.push(cameraId)
    const logFile = join(folder, `real-hub-${number}.log`)
    running.push({
      child: startHub(balancer.url, { key, dataDir: join(folder, `real-hub-${number}`), logFile }),
      logFile,
    })
  }
  return {
    cameraIds,
    raised: () => running.flatMap(({ logFile }) => raisedIn(logFile)),
    get crashes() {
      return running.filter(({ child }) => hasEnded(child)).length
    },
    async quieten() {
      for (const cameraId of cameraIds) await turn(cameraId, 'A003', 'DISABLED')
    },
    async stop() {
      await Promise.all(running.map(({ child }) => end(child)))
      await camera?.stop()
    },
  }
}

function startHub(service: string, { key, dataDir, logFile }: { key: string; dataDir: string; logFile: string }) {
  const program = join(ROOT, 'hub', 'src', 'main.ts')
  const child = fork(program, ['--service', service, '--data', dataDir, '--allow-loopback', '--without-poses'], {
    cwd: ROOT,
    env: { ...process.env, MIMAMORI_HUB_KEY: key },
    execArgv: ['--import', END_WITH_PARENT],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  child.stderr!.pipe(createWriteStream(logFile))
  return child
}

async function end(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return
  child.kill('SIGTERM')
  await once(child, 'close')
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null

function raisedIn(logFile: string): string[] {
  return readFileSync(logFile, 'utf8')
    .split('\n')
    .filter((line) => line.includes('"An alert was raised"'))
    .map((line) => (JSON.parse(line) as { alertId: string }).alertId)
}

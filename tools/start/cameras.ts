// The demo cameras: over real RTSP where GStreamer is installed, else drawn inside the hub.
import { once } from 'node:events'
import { connect as connectTo, createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { connect } from '@mimamori/service/platform/postgres/postgres-url.ts'
import { hasGstreamer } from '../system-parts.ts'
import { Child } from './child.ts'
import { childEnvironment } from './environment.ts'
import type { LogFile } from './log-file.ts'

/** The usual port of cameras, taken when it is free. */
const RTSP_PORT = 8554
const READY_WITHIN_MS = 20_000
/** Frames and packets are freed with the objects that hold them: without these, a night's idle demo grows by hundreds of MB. */
const FLAGS = ['--max-semi-space-size=2', '--max-old-space-size=96']

/** What the server of the demo cameras needs to run. */
type CameraSettings = { root: string; log: LogFile; say: (line: string) => void; signal: AbortSignal }

/** A server that is there; `prefix` is what stands before a room's name in the address of its camera. */
type CameraServer = { child: Child; prefix: string }

/** Whether the demo shall have its rows alone: no camera sends and no hub watches. */
export function isWithoutCameras(): boolean {
  return process.env.MIMAMORI_DEMO_CAMERAS === 'none'
}

/** Starts it and waits until it answers; undefined where it cannot be: without GStreamer, or when it stays silent. */
export async function serveCameras({ root, log, say, signal }: CameraSettings): Promise<CameraServer | undefined> {
  if (process.env.MIMAMORI_DEMO_CAMERAS === 'scene' || !hasGstreamer()) return undefined
  const port = (await findFreePort(RTSP_PORT)) ?? (await findFreePort(0))!
  const child = new Child({
    title: 'server of the demo cameras',
    program: join(root, 'tools', 'cameras', 'main.ts'),
    flags: FLAGS,
    args: [String(port)],
    cwd: root,
    env: () => childEnvironment(process.env),
    log,
    say,
  })
  child.start()
  for (let waitedMs = 0; waitedMs < READY_WITHIN_MS && !signal.aborted && !child.hasGivenUp; waitedMs += 50) {
    if (await answers(port)) return { child, prefix: `rtsp://127.0.0.1:${port}/` }
    await wait(50)
  }
  await child.stop(1_000)
  signal.throwIfAborted()
  say(`The demo cameras are drawn inside the hub, for their server did not start. Its log: ${log.path}`)
  return undefined
}

/** Writes where the demo's cameras are: `rtsp://…/` or `scene:` before the room. Those changed by hand stay as they are. */
export async function pointCameras(databaseUrl: string, prefix: string): Promise<void> {
  const client = connect(databaseUrl, { max: 1, onnotice: () => {} })
  try {
    await client`
      update camera
      set stream_url = ${prefix} || substring(stream_url from '[a-z0-9-]+$'), desired_version = desired_version + 1
      where brand = 'Mimamori' and model = 'Scene'
        and stream_url ~ '^(scene:|rtsp://127[.]0[.]0[.]1:[0-9]+/)[a-z0-9-]+$'
        and stream_url <> ${prefix} || substring(stream_url from '[a-z0-9-]+$')`
  } finally {
    await client.end()
  }
}

/** The port itself, or for 0 any; undefined when it is taken. */
async function findFreePort(wanted: number): Promise<number | undefined> {
  const server = createServer()
  server.listen(wanted, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch {
    return undefined
  }
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connectTo(port, '127.0.0.1')
    socket.once('connect', () => resolve(true))
    socket.once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}

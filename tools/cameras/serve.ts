// Serves the demo's scenes as real cameras over RTSP, where GStreamer is present.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { createClock } from '@mimamori/hub/platform/clock.ts'
import { SCENES } from '@mimamori/lab/rooms/camera/scene.ts'
import { openScene } from '@mimamori/lab/rooms/camera/scene-source.ts'

/** Debian's own Python: other installations do not find the bindings. */
const PYTHON = '/usr/bin/python3'
const PROGRAM = fileURLToPath(new URL('./rtsp_server.py', import.meta.url))
const MODULES = "gi.require_version('Gst', '1.0'); gi.require_version('GstRtspServer', '1.0')"
const PARTS = ['appsrc', 'h264parse', 'rtph264pay']

/** The remedy if `gstreamerPresent` is false. */
export const GSTREAMER_MISSING =
  'needs GStreamer: apt-get install python3-gi gir1.2-gst-rtsp-server-1.0 gstreamer1.0-plugins-base gstreamer1.0-plugins-good gstreamer1.0-plugins-bad gstreamer1.0-plugins-ugly'

/** Whether this machine can serve RTSP; runs Python, about 200 ms. */
export function gstreamerPresent(): boolean {
  const find = `all(Gst.ElementFactory.find(part) for part in ${JSON.stringify(PARTS)})`
  const check = `import gi, sys; ${MODULES}; from gi.repository import Gst, GstRtspServer; Gst.init(None); sys.exit(0 if ${find} else 1)`
  return spawnSync(PYTHON, ['-c', check], { stdio: 'ignore' }).status === 0
}

/** A login protects a mount (digest); all logins of one server must be the same. */
type Login = { user: string; password: string }
type Extra =
  /** A test image with the time in its top rows, as rtsp_server.py describes. */
  | { clock: { width?: number; height?: number; fps?: number; gop?: number }; login?: Login }
  /** A scene with a login. */
  | { scene: string; login: Login }
  /** An H.264 file in an endless loop, by the system's ffmpeg; `path` must be an MPEG transport stream, which loops cleanly. */
  | { loopedFile: string; login?: Login }

type ServeOptions = {
  /** 0 means a free one. */
  port?: number
  /** Port of the mounts with a login. */
  lockedPort?: number
  /** Scenes to serve under their own names. Default: all. */
  keys?: readonly string[]
  extras?: Record<string, Extra>
  fps?: number
  zone?: string
}
/** `urls`: mount name to address, without logins. `ended` resolves when the server has ended for any reason. */
export type Served = { urls: Record<string, string>; ended: Promise<void>; stop(): Promise<void> }

type Mount = Record<string, unknown> & { user?: string; password?: string }

/** Starts drawing and serving; listens on 127.0.0.1 only. Throws if the server does not start. */
export async function serveScenes(options: ServeOptions = {}): Promise<Served> {
  const {
    port = 0,
    lockedPort = 0,
    keys = SCENES.map(({ key }) => key),
    extras = {},
    fps = 10,
    zone = 'Asia/Tokyo',
  } = options
  const mounts: Record<string, Mount> = {}
  const scenes: string[] = []
  const channelOf = (key: string) => scenes.push(key) - 1
  for (const key of keys) mounts[key] = { channel: channelOf(key) }
  const loops: { udp: number; path: string }[] = []
  for (const [name, extra] of Object.entries(extras)) {
    const login = extra.login ?? {}
    if ('clock' in extra) mounts[name] = { clock: extra.clock, ...login }
    else if ('scene' in extra) mounts[name] = { channel: channelOf(extra.scene), ...login }
    else {
      const udp = LOOP_PORT + loops.length * 2
      loops.push({ udp, path: extra.loopedFile })
      mounts[name] = { udp, ...login }
    }
  }
  const server = spawn(PYTHON, [PROGRAM, String(port), String(lockedPort), JSON.stringify(mounts)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const [opened, locked] = await portsOf(server)
  const urls = Object.fromEntries(
    Object.entries(mounts).map(([name, { user }]) => [name, `rtsp://127.0.0.1:${user ? locked : opened}/${name}`]),
  )
  const stopping = new AbortController()
  const shows = scenes.map((key, channel) =>
    play(`scene:${key}?fps=${fps}&zone=${encodeURIComponent(zone)}`, channel, server.stdin!, stopping.signal).catch(
      (error: unknown) => console.error(`${key}: ${error instanceof Error ? error.message : String(error)}`),
    ),
  )
  const players = loops.map(({ udp, path }) => loop(path, udp))
  return { urls, ...endingOf(server, stopping, shows, players) }
}

/** Local ports for RTP of looped files, two apart. */
const LOOP_PORT = 8230

async function portsOf(server: ChildProcess): Promise<[number, number]> {
  const lines = createInterface({ input: server.stdout! })
  const gone = once(server, 'exit').then(() => [''])
  const [line] = (await Promise.race([once(lines, 'line'), gone])) as [string]
  const ports = /^ready (\d+) (\d+)$/.exec(line)
  if (!ports) {
    server.kill('SIGKILL')
    throw new Error('The RTSP server of the demo cameras did not start')
  }
  return [Number(ports[1]), Number(ports[2])]
}

function endingOf(server: ChildProcess, stopping: AbortController, shows: Promise<void>[], players: ChildProcess[]) {
  const exited = once(server, 'exit')
  const ended = exited.then(async () => {
    stopping.abort()
    for (const player of players) player.kill('SIGKILL')
    await Promise.allSettled(shows)
  })
  server.stdin!.on('error', () => stopping.abort())
  const stop = async () => {
    stopping.abort()
    await Promise.allSettled(shows)
    server.stdin!.end()
    server.kill('SIGTERM')
    await ended
  }
  return { ended, stop }
}

const HEADER_BYTES = 6
/** Maximum backlog in the pipe: a stuck server loses frames instead of exhausting memory. */
const WAITING_BYTES = 4_000_000

/** Sends a scene's packets, each after its header (see rtsp_server.py). */
async function play(url: string, channel: number, to: Writable, signal: AbortSignal): Promise<void> {
  const source = await openScene(url, { clock: createClock(), signal })
  try {
    for await (const { data, isKey } of source) {
      if (!to.writable) return
      if (to.writableLength > WAITING_BYTES) continue
      const header = Buffer.alloc(HEADER_BYTES)
      header.writeUInt8(channel, 0)
      header.writeUInt8(isKey ? 1 : 0, 1)
      header.writeUInt32BE(data.length, 2)
      to.write(Buffer.concat([header, data]))
    }
  } finally {
    await source.close()
  }
}

function loop(path: string, udp: number): ChildProcess {
  const address = `rtp://127.0.0.1:${udp}?pkt_size=1400`
  const args = [
    '-loglevel',
    'error',
    '-re',
    '-stream_loop',
    '-1',
    '-i',
    path,
    '-an',
    '-c',
    'copy',
    '-f',
    'rtp',
    address,
  ]
  return spawn('ffmpeg', args, { stdio: 'ignore' })
}

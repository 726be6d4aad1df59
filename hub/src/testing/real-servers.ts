// Programs that serve one film as a camera, besides GStreamer (rtsp-server.ts): each packs and describes it in its own way.
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { basename, dirname } from 'node:path'

type Running = { url: string; stop: () => Promise<void> }
type RealServer = {
  name: string
  /** Null: it can start here; else one line about what is missing. */
  missing: string | null
  /** Plays the film, H.264 in `film.mp4` and `film.264` of one folder, from now on. */
  start: (film: string) => Promise<Running>
}

const FFMPEG = '/usr/bin/ffmpeg'
const VLC = '/usr/bin/cvlc'
const LIVE555 = process.env.MIMAMORI_LIVE555 ?? '/usr/bin/live555MediaServer'
const lacks = (path: string, packages: string) => (existsSync(path) ? null : `needs apt-get install ${packages}`)

/** A port of 127.0.0.1 that was free a moment ago. */
async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

const run = (program: string, args: readonly string[], uid?: number): ChildProcess =>
  spawn(program, args, { stdio: 'ignore', ...(uid !== undefined && { uid, gid: uid }) })

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await gone
}

const stopping =
  (...children: readonly ChildProcess[]) =>
  async () => {
    await Promise.all(children.map(end))
  }

/** FFmpeg as a web server with MJPEG, for one client. */
async function startFfmpegHttp(film: string): Promise<Running> {
  const url = `http://127.0.0.1:${await freePort()}/video.mjpg`
  const read = ['-nostdin', '-loglevel', 'error', '-re', '-i', film, '-c:v', 'mjpeg', '-q:v', '3']
  const serve = ['-f', 'mpjpeg', '-content_type', 'multipart/x-mixed-replace;boundary=ffmpeg', '-listen', '1', url]
  return { url, stop: stopping(run(FFMPEG, [...read, ...serve])) }
}

const NOBODY = 65_534

/** VLC does not run as root. */
async function startVlc(film: string): Promise<Running> {
  const port = await freePort()
  const sout = `#rtp{sdp=rtsp://127.0.0.1:${port}/film}`
  const args = ['-I', 'dummy', '--no-audio', '--sout-keep', film, '--sout', sout]
  const child = run(VLC, args, process.getuid?.() === 0 ? NOBODY : undefined)
  return { url: `rtsp://127.0.0.1:${port}/film`, stop: stopping(child) }
}

/** live555 serves the files of its folder, at the first free one of its ports. */
async function startLive555(film: string): Promise<Running> {
  const child = spawn(LIVE555, { cwd: dirname(film), stdio: ['ignore', 'ignore', 'pipe'] })
  const url = await new Promise<string>((resolve) => {
    let said = ''
    child.stderr.on('data', (bytes) => {
      said += bytes
      const [, port] = /rtsp:\/\/[^/\s]*?:(\d+)\//.exec(said) ?? []
      if (said.includes('<filename>')) resolve(`rtsp://127.0.0.1:${port ?? 554}/${basename(film, '.mp4')}.264`)
    })
  })
  return { url, stop: stopping(child) }
}

export const REAL_SERVERS: readonly RealServer[] = [
  { name: 'FFmpeg over HTTP', missing: lacks(FFMPEG, 'ffmpeg'), start: startFfmpegHttp },
  { name: 'VLC', missing: lacks(VLC, 'vlc-bin vlc-plugin-base'), start: startVlc },
  { name: 'live555', missing: lacks(LIVE555, 'livemedia-utils'), start: startLive555 },
]

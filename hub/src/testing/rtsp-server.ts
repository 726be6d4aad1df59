// Starts the GStreamer RTSP server of rtsp_server.py for a test, or reports why this machine cannot run it.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

export type Mount =
  | { file: string; codec?: 'h264' | 'h265' }
  | {
      pattern: 'ball' | 'smpte' | 'snow'
      width?: number
      height?: number
      fps?: number
      gop?: number
      kbps?: number
      codec?: 'h264' | 'h265' | 'jpeg'
      /** H.265 only: with B-frames, also across its key frames. */
      reordered?: boolean
      /** Moving objects are at the same place in every such mount at the same time. */
      wallTime?: boolean
    }

/** Debian's own Python: other installations do not find the bindings. */
const PYTHON = '/usr/bin/python3'
const PROGRAM = fileURLToPath(new URL('./rtsp_server.py', import.meta.url))

/** Null if GStreamer's RTSP server can start; else one line about what is missing. */
export function missingForRtsp(): string | null {
  const check = "import gi; gi.require_version('GstRtspServer', '1.0'); from gi.repository import GstRtspServer"
  const isThere = spawnSync(PYTHON, ['-c', check]).status === 0
  return isThere
    ? null
    : 'needs GStreamer: apt-get install gir1.2-gst-rtsp-server-1.0 python3-gi gstreamer1.0-plugins-*'
}

/** Listens on 127.0.0.1. `port` 0 means a free one; with a `login` every mount requires it. */
export async function startRtspServer(
  mounts: Record<string, Mount>,
  { port = 0, login }: { port?: number; login?: { user: string; password: string; method?: 'digest' | 'basic' } } = {},
) {
  const secrets = login ? [login.user, login.password, login.method ?? 'digest'] : []
  const child = spawn(PYTHON, [PROGRAM, String(port), JSON.stringify(mounts), ...secrets], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: child.stdout })
  const [line] = (await Promise.race([once(lines, 'line'), once(child, 'exit').then(() => ['exit'])])) as [string]
  const bound = Number(/^ready (\d+)$/.exec(line)?.[1])
  if (!bound) throw new Error(`the RTSP server did not start on port ${port}`)
  return {
    port: bound,
    url: (name: string) => `rtsp://127.0.0.1:${bound}/${name}`,
    pid: child.pid!,
    async stop() {
      const exited = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : null
      child.kill('SIGKILL')
      await exited
    },
  }
}

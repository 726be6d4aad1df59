/** Tries RTSP on each address of a range: finds cameras that do not answer ONVIF discovery. REAL-09. */
import { connect } from 'node:net'

/** A device that answered over RTSP. `server`: its Server header; null if absent. */
export type RtspDevice = { address: string; server: string | null }

type Options = { port: number; waitMs: number; signal: AbortSignal }

/** Maximum number of parallel connections: a home router must not take the search for an attack. */
const AT_ONCE = 32
/** Maximum bytes of a response; a response to OPTIONS has about 200. */
const ANSWER_BYTES_MAX = 4_096
const SERVER_CHARACTERS = 80
const RANGE = /^(\d{1,3}(?:\.\d{1,3}){3})\/(2[4-9]|3[0-2])$/

/** The addresses of an IPv4 range, at most 256, without its network addresses; null if `host` is not a range. */
export function addressesIn(host: string): string[] | null {
  const [, base, bits] = RANGE.exec(host) ?? []
  const parts = base?.split('.').map(Number) ?? []
  if (!base || parts.some((part) => part > 255)) return null
  const count = 2 ** (32 - Number(bits))
  const first = parts[3]! - (parts[3]! % count)
  const all = Array.from({ length: count }, (_, at) => [...parts.slice(0, 3), first + at].join('.'))
  return count > 2 ? all.slice(1, -1) : all
}

/** Devices that respond within `waitMs` each, in the order of the addresses. Never throws. */
export async function searchRtsp(addresses: readonly string[], options: Options): Promise<RtspDevice[]> {
  const found: (RtspDevice | null)[] = []
  const waiting = addresses.entries()
  async function work() {
    for (const [index, address] of waiting) {
      if (options.signal.aborted) return
      found[index] = await ask(address, options)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return found.filter((device) => device !== null)
}

/** Null: no response, or not an RTSP response. */
function ask(address: string, { port, waitMs, signal }: Options): Promise<RtspDevice | null> {
  return new Promise((resolve) => {
    const socket = connect({ host: address, port })
    let answer = ''
    const done = () => {
      clearTimeout(timer)
      socket.destroy()
      signal.removeEventListener('abort', done)
      resolve(answer.startsWith('RTSP/') ? { address, server: serverIn(answer) } : null)
    }
    const timer = setTimeout(done, waitMs)
    signal.addEventListener('abort', done, { once: true })
    socket.on('connect', () => socket.write(`OPTIONS rtsp://${address}:${port}/ RTSP/1.0\r\nCSeq: 1\r\n\r\n`))
    socket.on('data', (bytes: Buffer) => {
      answer += bytes.toString('latin1')
      if (answer.includes('\r\n\r\n') || answer.length > ANSWER_BYTES_MAX) done()
    })
    socket.on('error', done)
    socket.on('close', done)
  })
}

function serverIn(answer: string): string | null {
  const server = /^Server:[ \t]*([^\r\n]+)/im.exec(answer.slice(0, ANSWER_BYTES_MAX))?.[1]
  return (
    server
      ?.replaceAll(/[^ -~]/g, '')
      .trim()
      .slice(0, SERVER_CHARACTERS) || null
  )
}

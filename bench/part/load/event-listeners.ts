/** Thousands of open consoles that only listen: sockets that read events, and record the time and listener of each. */
import { once } from 'node:events'
import { createConnection, type Socket } from 'node:net'

/** Number of parallel connection attempts. */
const AT_ONCE = 100

type Heard = { listener: number; text: string; atMs: number }
export type Listeners = {
  /** All events since the last call; `atMs` by performance.now(). */
  take: () => Heard[]
  readonly count: number
  close: () => void
}

/** The request of the n-th listener, and how its response is split into events. */
export type Way = { request: (listener: number) => string; split: (text: string) => { events: string[]; rest: string } }

/** Resolves when all `count` listeners have a response. */
export async function openListeners(port: number, count: number, way: Way): Promise<Listeners> {
  const sockets: Socket[] = []
  let heard: Heard[] = []

  async function open(listener: number): Promise<void> {
    const socket = createConnection({ port, host: '127.0.0.1' })
    let rest = ''
    socket.setEncoding('latin1').on('error', () => {})
    socket.write(way.request(listener))
    const [first] = (await once(socket, 'data')) as [string]
    if (!/^HTTP\/1\.1 (200|101) /.test(first)) throw new Error(`A listener was answered ${first.slice(0, 200)}`)
    sockets.push(socket)
    socket.on('data', (chunk: unknown) => {
      const atMs = performance.now()
      const found = way.split(rest + String(chunk))
      rest = found.rest
      for (const text of found.events) heard.push({ listener, text, atMs })
    })
  }
  for (let from = 0; from < count; from += AT_ONCE) {
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, count - from) }, (_, n) => open(from + n)))
  }
  return {
    take() {
      const taken = heard
      heard = []
      return taken
    },
    get count() {
      return heard.length
    },
    close() {
      for (const socket of sockets) socket.destroy()
    },
  }
}

/** Server-sent events; `tokenOf`: the token of the n-th listener, empty if not needed. */
export function byEvents(path: string, tokenOf: (listener: number) => string = () => ''): Way {
  return {
    request: (listener) =>
      `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\naccept: text/event-stream\r\nx-authtoken: ${tokenOf(listener)}\r\n\r\n`,
    split(text) {
      const blocks = text.split('\n\n')
      const rest = blocks.pop()!
      const events = blocks.map((block) => /data: (.*)$/s.exec(block)?.[1]).filter((event) => event !== undefined)
      return { events, rest }
    },
  }
}

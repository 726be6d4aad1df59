/** A client from outside: HTTPS to a name, with the chain of its certificate verified, from an address of its own. */
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import type { LookupFunction } from 'node:net'
import { pipeline, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'

/** What is served by HTTPS under a name at a port of this machine. `ca`: whom the client trusts, in PEM. */
export type Origin = { host: string; port: number; ca: string }
/** On this machine, and not the address that proxies call the service from. */
export const CLIENT_ADDRESS = '127.0.0.7'

const lookup: LookupFunction = (_host, { all }, done) =>
  all ? done(null, [{ address: '127.0.0.1', family: 4 }]) : done(null, '127.0.0.1', 4)

/** For `request`, `connect` and sockets; the names of all origins lead to this machine. */
export function wayTo({ host, port, ca }: Origin) {
  return { host, port, ca, servername: host, localAddress: CLIENT_ADDRESS, lookup }
}

/** As a browser writes it. */
export const nameOf = ({ host, port }: Origin): string => `${host}:${port}`

type Asked = {
  method?: string
  headers?: Record<string, string>
  body?: string | Uint8Array | AsyncIterable<Uint8Array>
}
export type Answer = { status: number; headers: IncomingMessage['headers']; bytes: Buffer; text: string }

/** Begins a call; the answer may come before all of the body was sent. */
export async function open(origin: Origin, path: string, { method = 'GET', headers, body }: Asked = {}) {
  const call = request({ ...wayTo(origin), path, method, headers, agent: false })
  const answered = once(call, 'response')
  if (body === undefined || typeof body === 'string' || body instanceof Uint8Array) call.end(body)
  // Ends the call with the body's own error; the line may close behind an early answer.
  else pipeline(Readable.from(body, { objectMode: false }), call, () => {})
  const [answer] = (await answered) as [IncomingMessage]
  call.on('error', () => {})
  return { answer, end: () => call.destroy() }
}

/** One call and all of its answer. */
export async function ask(origin: Origin, path: string, asked: Asked = {}): Promise<Answer> {
  const { answer, end } = await open(origin, path, asked)
  const bytes = await buffer(answer)
  end()
  return { status: answer.statusCode!, headers: answer.headers, bytes, text: bytes.toString('utf8') }
}

const PATIENCE_MS = 20_000
const LOOK_AGAIN_MS = 100

/** Resolves when the name has a certificate that the client trusts; throws the last error after 20 s. */
export async function untilServed(origin: Origin): Promise<void> {
  for (const begunMs = performance.now(); ; await pause(LOOK_AGAIN_MS)) {
    try {
      await ask(origin, '/')
      return
    } catch (error) {
      if (performance.now() - begunMs > PATIENCE_MS) throw error
    }
  }
}

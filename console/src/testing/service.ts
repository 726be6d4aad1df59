/** The service of a test: it answers calls from a table. A call or an answer that violates the contract fails the test. */

import type { LiveEvent } from '@mimamori/contract/alerting/live-event.ts'
import { endpoints } from '@mimamori/contract/endpoints.ts'
import { type Endpoint, type InputOf, methodOf } from '@mimamori/contract/shared/endpoint.ts'
import { type ErrorKey, SERVICE_ERRORS } from '@mimamori/contract/shared/errors.ts'
import type { z } from 'zod'
import type { CallKey } from '#lib/service/api.ts'
import { session } from '#lib/session/session.ts'

type Table = typeof endpoints
type Input<K extends CallKey> = InputOf<Table[K]>
type Output<K extends CallKey> = z.input<Table[K]['response']>
/**
 * The answer to each call. It may throw `errorAnswer(key)`. For files it is a Blob. A Response is sent unchecked: the
 * contract need not allow it.
 */
export type Answers = {
  [K in CallKey]?: (input: Input<K>) => Output<K> | Blob | Response | Promise<Output<K> | Blob | Response>
}
type Sent = { [K in CallKey]: { key: K; input: Input<K> } }[CallKey]

/** An answer that is an error of the contract. */
class ErrorAnswer extends Error {
  readonly key: ErrorKey
  readonly fields: Record<string, string> | undefined

  constructor(key: ErrorKey, fields?: Record<string, string>) {
    super(SERVICE_ERRORS[key][1])
    this.key = key
    this.fields = fields
  }
}

/** Thrown by an answer: the service rejects the call. */
export const errorAnswer = (key: ErrorKey, fields?: Record<string, string>) => new ErrorAnswer(key, fields)

type Line = { controller: ReadableStreamDefaultController<Uint8Array>; isOpen: boolean }

const realFetch = globalThis.fetch.bind(globalThis)
const routes = Object.entries<Endpoint>(endpoints)
  .map(([key, entry]) => ({
    key: key as CallKey,
    entry,
    method: methodOf(entry),
    names: [...entry.path.matchAll(/:(\w+)/g)].map(([, name]) => name!),
    pattern: new RegExp(`^/api/${entry.path.replace(/^\//, '').replaceAll(/:\w+/g, '([^/]+)')}$`),
  }))
  .toSorted((a, b) => a.names.length - b.names.length)

let answers: Answers | null = null
let isReachable = true
let sent: Sent[] = []
let problems: string[] = []
let lines: Line[] = []

/** Adds answers to calls; earlier ones stay. */
export function serve(more: Answers): void {
  globalThis.fetch = answer as typeof fetch
  answers = { ...answers, ...more }
}

/** All requests of this call, the oldest first. */
export function sentTo<K extends CallKey>(key: K): Input<K>[] {
  return sent.filter((one) => one.key === key).map((one) => one.input as Input<K>)
}

/** Sends a live event to all open consoles. */
export function tell(event: LiveEvent): void {
  write(`data: ${JSON.stringify(event)}\n\n`)
}

/** Makes the service unreachable until `reconnect`; the browser notices at once. */
export function disconnect(): void {
  isReachable = false
  for (const line of lines) if (line.isOpen) line.controller.error(new TypeError('network error'))
  lines = []
  dispatchEvent(new Event('offline'))
}

/** The service can be reached again. `isReported`: whether the browser notices. */
export function reconnect({ isReported = true } = {}): void {
  isReachable = true
  if (isReported) dispatchEvent(new Event('online'))
}

/** Stops answering; returns the errors since the last call of this function. */
export function stopService(): string[] {
  const found = problems
  if (!isReachable) reconnect()
  for (const line of lines) if (line.isOpen) line.controller.close()
  answers = null
  sent = []
  problems = []
  lines = []
  return found
}

/** Fails the test; also for other observers of the page. */
export function report(problem: string): void {
  problems.push(problem)
}

function write(text: string): void {
  const bytes = new TextEncoder().encode(text)
  for (const line of lines) if (line.isOpen) line.controller.enqueue(bytes)
}

async function answer(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  const url = new URL(input instanceof Request ? input.url : String(input), location.origin)
  if (/^\/(@|__vitest|node_modules|src)/.test(url.pathname)) return realFetch(input, init)
  // Without answers the previous test has ended.
  if (!answers || !isReachable) throw new TypeError('Failed to fetch')
  // The page itself, without a build.
  if (url.pathname === '/') return new Response('')
  const found = routes.find(({ method, pattern }) => method === (init.method ?? 'GET') && pattern.test(url.pathname))
  if (!found) return failed(`${init.method ?? 'GET'} ${url.pathname} is not a call of the contract`)
  if (found.key === 'stream.open') return openStream(init.signal)
  return answerCall(found, url, init)
}

async function answerCall({ key, entry, names, pattern }: (typeof routes)[number], url: URL, init: RequestInit) {
  const made = answers?.[key] as ((input: unknown) => unknown) | undefined
  if (!made) return failed(`nothing answers ${key}`)
  const wrong = accessProblem(entry, new Headers(init.headers).has('X-AuthToken'))
  if (wrong) return failed(`${key}: ${wrong}`)
  const values = pattern.exec(url.pathname)!.slice(1).map(decodeURIComponent)
  const body = typeof init.body === 'string' ? JSON.parse(init.body) : {}
  try {
    const request = {
      params: parsed(entry.params, Object.fromEntries(names.map((name, at) => [name, values[at]])), 'params'),
      query: parsed(entry.query, Object.fromEntries(url.searchParams), 'query'),
      body: entry.intake === 'bytes' ? init.body : parsed(entry.body, body, 'body'),
    }
    sent.push({ key, input: request } as unknown as Sent)
    const output = await untilAborted(made(request), init.signal)
    if (output instanceof Response) return output
    if (output instanceof Blob) return new Response(output)
    return Response.json(parsed(entry.response, output, 'answer'))
  } catch (error) {
    if (error instanceof ErrorAnswer) {
      const [status, message] = SERVICE_ERRORS[error.key]
      return Response.json({ key: error.key, message, fields: error.fields }, { status })
    }
    if (init.signal?.aborted) throw error
    return failed(`${key}: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** A page that has given up does not wait for a late answer. */
async function untilAborted(output: unknown, signal: AbortSignal | null | undefined): Promise<unknown> {
  const ended = Promise.withResolvers<never>()
  const end = () => ended.reject(signal!.reason)
  if (signal?.aborted) end()
  signal?.addEventListener('abort', end, { once: true })
  ended.promise.catch(() => undefined)
  return await Promise.race([output, ended.promise])
}

function parsed(schema: z.ZodType, value: unknown, part: string): unknown {
  const result = schema.safeParse(value)
  if (result.success) return part === 'answer' ? value : result.data
  const issues = result.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`)
  throw new Error(`the contract does not allow this ${part}: ${issues.join('; ')}`)
}

/** Why the service would reject the call. The token of a session that was left ends that session. */
function accessProblem({ access }: Endpoint, hasToken: boolean): string | null {
  const now = session()
  if (access === 'public') return null
  if (!hasToken) return 'without the token of a session'
  if (access === 'signed-in') return null
  if (now.status !== 'signed-in') return 'nobody is signed in'
  return access.includes(now.user.role) ? null : `not for ${now.user.role}`
}

function openStream(signal: AbortSignal | null | undefined): Response {
  const line = { isOpen: true } as Line
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      line.controller = controller
    },
    cancel: () => {
      line.isOpen = false
    },
  })
  signal?.addEventListener('abort', () => {
    if (line.isOpen) line.controller.error(signal.reason)
    line.isOpen = false
  })
  lines.push(line)
  line.controller.enqueue(new TextEncoder().encode(':\n\n'))
  return new Response(body)
}

function failed(problem: string): Response {
  report(problem)
  return Response.json({ key: 'unexpected', message: problem }, { status: 500 })
}

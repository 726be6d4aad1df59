/** The typed client: `call(key, request)` calls the contract's entry with that key and returns its response. */

import { calls } from 'virtual:calls'
import type { endpoints } from '@mimamori/contract/endpoints.ts'
import { retryAfterOf } from '@mimamori/contract/shared/duration.ts'
import type { RequestOf, ResultOf } from '@mimamori/contract/shared/endpoint.ts'
import { endSession, session } from '../session/session.ts'
import { createStore } from '../store.ts'
import { hearServiceTime, serviceNowMs } from '../time/service-clock.ts'
import { untilDead } from './fresh-connections.ts'
import { givingWay } from './give-way.ts'

/** Whether the service refuses this network: the person is signed in, but not where the site allows it. SET-01. */
const blocked = createStore(() => false)

/** Set by every answer to a signed-in call. */
const setBlocked = blocked.set
export const useIsBlocked = blocked.use

/** Whether the service asks for a second factor before anything else. REACH-22. */
const factorNeeded = createStore(() => false)
export const useIsFactorNeeded = factorNeeded.use
/** It was set up. */
export const factorIsThere = () => factorNeeded.set(false)

export type CallTable = typeof endpoints
export type CallKey = keyof CallTable & string
type Values = Record<string, unknown>

const BASE = '/api'
const TOKEN_HEADER = 'X-AuthToken'
const LONGEST_WAIT_SECONDS = 86_400

/** A failed call. `key` names its text (`error.<key>`); status 0: the service could not be reached. */
export class ApiError extends Error {
  readonly status: number
  readonly key: string
  readonly fields: Readonly<Record<string, string>>
  /** How long to wait before another try makes sense; null: the service named no time. */
  readonly retryAfterSeconds: number | null

  constructor(status: number, key: string, message: string, fields = {}, retryAfterSeconds: number | null = null) {
    super(message)
    this.name = 'ApiError'
    this.status = status
    this.key = key
    this.fields = fields
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/**
 * Throws ApiError, also where the connection died without a word; an abort by `signal` is thrown unchanged. Any 401 to a
 * call with the current token ends the session (AUTH-09).
 */
export async function call<K extends CallKey>(
  key: K,
  request: RequestOf<CallTable[K]> = {},
  signal?: AbortSignal,
): Promise<ResultOf<CallTable[K]>> {
  const ask = async (until?: AbortSignal) => {
    const answer = await send(key, request, until)
    return read(await answer.text()) as ResultOf<CallTable[K]>
  }
  return isRead(key) ? givingWay(ask, signal) : untilDead(ask, unreachable(), signal)
}

/** A network that wants a sign-in of its own answers every call with its page. */
function read(text: string): unknown {
  try {
    return text ? JSON.parse(text) : {}
  } catch {
    throw new ApiError(0, 'offline', 'The answer is not one of the service.')
  }
}

/** Changes nothing in the service, so it may be retried. */
function isRead(key: CallKey): boolean {
  return calls[key]![0] === 'GET' || key.endsWith('.search')
}

/** The same, but returns the response itself: for streams and files. Asks who works here where the service wants a proof. */
export async function send<K extends CallKey>(
  key: K,
  request: RequestOf<CallTable[K]> = {},
  signal?: AbortSignal,
): Promise<Response> {
  try {
    return await sendOnce(key, request, signal)
  } catch (error) {
    if (!(error instanceof ApiError) || error.key !== 'proof-needed') throw error
    const { askProof } = await import('./proof.ts')
    if (!(await askProof())) throw error
    return sendOnce(key, request, signal)
  }
}

async function sendOnce<K extends CallKey>(
  key: K,
  request: RequestOf<CallTable[K]>,
  signal: AbortSignal | undefined,
): Promise<Response> {
  const [method] = calls[key]!
  const now = session()
  const token = now.status === 'signed-in' ? now.token : null
  const body = request.body as Values | undefined
  const answer = await reach(`${BASE}${pathOf(key, request)}`, {
    method,
    signal,
    headers: {
      ...(token ? { [TOKEN_HEADER]: token } : {}),
      ...(method === 'GET' ? {} : { 'Content-Type': 'application/json' }),
    },
    // Fastify rejects an empty body with a JSON content type.
    body: method === 'GET' ? undefined : JSON.stringify(body ?? {}),
  })
  if (answer.headers.get('cache-control')?.includes('no-store')) hearServiceTime(answer.headers.get('date'))
  if (answer.ok && token) setBlocked(false)
  if (answer.ok) return answer
  const after = session()
  if (answer.status === 401 && token && after.status === 'signed-in' && after.token === token) endSession()
  const error = await errorOf(answer)
  if (error.key === 'address-not-allowed' && token) setBlocked(true)
  if (error.key === 'second-factor-required' && token) factorNeeded.set(true)
  throw error
}

/** Such as `/alert/view/7?pageNumber=0`, with the values of the request. */
export function pathOf<K extends CallKey>(key: K, request: RequestOf<CallTable[K]>): string {
  const [, path] = calls[key]!
  const params = (request.params ?? {}) as Values
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries((request.query ?? {}) as Values)) {
    if (value !== undefined && value !== null) query.set(name, String(value))
  }
  const suffix = query.size ? `?${query}` : ''
  return `${filled.startsWith('/') ? '' : '/'}${filled}${suffix}`
}

const unreachable = () => new ApiError(0, 'offline', 'The service cannot be reached.')

async function reach(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init)
  } catch (cause) {
    if (init.signal?.aborted) throw cause
    throw unreachable()
  }
}

/** The error of a response with an error status; also for a file's address, which is fetched without `call`. */
export async function errorOf(answer: Response): Promise<ApiError> {
  const { headers } = answer
  const saidMs = Date.parse(headers.get('date') ?? '') || serviceNowMs()
  const seconds = retryAfterOf(headers.get('retry-after'), saidMs, LONGEST_WAIT_SECONDS) || null
  try {
    const body = (await answer.json()) as { key: string; message: string; fields?: Record<string, string> }
    // Another service's JSON says its own words; a proxy's says nothing to a person.
    if (typeof body.key === 'string' || answer.status < 502)
      return new ApiError(answer.status, body.key, body.message, body.fields, seconds)
  } catch {}
  // A proxy in between has its own error format.
  return new ApiError(answer.status, answer.status >= 502 ? 'offline' : 'unexpected', answer.statusText, {}, seconds)
}

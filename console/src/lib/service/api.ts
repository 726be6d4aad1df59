/** The typed client: `call(key, request)` sends the contract's entry of that key and answers what it promises. */

import { calls } from 'virtual:calls'
import type { endpoints } from '@mimamori/contract/endpoints.ts'
import type { RequestOf, ResultOf } from '@mimamori/contract/shared/endpoint.ts'
import { endSession, session } from '../session/session.ts'
import { setBlocked } from './address-block.ts'

type Table = typeof endpoints
export type CallKey = keyof Table & string
type Values = Record<string, unknown>

const BASE = '/api'
const TOKEN_HEADER = 'X-AuthToken'

/** A refused or failed call. `key` names its text (`error.<key>`); status 0: the service could not be reached. */
export class ApiError extends Error {
  readonly status: number
  readonly key: string
  readonly fields: Readonly<Record<string, string>>
  /** How long to wait before another try makes sense; null: the service did not say. */
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
 * Throws ApiError; an abort by `signal` is thrown as it is. Any 401 to a call that carried the current token
 * ends the session (AUTH-09).
 */
export async function call<K extends CallKey>(
  key: K,
  request: RequestOf<Table[K]> = {},
  signal?: AbortSignal,
): Promise<ResultOf<Table[K]>> {
  const answer = await send(key, request, signal)
  const text = await answer.text()
  return (text ? JSON.parse(text) : {}) as ResultOf<Table[K]>
}

/** The same, answering the response itself: for streams and files. */
export async function send<K extends CallKey>(
  key: K,
  request: RequestOf<Table[K]> = {},
  signal?: AbortSignal,
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
    // Fastify refuses an empty body that calls itself JSON.
    body: method === 'GET' ? undefined : JSON.stringify(body ?? {}),
  })
  if (answer.ok && token) setBlocked(false)
  if (answer.ok) return answer
  const after = session()
  if (answer.status === 401 && token && after.status === 'signed-in' && after.token === token) endSession()
  const failure = await failureOf(answer)
  if (failure.key === 'address-not-allowed' && token) setBlocked(true)
  throw failure
}

/** `/alert/view/7?pageNumber=0`, with the values of the request filled in. */
export function pathOf<K extends CallKey>(key: K, request: RequestOf<Table[K]>): string {
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

async function reach(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init)
  } catch (cause) {
    if (init.signal?.aborted) throw cause
    throw new ApiError(0, 'offline', 'The service cannot be reached.')
  }
}

/** Of an answer that is not ok: also of a file’s address, which is asked without `call`. */
export async function failureOf(answer: Response): Promise<ApiError> {
  try {
    const body = (await answer.json()) as { key: string; message: string; fields?: Record<string, string> }
    const seconds = Number(answer.headers.get('retry-after'))
    return new ApiError(answer.status, body.key, body.message, body.fields, seconds > 0 ? seconds : null)
  } catch {
    // A proxy in between answers in its own words.
    return new ApiError(answer.status, answer.status >= 502 ? 'offline' : 'unexpected', answer.statusText)
  }
}

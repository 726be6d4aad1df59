/** The typed client that console and hub call through. */

import type { EndpointKey, Endpoints } from './endpoints.ts'
import { endpoints } from './endpoints.ts'
import { retryAfterOf } from './shared/duration.ts'
import type { Endpoint, RequestOf, ResultOf } from './shared/endpoint.ts'
import { methodOf } from './shared/endpoint.ts'
import { type ErrorBody, errorBody } from './shared/errors.ts'

/** Calls with JSON request and response: those that `createClient` supports. */
type JsonKey = {
  [K in EndpointKey]: Endpoints[K] extends { answer: 'bytes' | 'events' | 'socket' } | { intake: 'bytes' } ? never : K
}[EndpointKey]

/** An error of the service. Its `body.key` is `offline` for no response (`status` 0), and for a proxy that reached no service. */
export class CallError extends Error {
  readonly status: number
  readonly body: ErrorBody
  /** How long the service asks to wait, from Retry-After; null without one. */
  readonly retryAfterSeconds: number | null

  constructor(status: number, body: ErrorBody, retryAfterSeconds: number | null = null) {
    super(body.message)
    this.status = status
    this.body = body
    this.retryAfterSeconds = retryAfterSeconds
  }
}

const LONGEST_WAIT_SECONDS = 600

type Options = {
  /** Ends before `/`; for example `http://127.0.0.1:8080/api` or `/api`. */
  base: string
  token: () => string | null
  fetch?: typeof fetch
}

/** The path below {service} with parameters and query filled in. */
export function pathOf(of: Endpoint, request: { params?: unknown; query?: unknown }): string {
  const params = (request.params ?? {}) as Record<string, string>
  const path = of.path.replace(/:([A-Za-z]+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(request.query ?? {})) {
    if (value !== undefined) query.set(name, String(value))
  }
  return query.size === 0 ? path : `${path}?${query}`
}

/** Creates `call(key, request, signal)`. It throws CallError for each error and for a lost connection. */
export function createClient({ base, token, fetch: send = fetch }: Options) {
  return async function call<K extends JsonKey>(
    key: K,
    request: RequestOf<Endpoints[K]> = {},
    signal?: AbortSignal,
  ): Promise<ResultOf<Endpoints[K]>> {
    const of: Endpoint = endpoints[key]
    const method = methodOf(of)
    const headers: Record<string, string> = {}
    const sent = token()
    if (sent) headers['x-authtoken'] = sent
    if (method !== 'GET') headers['content-type'] = 'application/json'
    const body = method === 'GET' ? undefined : JSON.stringify(request.body ?? {})
    const answer = await send(`${base}/${pathOf(of, request)}`, { method, headers, body, signal }).catch((error) => {
      if (signal?.aborted) throw error
      throw new CallError(0, { key: 'offline', message: 'The service cannot be reached.' })
    })
    if (!answer.ok) throw await errorOf(answer)
    return (await answer.json()) as ResultOf<Endpoints[K]>
  }
}

/** Parses an error response, even if a proxy wrote it. */
export async function errorOf(answer: Response): Promise<CallError> {
  const parsed = errorBody.safeParse(await answer.json().catch(() => null))
  const message = `Something in front of the service answered ${answer.status}.`
  const body = parsed.success ? parsed.data : { key: answer.status >= 502 ? 'offline' : 'unexpected', message }
  const { headers } = answer
  const saidMs = Date.parse(headers.get('date') ?? '') || Date.now()
  const waitSeconds = retryAfterOf(headers.get('retry-after'), saidMs, LONGEST_WAIT_SECONDS)
  return new CallError(answer.status, body, waitSeconds || null)
}

/** The hub's calls to the service: key to token, renewed in time and when refused, JSON and raw uploads. */
import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { CallError, createClient, errorOf, pathOf } from '@mimamori/contract/client.ts'
import { type Endpoints, endpoints } from '@mimamori/contract/endpoints.ts'
import { RECORDING_SEGMENT_BYTES_MAX } from '@mimamori/contract/footage/recording-intake.ts'
import type { RequestOf, ResultOf } from '@mimamori/contract/shared/endpoint.ts'
import type { ErrorKey } from '@mimamori/contract/shared/errors.ts'
import type { CorrectedClock } from '#platform/clock.ts'
import { wordsOf } from '#platform/log.ts'

/** Calls of the hub whose request and answer are JSON. */
type HubCall =
  | 'hub.desired'
  | 'hub.report'
  | 'hub.events'
  | 'recording.putGap'
  | 'recording.putRetained'
  | 'recording.dropRetained'
  | 'recording.compareRetained'
  | 'recording.wantedRetained'
  | 'upgrade.poll'
  | 'upgrade.release'
type HubPut =
  | 'hub.putMedia'
  | 'hub.putFrame'
  | 'recording.putInit'
  | 'recording.putSegment'
  | 'recording.putSnapshot'
  | 'measurement.putBlock'
type HubGet = 'recording.ownPart' | 'upgrade.file'
/** What is uploaded: bytes at hand, or a file that is read while it is sent. */
type Cargo = { bytes: Uint8Array } | { path: string; byteLength?: number }

export type Connection =
  | { state: 'starting' }
  | { state: 'connected' }
  /** No answer, or an answer that no Mimamori service gives; `reason` in words. */
  | { state: 'unreachable'; reason: string }
  | { state: 'key-refused' }

type ServiceClientOptions = {
  /** Address of the service without `/api`, such as `http://127.0.0.1:8080`. */
  service: string
  key: string
  version: string
  hostname: string
  /** See `hubInstance`. */
  instance: string
  clock: CorrectedClock
  /** Called when the state changes, and only then. */
  onConnection?: (now: Connection) => void
}

type Session = ResultOf<Endpoints['hub.session']> & { endsAtMs: number }

/** A token is renewed this long before its end. */
const RENEW_BEFORE_MS = 60_000
/** A refused key is presented again after this time: somebody may have put it right. */
const REFUSED_KEY_PAUSE_MS = 30_000
const CALL_TIMEOUT_MS = 15_000
const UPLOAD_TIMEOUT_MS = 120_000
const GET_BYTES_MAX = RECORDING_SEGMENT_BYTES_MAX

export class ServiceClient {
  readonly #options: ServiceClientOptions
  readonly #base: string
  readonly #send: ReturnType<typeof createClient>
  #session: Session | null = null
  #opening: Promise<Session> | null = null
  #connection: Connection = { state: 'starting' }
  /** Why the last call found no service; the typed client does not say. */
  #lostBy: unknown = null
  /** Until then a refused key is not presented again. */
  #rejection: { error: CallError; untilMs: number } | null = null

  constructor(options: ServiceClientOptions) {
    this.#options = options
    this.#base = `${options.service.replace(/\/+$/, '')}/api`
    this.#send = createClient({
      base: this.#base,
      token: () => this.#session?.token ?? null,
      fetch: async (...request) => {
        try {
          return await fetch(...request)
        } catch (error) {
          this.#lostBy = error
          throw error
        }
      },
    })
  }

  get connection(): Connection {
    return this.#connection
  }

  /** Identity of this hub; null before the first session. */
  get identity(): { hubId: string; tenantId: string } | null {
    return this.#session
  }

  /** Address of the hub's WebSocket. */
  get socketUrl(): string {
    return `${this.#base.replace(/^http/, 'ws')}/${pathOf(endpoints['hub.socket'], {})}`
  }

  /** One call; throws CallError, also for an answer that never comes. A refused token is renewed once. */
  call<K extends HubCall>(
    key: K,
    request: RequestOf<Endpoints[K]>,
    signal?: AbortSignal,
  ): Promise<ResultOf<Endpoints[K]>> {
    return this.#authorized(() => this.#send(key, request, within(CALL_TIMEOUT_MS, signal)))
  }

  /** Fetches a file, at most `GET_BYTES_MAX` long; throws CallError, also for a longer one. */
  async get<K extends HubGet>(key: K, request: RequestOf<Endpoints[K]>, signal?: AbortSignal): Promise<Buffer> {
    const answer = await this.open(key, request, { signal: within(UPLOAD_TIMEOUT_MS, signal) })
    if (Number(answer.headers.get('content-length')) <= GET_BYTES_MAX) {
      return this.#watched(async () => Buffer.from(await answer.arrayBuffer()))
    }
    await answer.body?.cancel()
    throw new CallError(answer.status, { key: 'too-large', message: 'the file is too long' })
  }

  /** Begins to fetch a file of any length, from a byte on; the caller reads it or cancels it. Throws CallError. */
  open<K extends HubGet>(
    key: K,
    request: RequestOf<Endpoints[K]>,
    { from = 0, signal }: { from?: number; signal: AbortSignal },
  ): Promise<Response> {
    return this.#authorized(async () => {
      const headers = { 'x-authtoken': this.#session?.token ?? '', ...(from > 0 && { range: `bytes=${from}-` }) }
      const answer = await fetch(`${this.#base}/${pathOf(endpoints[key], request)}`, { signal, headers })
      if (!answer.ok) throw await errorOf(answer)
      return answer
    })
  }

  /** Uploads; throws CallError, or CargoError when the file cannot be read. */
  async put<K extends HubPut>(
    key: K,
    request: RequestOf<Endpoints[K]>,
    cargo: Cargo,
    signal?: AbortSignal,
  ): Promise<void> {
    await this.#authorized(async () => {
      const { close, ...body } = await bodyOf(cargo, this.#session?.token ?? '')
      try {
        const answer = await fetch(`${this.#base}/${pathOf(endpoints[key], request)}`, {
          method: 'PUT',
          signal: within(UPLOAD_TIMEOUT_MS, signal),
          ...body,
        })
        if (!answer.ok) throw await errorOf(answer)
        await answer.arrayBuffer()
      } finally {
        await close()
      }
    })
  }

  /** A token that is valid for a while yet. Throws CallError. */
  async token(): Promise<string> {
    const session = this.#session
    if (session && this.#options.clock.monotonicMs() < session.endsAtMs - RENEW_BEFORE_MS) return session.token
    this.#opening ??= this.#open().finally(() => {
      this.#opening = null
    })
    return (await this.#opening).token
  }

  /** The service refused this token: the next call gets another one. */
  dropToken(token: string): void {
    if (this.#session?.token === token) this.#session = { ...this.#session, endsAtMs: Number.NEGATIVE_INFINITY }
  }

  async #authorized<T>(work: () => Promise<T>): Promise<T> {
    const token = await this.token()
    try {
      return await this.#watched(work)
    } catch (error) {
      if (!(error instanceof CallError) || error.status !== 401) throw error
      this.dropToken(token)
      await this.token()
      return await this.#watched(work)
    }
  }

  async #open(): Promise<Session> {
    const { clock, key, version, hostname, instance } = this.#options
    if (this.#rejection && clock.monotonicMs() < this.#rejection.untilMs) throw this.#rejection.error
    const sentAtMs = clock.now()
    const body = { key, version, hostname: hostname.slice(0, 200), instance }
    const answer = await this.#watched(() => this.#send('hub.session', { body }, within(CALL_TIMEOUT_MS))).catch(
      (error) => this.#refused(error),
    )
    const parsed = endpoints['hub.session'].response.safeParse(answer)
    if (!parsed.success) throw this.#strange('its answer is not one of Mimamori')
    clock.correct(Date.parse(parsed.data.now), sentAtMs)
    const lastsMs = Date.parse(parsed.data.tokenExpiresAt) - Date.parse(parsed.data.now)
    this.#session = { ...parsed.data, endsAtMs: clock.monotonicMs() + lastsMs }
    this.#rejection = null
    this.#turn({ state: 'connected' })
    return this.#session
  }

  /** Does the work, turns every way of not being answered into a CallError, and keeps the state. */
  async #watched<T>(work: () => Promise<T>): Promise<T> {
    try {
      const result = await work()
      if (this.#session) this.#turn({ state: 'connected' })
      return result
    } catch (error) {
      if (error instanceof CallError && error.status !== 0) {
        if (error.body.key === 'offline') this.#turn({ state: 'unreachable', reason: error.message })
        throw error
      }
      if (isAbort(error) || error instanceof CargoError) throw error
      if (error instanceof SyntaxError) throw this.#strange('its answer is not one of Mimamori')
      throw this.#strange(reasonOf(error instanceof CallError ? this.#lostBy : error))
    }
  }

  /** No session: the key is not accepted, or, before the first one, any web server may be answering. */
  #refused(error: unknown): never {
    if (error instanceof CallError && error.body.key === 'hub-key-refused') {
      this.#rejection = { error, untilMs: this.#options.clock.monotonicMs() + REFUSED_KEY_PAUSE_MS }
      this.#turn({ state: 'key-refused' })
    } else if (error instanceof CallError && error.status !== 0 && !this.#session) {
      this.#turn({ state: 'unreachable', reason: `it answered ${error.status}: ${error.body.message}` })
    }
    throw error
  }

  #strange(reason: string): CallError {
    this.#turn({ state: 'unreachable', reason })
    return new CallError(0, { key: 'offline', message: reason })
  }

  #turn(to: Connection): void {
    if (this.#connection.state === to.state) return
    this.#connection = to
    this.#options.onConnection?.(to)
  }
}

/**
 * True when the service says that it will never take this request. Judged by its own keys and not by the status,
 * which any web server in between may answer.
 */
export function isFinal(error: unknown, keys: readonly ErrorKey[]): boolean {
  return error instanceof CallError && keys.some((key) => key === error.body.key)
}

/** The file to upload is gone or cannot be read. */
export class CargoError extends Error {}

type UploadBody = RequestInit & { duplex?: 'half'; close: () => Promise<void> }

/** `close` lets go of the file; a request that fails before its body is read does not. */
async function bodyOf(cargo: Cargo, token: string): Promise<UploadBody> {
  const headers = { 'x-authtoken': token, 'content-type': 'application/octet-stream' }
  if ('bytes' in cargo) return { headers, body: cargo.bytes as Uint8Array<ArrayBuffer>, close: async () => {} }
  const file = await open(cargo.path).catch((error) => {
    throw new CargoError(wordsOf(error))
  })
  const stream = file.createReadStream()
  // Destroyed while it is being read, it ends with an error that nobody waits for.
  stream.on('error', () => {})
  const close = async () => {
    stream.destroy()
    await file.close().catch(() => {})
  }
  try {
    const byteLength = cargo.byteLength ?? (await file.stat()).size
    const body = Readable.toWeb(stream) as ReadableStream<Uint8Array<ArrayBuffer>>
    return { headers: { ...headers, 'content-length': String(byteLength) }, body, duplex: 'half', close }
  } catch (error) {
    await close()
    throw new CargoError(wordsOf(error))
  }
}

function within(timeoutMs: number, signal?: AbortSignal): AbortSignal {
  const timeout = AbortSignal.timeout(timeoutMs)
  return signal ? AbortSignal.any([signal, timeout]) : timeout
}

function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError'
}

function reasonOf(error: unknown): string {
  if (error instanceof Error && error.name === 'TimeoutError') return 'it does not answer'
  return wordsOf(error instanceof Error && error.cause instanceof Error ? error.cause : error)
}

/** A service for the hub's tests: real sockets on loopback, the contract's messages, and every error that a test needs. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { SettingsError } from '@mimamori/contract/camera/settings-error.ts'
import type { FallbackContact } from '@mimamori/contract/fleet/fallback-contact.ts'
import type { CameraReport, DamagedStore, HeartbeatNotice } from '@mimamori/contract/fleet/heartbeat.ts'
import type { DesiredCamera, HubNotice, HubOrder } from '@mimamori/contract/fleet/hub.ts'
import { type HubEvent, hubEvent } from '@mimamori/contract/fleet/hub-event.ts'
import { type RecordingRule, UPLOAD_ALL } from '@mimamori/contract/footage/recording-on-hub.ts'
import { type WebSocket, WebSocketServer } from 'ws'

export const FAKE_KEY = `mmh_abcdefghijkl_${'k'.repeat(43)}`

export const FAKE_SITE_KEY = `mms_${'s'.repeat(43)}`

/** `isProxy`: with a page of a proxy instead of the service's own error. */
type FakeAnswer = { status: number; key?: string; retryAfterSeconds?: number; isProxy?: boolean }
/** The error of the next request: `drop` processes it and closes the connection before the response. */
export type FakeError = 'drop' | 'refuse-connection' | FakeAnswer

type Batch = { epoch: string; fromSequence: number; events: HubEvent[] }
type Beat = { cameras: CameraReport[]; spooledEvents: number; damagedStores?: DamagedStore[] }
type Asked = { installation: string; progress: { id: string; state: string; reason: string | null } | null }
type Reported = { cameraId: string; version: number; errors: SettingsError[] }
type Body = object | Buffer
/** `kind`: init, segment, still, gap or retained. */
export type Recorded = { kind: string; id: string; query: Record<string, string>; body: Body }

export class FakeService {
  /** Stored events in order, each alert and clip once. */
  readonly stored: HubEvent[] = []
  readonly cursors = new Map<string, number>()
  readonly uploads = new Map<string, Buffer>()
  readonly frames: { cameraId: string; takenAt: string; bytes: number }[] = []
  /** All items of recordings, in order of arrival. */
  readonly recorded: Recorded[] = []
  readonly heartbeats: Beat[] = []
  /** The tokens that came with them. */
  readonly beatTokens: string[] = []
  readonly reported: Reported[] = []
  readonly notices: HubNotice[] = []
  readonly liveMessages: Buffer[] = []
  /** Epoch and sequence of every request with events. */
  readonly batches: { epoch: string; fromSequence: number; count: number }[] = []
  /** Ids of the registrations. */
  readonly registrations: string[] = []
  cameras: DesiredCamera[] = []
  recordings: RecordingRule = UPLOAD_ALL
  contacts: FallbackContact[] = []
  /** The version that the hub should install. */
  offer: { id: string; version: string } | null = null
  release: { archive: Uint8Array; sums: string; signature: string; sizeBytes: number } | null = null
  readonly asked: Asked[] = []
  versionMin = '0.0.0'
  /** Versions of hubs that presented their key. */
  readonly versions: string[] = []
  sessions = 0
  isKeyGood = true
  /** Called for each request below /api; a result is the error that the request gets. */
  errorOf: (path: string, body: unknown) => FakeError | null = () => null
  /** Delays requests with events until it resolves. */
  beforeEvents: () => Promise<void> = async () => {}
  beforeUpload: () => Promise<void> = async () => {}
  nowMs: () => number = () => Date.now()
  readonly #http = createServer((request, answer) => void this.#serve(request, answer))
  readonly #sockets = new WebSocketServer({ noServer: true })
  #port = 0
  readonly #tokens = new Set<string>()

  get address(): string {
    return `http://127.0.0.1:${this.#port}`
  }

  /** Listens on loopback; `port` 0 means any free port. */
  async start(port = 0): Promise<this> {
    this.#http.on('upgrade', (request, socket, head) => {
      if (!this.#tokens.has(String(request.headers['x-authtoken']))) {
        socket.end('HTTP/1.1 401 Unauthorized\r\nconnection: close\r\n\r\n')
        return
      }
      this.#sockets.handleUpgrade(request, socket, head, (open) => this.#hear(open))
    })
    await new Promise<void>((resolve) => this.#http.listen(port, '127.0.0.1', resolve))
    this.#port = (this.#http.address() as AddressInfo).port
    return this
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets.clients) socket.terminate()
    this.#http.closeAllConnections()
    await new Promise((resolve) => this.#http.close(resolve))
  }

  /** Rejects all tokens issued so far. */
  forgetTokens(): void {
    this.#tokens.clear()
  }

  order(order: HubOrder): void {
    for (const socket of this.#sockets.clients) socket.send(JSON.stringify(order))
  }

  get socketCount(): number {
    return this.#sockets.clients.size
  }

  alertIds(): string[] {
    return this.stored.flatMap((event) => (event.type === 'alert-raised' ? [event.alertId] : []))
  }

  #hear(socket: WebSocket): void {
    socket.on('message', (data: Buffer, isBinary) => {
      if (isBinary) this.liveMessages.push(data)
      else this.#notice(socket, JSON.parse(String(data)))
    })
  }

  #notice(socket: WebSocket, notice: HubNotice | HeartbeatNotice): void {
    if (notice.type !== 'heartbeat') return void this.notices.push(notice)
    this.heartbeats.push(notice.body)
    if (notice.token !== undefined) this.beatTokens.push(notice.token)
    socket.send(
      JSON.stringify({ type: 'heartbeat-taken', number: notice.number, now: new Date(this.nowMs()).toISOString() }),
    )
  }

  /** From now on what hubs send on their open sockets is not read, and their pings are not answered: a line that died unseen. */
  deafen(): void {
    for (const socket of this.#sockets.clients) socket.pause()
  }

  async #serve(request: IncomingMessage, answer: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const bytes = Buffer.concat(chunks)
    const url = new URL(request.url!, this.address)
    const path = url.pathname.replace('/api/', '')
    const isJson = request.headers['content-type'] === 'application/json'
    const body = isJson ? JSON.parse(String(bytes)) : bytes
    const error = this.errorOf(path, body)
    if (error === 'refuse-connection') return void request.socket.destroy()
    if (error && error !== 'drop') return refuse(answer, error)
    const isPublic = path === 'hub/session' || path === 'hub/register'
    if (!isPublic && !this.#tokens.has(String(request.headers['x-authtoken']))) {
      return refuse(answer, { status: 401, key: 'session-ended' })
    }
    const result = await this.#act(path, url.searchParams, body)
    if (error === 'drop') return void request.socket.destroy()
    if (result instanceof Uint8Array) return sendPart(answer, result, request.headers.range)
    if ('status' in result) return refuse(answer, result as { status: number })
    answer.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(result))
  }

  async #act(path: string, query: URLSearchParams, body: Body): Promise<object> {
    const [, noun, id = ''] = path.split('/')
    if (noun === 'session') return this.#openSession(body as { key: string; version: string })
    if (noun === 'register')
      return this.#register(body as { siteKey: string; registrationId: string; hostname: string })
    if (noun === 'upgrade') return this.#upgrade(body as Asked)
    if (noun === 'release') return this.#releaseOf(path)
    if (noun === 'desired') return { cameras: this.cameras, recordings: this.recordings, contacts: this.contacts }
    if (noun === 'reported') this.reported.push(...(body as { cameras: Reported[] }).cameras)
    if (noun === 'events') return this.#store(body as Batch)
    if (noun === 'media') {
      await this.beforeUpload()
      this.uploads.set(id, body as Buffer)
    }
    if (noun === 'recording') {
      this.#record(path, query, body)
      return { isStored: false, archived: [], unknown: [], isMore: false, ids: [] }
    }
    if (noun === 'frame') {
      this.frames.push({ cameraId: id, takenAt: query.get('takenAt')!, bytes: (body as Buffer).byteLength })
    }
    return {}
  }

  #upgrade(asked: Asked): object {
    this.asked.push(asked)
    return { offer: this.offer, versionMin: this.versionMin }
  }

  #releaseOf(path: string): object {
    if (!this.release) return { status: 404, key: 'not-found' }
    const { archive, ...signed } = this.release
    return path.endsWith('/file') ? archive : signed
  }

  #record(path: string, query: URLSearchParams, body: Body): void {
    const [, , kind = '', id = ''] = path.split('/')
    this.recorded.push({ kind, id, query: Object.fromEntries(query), body })
  }

  #openSession({ key, version }: { key: string; version: string }): object {
    if (!this.isKeyGood || key !== FAKE_KEY) return { status: 401, key: 'hub-key-refused' }
    this.sessions++
    this.versions.push(version)
    const token = `token-${this.sessions}`
    this.#tokens.add(token)
    const nowMs = this.nowMs()
    const tokenExpiresAt = new Date(nowMs + 15 * 60_000).toISOString()
    const id = '01977c5e-0000-7000-8000-000000000001'
    return { token, tokenExpiresAt, hubId: id, tenantId: id, now: new Date(nowMs).toISOString() }
  }

  #register({ siteKey, registrationId, hostname }: { siteKey: string; registrationId: string; hostname: string }) {
    if (siteKey !== FAKE_SITE_KEY) return { status: 401, key: 'hub-key-refused' }
    this.registrations.push(registrationId)
    return { key: FAKE_KEY, hubId: '01977c5e-0000-7000-8000-000000000001', name: hostname }
  }

  async #store({ epoch, fromSequence, events }: Batch) {
    this.batches.push({ epoch, fromSequence, count: events.length })
    await this.beforeEvents()
    if (!events.every((event) => hubEvent.safeParse(event).success)) return { status: 400, key: 'invalid-request' }
    const cursor = this.cursors.get(epoch) ?? 0
    const last = fromSequence + events.length - 1
    if (fromSequence > cursor + 1 || last <= cursor) return { cursor }
    const fresh = events.slice(cursor + 1 - fromSequence)
    for (const event of fresh) {
      const isSame = (other: HubEvent) => other.type === event.type && idOf(other) === idOf(event)
      if (!this.stored.some((other) => isSame(other) && isOfCopy(other) === isOfCopy(event))) this.stored.push(event)
    }
    this.cursors.set(epoch, last)
    return { cursor: last }
  }
}

function sendPart(answer: ServerResponse, bytes: Uint8Array, range: string | undefined): void {
  const from = Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1] ?? 0)
  answer.writeHead(from > 0 ? 206 : 200).end(bytes.subarray(from))
}

function idOf(event: HubEvent): string {
  return event.type === 'path-proof' ? `${event.cameraId} ${event.raisedAt}` : event.alertId
}

/** Whether the event belongs to the blurred copy of a clip. */
function isOfCopy(event: HubEvent): boolean {
  return 'isBlurred' in event && (event.isBlurred ?? false)
}

function refuse(answer: ServerResponse, { status, key = 'unexpected', retryAfterSeconds, isProxy }: FakeAnswer): void {
  const headers: Record<string, string> = { 'content-type': 'application/json' }
  if (retryAfterSeconds !== undefined) headers['retry-after'] = String(retryAfterSeconds)
  const body = isProxy ? '<html>Bad gateway</html>' : JSON.stringify({ key, message: `refused: ${key}` })
  answer.writeHead(status, headers).end(body)
}

/**
 * The hub's WebSocket: receives orders; sends heartbeats, live video and recorded segments. A slow connection loses live
 * frames up to the next key frame.
 */
import type { Socket } from 'node:net'
import type { SentRoom } from '@mimamori/contract/care/room.ts'
import type { HeartbeatBody, HeartbeatNotice } from '@mimamori/contract/fleet/heartbeat.ts'
import type { HubNotice, HubOrder } from '@mimamori/contract/fleet/hub.ts'
import { hubOrder } from '@mimamori/contract/fleet/hub.ts'
import { LIVE_RENDITIONS, type LiveRendition } from '@mimamori/contract/footage/live.ts'
import { liveHeader } from '@mimamori/contract/footage/live-header.ts'
import { segmentHeader } from '@mimamori/contract/footage/segment-header.ts'
import type { SegmentError } from '@mimamori/contract/footage/segment-message.ts'
import WebSocket from 'ws'
import { BackOff } from '#platform/back-off.ts'
import { type Cancel, type CorrectedClock, wait } from '#platform/clock.ts'
import { type Log, wordsOf } from '#platform/log.ts'
import type { ServiceClient } from './service-client.ts'

/** Orders that do not concern the connection itself. */
export type LineOrder = Exclude<HubOrder, { type: 'heartbeat-taken' }>

type ServiceSocketOptions = {
  client: Pick<ServiceClient, 'token' | 'dropToken' | 'socketUrl'>
  clock: CorrectedClock
  log: Log
  random?: () => number
  onOrder: (order: LineOrder) => void
  onOpen: () => void
  /** The service stored a heartbeat: its database is available. */
  onTaken?: () => void
  onClose: () => void
}

/** A camera's video in one rendition. */
type LiveKey = { cameraId: string; rendition: LiveRendition }
export type LiveImage = LiveKey & { codec: string; width: number; height: number; init: Uint8Array }
type LiveFrame = LiveKey & { isKey: boolean; capturedAtMs: number; parts: readonly Uint8Array[] }

/** If more bytes wait to be sent, frames are dropped up to the next key frame. */
const LIVE_BACKLOG_BYTES = 2 * 1024 * 1024
/** After this silence the hub pings the service: a silently lost connection is detected within 12 s. */
const QUIET_MS = 7_000
/** A connection without an answer to a ping for this long is lost. */
const PING_MS = 5_000
/** A connection that lasts this long was healthy: the next attempt follows soon. */
const GOOD_AFTER_MS = 10_000
const HANDSHAKE_MS = 5_000
/** The service closes a socket with this code when the same hub opens another. */
const CLOSE_REPLACED = 4001

type Stream = { number: number; isFollowing: boolean }

export class ServiceSocket {
  readonly #options: ServiceSocketOptions
  readonly #backOff: BackOff
  readonly #end = new AbortController()
  /** Aborted to end a pause early. */
  #pause = new AbortController()
  #socket: WebSocket | null = null
  /** The TCP or TLS connection of the socket. */
  #wire: Socket | null = null
  #running: Promise<void> | null = null
  readonly #streams = new Map<string, Stream>()
  /** The heartbeat sent last, and the token that came with it. */
  #beat = { number: 0, sentAtMs: 0, token: '' }
  /** The token of this connection that the service has. */
  #knownToken = ''
  #lastStream = 0

  constructor(options: ServiceSocketOptions) {
    this.#options = options
    this.#backOff = new BackOff(options.random)
  }

  get isOpen(): boolean {
    return this.#socket?.readyState === WebSocket.OPEN
  }

  start(): void {
    this.#running ??= this.#run()
  }

  /** The service can be reached again: reconnects at once. */
  resume(): void {
    this.#backOff.reset()
    this.#pause.abort()
  }

  async stop(): Promise<void> {
    this.#end.abort()
    this.#socket?.terminate()
    await this.#running
  }

  /** Starts a camera's live video in one rendition, or restarts it with another format. */
  liveInit({ cameraId, rendition, codec, width, height, init }: LiveImage): void {
    if (!this.isOpen) return
    const name = nameOf({ cameraId, rendition })
    const stream = this.#streams.get(name) ?? { number: this.#nextNumber(), isFollowing: false }
    this.#streams.set(name, { ...stream, isFollowing: false })
    this.#notify({ type: 'live-init', cameraId, rendition, stream: stream.number, codec, width, height })
    this.#sendLive({ isKey: false, isInit: true, stream: stream.number, capturedAtMs: this.#options.clock.now() }, [
      init,
    ])
  }

  /** One frame; dropped if its stream was not started, and up to the next key frame if the connection is slow. */
  live({ cameraId, rendition, isKey, capturedAtMs, parts }: LiveFrame): void {
    const stream = this.#streams.get(nameOf({ cameraId, rendition }))
    if (!stream || !this.isOpen) return
    if (this.#socket!.bufferedAmount > LIVE_BACKLOG_BYTES) stream.isFollowing = false
    else if (isKey) stream.isFollowing = true
    if (stream.isFollowing) this.#sendLive({ isKey, isInit: false, stream: stream.number, capturedAtMs }, parts)
  }

  /** Nobody watches this rendition any more. */
  liveStopped(of: LiveKey): void {
    this.#streams.delete(nameOf(of))
  }

  /** A watched camera's video has ended, in every rendition. */
  liveEnded(cameraId: string): void {
    for (const rendition of LIVE_RENDITIONS) this.#streams.delete(nameOf({ cameraId, rendition }))
    if (this.isOpen) this.#notify({ type: 'live-ended', cameraId })
  }

  /** Answers a request of the service. If it is lost with its connection, the service repeats the request. */
  answer(of: Omit<Extract<HubNotice, { type: 'answer' }>, 'type'>): void {
    if (this.isOpen) this.#notify({ type: 'answer', ...of })
  }

  /** Returns false without a connection. */
  rooms(rooms: SentRoom[]): boolean {
    if (this.isOpen) this.#notify({ type: 'rooms', rooms })
    return this.isOpen
  }

  /** Dropped without a connection. `token` is good for a while yet; it is sent until the service acknowledged it. */
  heartbeat(body: HeartbeatBody, token: string): void {
    if (!this.isOpen) return
    const number = this.#beat.number + 1
    this.#beat = { number, sentAtMs: this.#options.clock.now(), token }
    this.#notify({ type: 'heartbeat', number, ...(token !== this.#knownToken && { token }), body })
  }

  /** Bytes that wait to be sent. */
  get backlogBytes(): number {
    return this.#socket?.bufferedAmount ?? 0
  }

  /** A part of a recorded segment. */
  segmentPart(readId: string, bytes: Uint8Array): void {
    if (this.isOpen) this.#socket!.send(Buffer.concat([segmentHeader(readId), bytes]))
  }

  segmentEnded(readId: string, error: SegmentError | null): void {
    if (this.isOpen) this.#notify({ type: 'segment-ended', readId, error })
  }

  async #run(): Promise<void> {
    const { client, clock, log } = this.#options
    while (!this.#end.signal.aborted) {
      const startedAtMs = clock.monotonicMs()
      try {
        await this.#converse(await client.token())
      } catch (error) {
        // The state of the connection is reported elsewhere, once.
        if (!this.#end.signal.aborted) log('info', 'No connection for orders', { reason: wordsOf(error) })
      }
      if (clock.monotonicMs() - startedAtMs > GOOD_AFTER_MS) this.#backOff.reset()
      await this.#rest(this.#backOff.nextMs())
    }
  }

  /** Waits; `resume` and `stop` end the pause early. */
  async #rest(pauseMs: number): Promise<void> {
    this.#pause = new AbortController()
    await wait(this.#options.clock, pauseMs, AbortSignal.any([this.#pause.signal, this.#end.signal]))
  }

  /** One connection, until it ends. Rejects if it could not be opened. */
  #converse(token: string): Promise<void> {
    const { client, log, onClose } = this.#options
    return new Promise((resolve, reject) => {
      const headers = { 'x-authtoken': token }
      const socket = new WebSocket(client.socketUrl, {
        headers,
        handshakeTimeout: HANDSHAKE_MS,
        perMessageDeflate: false,
        ...(isUnseen(client.socketUrl) && { generateMask: (mask: Buffer) => mask.fill(0) }),
      })
      this.#socket = socket
      if (this.#end.signal.aborted) socket.terminate()
      let stopPings: Cancel | null = null
      socket.on('upgrade', (answer) => {
        this.#wire = answer.socket
      })
      socket.on('open', () => {
        this.#beat.number = 0
        this.#knownToken = token
        stopPings = this.#opened(socket)
      })
      socket.on('message', (data, isBinary) => !isBinary && this.#receive(String(data)))
      socket.on('error', reject)
      socket.on('unexpected-response', (request, answer) => {
        if (answer.statusCode === 401) client.dropToken(token)
        request.destroy()
        reject(new Error(`The service answered ${answer.statusCode}.`))
      })
      socket.on('close', (code) => {
        if (code === CLOSE_REPLACED) log('warn', 'Another hub connected with the same key: give each hub its own')
        this.#socket = null
        this.#wire = null
        this.#streams.clear()
        if (stopPings) onClose()
        stopPings?.()
        resolve()
      })
    })
  }

  #opened(socket: WebSocket): Cancel {
    const { clock, onOpen } = this.#options
    this.#lastStream = 0
    let [heardAtMs, isAsked] = [clock.monotonicMs(), false]
    let cancel: Cancel
    const heard = () => {
      heardAtMs = clock.monotonicMs()
      isAsked = false
    }
    socket.on('pong', heard)
    socket.on('message', heard)
    const look = () => {
      const quietMs = clock.monotonicMs() - heardAtMs
      if (quietMs >= QUIET_MS && isAsked) return socket.terminate()
      if (quietMs >= QUIET_MS) {
        isAsked = true
        socket.ping()
      }
      cancel = clock.after(isAsked ? PING_MS : QUIET_MS - quietMs, look)
    }
    cancel = clock.after(QUIET_MS, look)
    onOpen()
    return () => cancel()
  }

  #receive(text: string): void {
    const { log, onOrder } = this.#options
    const order = orderOf(text)
    if (order?.type === 'heartbeat-taken') {
      if (order.number === this.#beat.number) {
        this.#knownToken = this.#beat.token
        this.#options.clock.correct(Date.parse(order.now), this.#beat.sentAtMs)
      }
      this.#options.onTaken?.()
    } else if (order) onOrder(order)
    else log('warn', 'The service sent an order that this hub does not understand')
  }

  #nextNumber(): number {
    this.#lastStream++
    return this.#lastStream
  }

  #notify(notice: HubNotice | HeartbeatNotice): void {
    this.#socket?.send(JSON.stringify(notice))
  }

  #sendLive(header: Parameters<typeof liveHeader>[0], parts: readonly Uint8Array[]): void {
    this.#gather()
    this.#socket?.send(Buffer.concat([liveHeader(header), ...parts]))
  }

  /** Messages of one turn of the event loop share one write: each write costs more than its contents. */
  #gather(): void {
    const wire = this.#wire
    if (!wire || wire.writableCorked > 0) return
    wire.cork()
    process.nextTick(() => wire.uncork())
  }
}

/** Masks protect against intermediaries (RFC 6455, 10.3). TLS and loopback connections have none: skip masking the video. */
function isUnseen(address: string): boolean {
  const { protocol, hostname } = new URL(address)
  return protocol === 'wss:' || hostname === '127.0.0.1' || hostname === '[::1]'
}

const nameOf = ({ cameraId, rendition }: LiveKey) => `${rendition} ${cameraId}`

function orderOf(text: string): HubOrder | null {
  try {
    return hubOrder.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}

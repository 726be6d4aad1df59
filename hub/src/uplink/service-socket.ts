/**
 * The hub's WebSocket: orders come in, heartbeats, live pictures and recorded segments go out; a slow line loses live pictures
 * up to the next key frame.
 */
import type { Socket } from 'node:net'
import type { SentRoom } from '@mimamori/contract/care/room.ts'
import type { HeartbeatBody, HeartbeatNotice } from '@mimamori/contract/fleet/heartbeat.ts'
import type { HubNotice, HubOrder } from '@mimamori/contract/fleet/hub.ts'
import { hubOrder } from '@mimamori/contract/fleet/hub.ts'
import { LIVE_RENDITIONS, type LiveRendition } from '@mimamori/contract/footage/live.ts'
import { liveHeader } from '@mimamori/contract/footage/live-header.ts'
import { segmentHeader } from '@mimamori/contract/footage/segment-header.ts'
import type { SegmentFailure } from '@mimamori/contract/footage/segment-message.ts'
import WebSocket from 'ws'
import { BackOff } from '#platform/back-off.ts'
import { type Cancel, type Clock, wait } from '#platform/clock.ts'
import { type Log, wordsOf } from '#platform/log.ts'
import { BeatLine, type BeatWay } from './beat-line.ts'
import type { ServiceClient } from './service-client.ts'

/** What is not about the line itself. */
export type LineOrder = Exclude<HubOrder, { type: 'heartbeat-taken' }>

type ServiceSocketOptions = {
  client: Pick<ServiceClient, 'token' | 'dropToken' | 'socketUrl'>
  clock: Clock
  log: Log
  random?: () => number
  onOrder: (order: LineOrder) => void
  onOpen: () => void
  onClose: () => void
}

/** A camera's pictures in one rendition. */
type LiveKey = { cameraId: string; rendition: LiveRendition }
export type LivePicture = LiveKey & { codec: string; width: number; height: number; init: Uint8Array }
type LiveFrame = LiveKey & { isKey: boolean; capturedAtMs: number; parts: readonly Uint8Array[] }

/** With more than this waiting to leave, pictures are dropped up to the next key frame. */
const LIVE_BACKLOG_BYTES = 2 * 1024 * 1024
/** A service that says nothing for so long, which is longer than from one acknowledged heartbeat to the next, is asked by a ping. */
const QUIET_MS = 12_000
/** A line on which no ping is answered for this long is dead. */
const PING_MS = 10_000
/** A connection that lasts this long was a good one: the next attempt comes soon. */
const GOOD_AFTER_MS = 10_000
const HANDSHAKE_MS = 10_000
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
  /** What carries the socket. */
  #wire: Socket | null = null
  #running: Promise<void> | null = null
  readonly #streams = new Map<string, Stream>()
  readonly #beats: BeatLine
  #lastStream = 0

  constructor(options: ServiceSocketOptions) {
    this.#options = options
    this.#beats = new BeatLine({
      clock: options.clock,
      send: (notice) => {
        if (this.isOpen) this.#notify(notice)
        return this.isOpen
      },
    })
    this.#backOff = new BackOff(options.random)
  }

  get isOpen(): boolean {
    return this.#socket?.readyState === WebSocket.OPEN
  }

  start(): void {
    this.#running ??= this.#run()
  }

  /** The service can be reached again: the next attempt is made now. */
  resume(): void {
    this.#backOff.reset()
    this.#pause.abort()
  }

  async stop(): Promise<void> {
    this.#end.abort()
    this.#socket?.terminate()
    await this.#running
  }

  /** A camera's live picture in one rendition begins, or begins anew with another format. */
  liveInit({ cameraId, rendition, codec, width, height, init }: LivePicture): void {
    if (!this.isOpen) return
    const name = nameOf({ cameraId, rendition })
    const stream = this.#streams.get(name) ?? { number: this.#nextNumber(), isFollowing: false }
    this.#streams.set(name, { ...stream, isFollowing: false })
    this.#notify({ type: 'live-init', cameraId, rendition, stream: stream.number, codec, width, height })
    this.#sendLive({ isKey: false, isInit: true, stream: stream.number, capturedAtMs: this.#options.clock.now() }, [
      init,
    ])
  }

  /** One picture; dropped when its stream was not begun, and up to the next key frame when the line is slow. */
  live({ cameraId, rendition, isKey, capturedAtMs, parts }: LiveFrame): void {
    const stream = this.#streams.get(nameOf({ cameraId, rendition }))
    if (!stream || !this.isOpen) return
    if (this.#socket!.bufferedAmount > LIVE_BACKLOG_BYTES) stream.isFollowing = false
    else if (isKey) stream.isFollowing = true
    if (stream.isFollowing) this.#sendLive({ isKey, isInit: false, stream: stream.number, capturedAtMs }, parts)
  }

  /** Nobody watches this picture any more. */
  liveStopped(of: LiveKey): void {
    this.#streams.delete(nameOf(of))
  }

  /** The picture of a camera that is being watched ends, in every rendition. */
  liveEnded(cameraId: string): void {
    for (const rendition of LIVE_RENDITIONS) this.#streams.delete(nameOf({ cameraId, rendition }))
    if (this.isOpen) this.#notify({ type: 'live-ended', cameraId })
  }

  /** To a question of the service; one that was lost with its connection is asked again where it is needed. */
  answer(of: Omit<Extract<HubNotice, { type: 'answer' }>, 'type'>): void {
    if (this.isOpen) this.#notify({ type: 'answer', ...of })
  }

  /** False: there is no connection. */
  rooms(rooms: SentRoom[]): boolean {
    if (this.isOpen) this.#notify({ type: 'rooms', rooms })
    return this.isOpen
  }

  /** False: the service did not take it, or it is not known whether it will. `token` is good for a while yet. */
  heartbeat(body: HeartbeatBody, way: BeatWay): Promise<boolean> {
    return this.#beats.send(body, way)
  }

  /** What waits to leave, in bytes. */
  get backlogBytes(): number {
    return this.#socket?.bufferedAmount ?? 0
  }

  /** A part of a recorded segment. */
  segmentPart(readId: string, bytes: Uint8Array): void {
    if (this.isOpen) this.#socket!.send(Buffer.concat([segmentHeader(readId), bytes]))
  }

  segmentEnded(readId: string, failure: SegmentFailure | null): void {
    if (this.isOpen) this.#notify({ type: 'segment-ended', readId, failure })
  }

  async #run(): Promise<void> {
    const { client, clock, log } = this.#options
    while (!this.#end.signal.aborted) {
      const startedAtMs = clock.now()
      try {
        await this.#converse(await client.token())
      } catch (error) {
        // Whether the service can be reached is said elsewhere, once.
        if (!this.#end.signal.aborted) log('info', 'No connection for orders', { reason: wordsOf(error) })
      }
      if (clock.now() - startedAtMs > GOOD_AFTER_MS) this.#backOff.reset()
      await this.#rest(this.#backOff.nextMs())
    }
  }

  /** Waits; `resume` and `stop` end it early. */
  async #rest(pauseMs: number): Promise<void> {
    this.#pause = new AbortController()
    await wait(this.#options.clock, pauseMs, AbortSignal.any([this.#pause.signal, this.#end.signal]))
  }

  /** One connection, from opening to its end. Rejects when it could not be opened. */
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
        this.#beats.opened(token)
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
        this.#beats.closed()
        if (stopPings) onClose()
        stopPings?.()
        resolve()
      })
    })
  }

  #opened(socket: WebSocket): Cancel {
    const { clock, onOpen } = this.#options
    this.#lastStream = 0
    let [heardAtMs, isAsked] = [clock.now(), false]
    let cancel: Cancel
    const heard = () => {
      heardAtMs = clock.now()
      isAsked = false
    }
    socket.on('pong', heard)
    socket.on('message', heard)
    const look = () => {
      const quietMs = clock.now() - heardAtMs
      if (quietMs >= QUIET_MS && isAsked) return socket.terminate()
      if (quietMs >= QUIET_MS) {
        isAsked = true
        socket.ping()
      }
      // A clock that was set back must not let it wait for longer.
      cancel = clock.after(isAsked ? PING_MS : Math.min(QUIET_MS, QUIET_MS - quietMs), look)
    }
    cancel = clock.after(QUIET_MS, look)
    onOpen()
    return () => cancel()
  }

  #receive(text: string): void {
    const { log, onOrder } = this.#options
    const order = orderOf(text)
    if (order?.type === 'heartbeat-taken') this.#beats.taken(order.number)
    else if (order) onOrder(order)
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

  /** What is said in one turn of the event loop leaves as one write: each leaving costs more than what it carries. */
  #gather(): void {
    const wire = this.#wire
    if (!wire || wire.writableCorked > 0) return
    wire.cork()
    process.nextTick(() => wire.uncork())
  }
}

/** Masks guard what lies between and reads along (RFC 6455, 10.3): nothing does there, and pictures are not gone through. */
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

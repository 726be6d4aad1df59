/**
 * Reads recorded segments on a hub through its socket during playback: few at once, and a few parts ahead of the
 * reader, so that neither memory nor the hub's connection fills up. REC-05.
 */
import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { HubNotice } from '@mimamori/contract/fleet/hub.ts'
import {
  readSegmentHeader,
  SEGMENT_HEADER_BYTES,
  SEGMENT_PART_BYTES,
  SEGMENT_PARTS_AHEAD,
  SEGMENTS_AT_ONCE,
} from '@mimamori/contract/footage/segment-header.ts'
import type { SegmentError } from '@mimamori/contract/footage/segment-message.ts'
import type { Clock } from '#platform/clock.ts'
import type { ReadHubSegment, SegmentRequest } from '#platform/hub-seam.ts'
import { fail, ServiceError } from '#platform/service-error.ts'
import type { FindLine, HubLine } from './hub.sockets.ts'

/** Time without data, although the hub may send, after which it is given up. */
export const SEGMENT_SILENCE_MS = 8_000
/** The same for segments that a hub must transcode first, after others. */
const MADE_SILENCE_MS = 45_000
/** Maximum time for one segment: a slower reader blocks the others. */
const SEGMENT_LONGEST_MS = 120_000
/** Readers that wait for one hub's turn. */
const SEGMENTS_WAITING_MAX = 64
const RETRY_SECONDS = 2

const SERVICE_ERRORS: Record<SegmentError, 'not-found' | 'hub-timeout' | 'hub-refused'> = {
  'segment-unknown': 'not-found',
  busy: 'hub-timeout',
  failed: 'hub-refused',
}

type EndedNotice = Extract<HubNotice, { type: 'segment-ended' }>

export type HubReading = {
  read: ReadHubSegment
  /** Whether the message is a part of a segment, be it wanted or not. */
  received(line: HubLine, message: Uint8Array): boolean
  ended(line: HubLine, notice: EndedNotice): void
  hubLost(line: HubLine): void
}

/** Creates the places for readers. `lineOf` finds the socket of a hub, at this instance or through another one. */
export function createHubReading(clock: Clock, lineOf: FindLine): HubReading {
  const readers = new Map<string, Reader>()

  function next(line: HubLine): void {
    const own = [...readers.values()].filter((reader) => reader.line === line)
    let sending = own.filter((reader) => reader.isSending).length
    for (const reader of own) {
      if (sending >= SEGMENTS_AT_ONCE) return
      if (reader.isSending) continue
      reader.begin()
      sending++
    }
  }

  return {
    async read(tenantId, hubId, request) {
      const line = await lineOf(hubId)
      if (!line || line.hub.tenantId !== tenantId) throw fail('hub-offline')
      const waiting = [...readers.values()].filter((reader) => reader.line === line && !reader.isSending)
      if (waiting.length >= SEGMENTS_WAITING_MAX) {
        throw new ServiceError('too-many-requests', { retryAfterSeconds: RETRY_SECONDS })
      }
      const reader = new Reader(clock, line, request, () => {
        readers.delete(reader.id)
        next(line)
      })
      readers.set(reader.id, reader)
      next(line)
      return reader.start()
    },

    received(line, message) {
      const id = readSegmentHeader(message)
      if (id === null) return false
      const reader = readers.get(id)
      if (reader?.line === line) reader.take(message.subarray(SEGMENT_HEADER_BYTES))
      return true
    },

    ended(line, { readId, error }) {
      const reader = readers.get(readId)
      if (reader?.line === line) reader.end(error ? fail(SERVICE_ERRORS[error]) : null)
    },

    hubLost(line) {
      for (const reader of [...readers.values()]) if (reader.line === line) reader.end(fail('hub-offline'))
    },
  }
}

/** A segment that is being read. */
class Reader {
  readonly id = randomUUID()
  readonly line: HubLine
  isSending = false
  readonly #clock: Clock
  readonly #request: SegmentRequest
  readonly #onOver: () => void
  #parts: Uint8Array[] = []
  /** Null: it ended well. */
  #ending: ServiceError | null | undefined
  #wake: () => void = () => {}
  #isOver = false
  #cancelLongest = () => {}

  constructor(clock: Clock, line: HubLine, request: SegmentRequest, onOver: () => void) {
    this.#clock = clock
    this.line = line
    this.#request = request
    this.#onOver = onOver
  }

  get #silenceMs(): number {
    const { part } = this.#request
    return part === 'h264' || part === 'h264-head' ? MADE_SILENCE_MS : SEGMENT_SILENCE_MS
  }

  begin(): void {
    this.isSending = true
    this.line.send({ type: 'segment-read', readId: this.id, ...this.#request })
  }

  /** Resolves with the first part; earlier errors are ordinary errors of the call. */
  async start(): Promise<Readable> {
    this.#cancelLongest = this.#clock.after(SEGMENT_LONGEST_MS, () => this.end(fail('hub-timeout')))
    try {
      const first = await this.#next()
      const stream = Readable.from(this.#from(first), { objectMode: false, highWaterMark: SEGMENT_PART_BYTES })
      stream.once('close', () => this.#over())
      return stream
    } catch (error) {
      this.#over()
      throw error
    }
  }

  take(part: Uint8Array): void {
    if (this.#isOver || this.#ending !== undefined) return
    // More than requested: a hub must not fill the memory.
    const isTooMuch = this.#parts.length >= SEGMENT_PARTS_AHEAD + 1 || part.length > SEGMENT_PART_BYTES
    if (isTooMuch) {
      this.end(fail('hub-refused'))
      return
    }
    this.#parts.push(part)
    this.#wake()
  }

  end(how: ServiceError | null): void {
    if (this.#ending !== undefined) return
    this.#ending = how
    if (how) this.#parts = []
    this.#wake()
  }

  async *#from(first: Uint8Array | null): AsyncGenerator<Uint8Array> {
    for (let part = first; part; part = await this.#next()) {
      yield part
      if (this.#ending === undefined) this.line.send({ type: 'segment-more', readId: this.id })
    }
  }

  /** Null: that was all. */
  async #next(): Promise<Uint8Array | null> {
    if (this.#parts.length === 0 && this.#ending === undefined) await this.#wait()
    const part = this.#parts.shift()
    if (part) return part
    if (this.#ending) throw this.#ending
    return null
  }

  #wait(): Promise<void> {
    return new Promise((resolve) => {
      const cancel = this.#clock.after(this.#silenceMs, () => this.end(fail('hub-timeout')))
      this.#wake = () => {
        cancel()
        this.#wake = () => {}
        resolve()
      }
    })
  }

  #over(): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#cancelLongest()
    this.#parts = []
    const isHalfway = this.isSending && this.#ending !== null
    if (isHalfway) this.line.send({ type: 'segment-stop', readId: this.id })
    this.end(null)
    this.#onOver()
  }
}

/** Sends recorded segments that stay on this hub to the service while somebody watches, part by part as it asks for them. */
import { type FileHandle, open } from 'node:fs/promises'
import { BOX_HEAD, fragmentSizes } from '@mimamori/contract/footage/fragment.ts'
import { SEGMENT_PART_BYTES, SEGMENT_PARTS_AHEAD, SEGMENTS_AT_ONCE } from '@mimamori/contract/footage/segment-header.ts'
import type { SegmentError, SegmentRead } from '@mimamori/contract/footage/segment-message.ts'
import { type Clock, wait } from '#platform/clock.ts'
import { type Log, wordsOf } from '#platform/log.ts'
import { WakeSignal } from '#platform/wake-signal.ts'
import type { ServiceSocket } from '../service-socket.ts'

export type SegmentSenderOptions = {
  socket: Pick<ServiceSocket, 'segmentPart' | 'segmentEnded' | 'backlogBytes'>
  clock: Clock
  log: Log
  /** Where a segment lies; null: it is not here. */
  pathOf: (segmentId: string) => string | null
  /** H.264 of a segment of H.265, or its header. */
  makeH264: (order: SegmentRead, signal: AbortSignal) => Promise<Buffer>
}

/** With more than this waiting on the line segments wait: live video comes first. */
const BACKLOG_BYTES = 512 * 1024
const BACKLOG_LOOK_MS = 20
/** Time without a request after which a reader is gone. */
const IDLE_MS = 120_000
/** The index of one fragment: ten minutes of frames have less. */
const INDEX_BYTES_MAX = 2 * 1024 * 1024

type Reading = { credit: number; wake: WakeSignal; end: AbortController }

export class SegmentSender {
  readonly #options: SegmentSenderOptions
  readonly #readings = new Map<string, Reading>()

  constructor(options: SegmentSenderOptions) {
    this.#options = options
  }

  /** Begins to send; its end is reported in any case, unless it is stopped. */
  read(order: SegmentRead): void {
    const { socket, pathOf, log } = this.#options
    const { readId, segmentId } = order
    const path = isMade(order) ? null : pathOf(segmentId)
    if (this.#readings.has(readId)) return
    const isUnknown = path === null && !isMade(order)
    const rejection = isUnknown ? 'segment-unknown' : this.#readings.size >= SEGMENTS_AT_ONCE ? 'busy' : null
    if (rejection) {
      socket.segmentEnded(readId, rejection)
      return
    }
    const reading = { credit: SEGMENT_PARTS_AHEAD, wake: new WakeSignal(), end: new AbortController() }
    this.#readings.set(readId, reading)
    this.#send(order, path, reading)
      .then(
        (error) => error,
        (error): SegmentError => {
          if (!reading.end.signal.aborted)
            log('warn', 'A recorded segment could not be read', { reason: wordsOf(error) })
          return (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'segment-unknown' : 'failed'
        },
      )
      .then((error) => {
        this.#readings.delete(readId)
        if (!reading.end.signal.aborted) socket.segmentEnded(readId, error)
      })
  }

  /** One part was taken. */
  more(readId: string): void {
    const reading = this.#readings.get(readId)
    if (!reading) return
    reading.credit++
    reading.wake.signal()
  }

  stop(readId: string): void {
    this.#readings.get(readId)?.end.abort()
  }

  /** The connection is gone, and with it all readers. */
  stopAll(): void {
    for (const { end } of this.#readings.values()) end.abort()
  }

  async #send(order: SegmentRead, path: string | null, reading: Reading): Promise<SegmentError | null> {
    if (path === null) return this.#sendParts(order, [await this.#options.makeH264(order, reading.end.signal)], reading)
    const file = await open(path)
    try {
      return await this.#sendParts(order, order.part === 'index' ? indexOf(file) : partsOf(file, order), reading)
    } finally {
      await file.close()
    }
  }

  async #sendParts(
    { readId }: SegmentRead,
    parts: Iterable<Buffer> | AsyncIterable<Buffer>,
    reading: Reading,
  ): Promise<SegmentError | null> {
    for await (const part of parts) {
      for (let at = 0; at < part.length; at += SEGMENT_PART_BYTES) {
        if (!(await this.#isReady(reading))) return 'failed'
        reading.credit--
        this.#options.socket.segmentPart(readId, part.subarray(at, at + SEGMENT_PART_BYTES))
      }
    }
    return null
  }

  /** Resolves when another part may leave; false: nobody waits for it any more. */
  async #isReady(reading: Reading): Promise<boolean> {
    const { clock, socket } = this.#options
    const { signal } = reading.end
    while (reading.credit <= 0 && !signal.aborted) {
      const beforeMs = clock.monotonicMs()
      await reading.wake.wait(signal, { ms: IDLE_MS, clock })
      if (reading.credit <= 0 && clock.monotonicMs() - beforeMs >= IDLE_MS) return false
    }
    while (socket.backlogBytes > BACKLOG_BYTES && !signal.aborted) await wait(clock, BACKLOG_LOOK_MS, signal)
    return !signal.aborted
  }
}

function isMade({ part }: SegmentRead): boolean {
  return part === 'h264' || part === 'h264-head'
}

async function* partsOf(file: FileHandle, { first = 0, last }: SegmentRead): AsyncGenerator<Buffer> {
  const end = Math.min(last ?? Number.POSITIVE_INFINITY, (await file.stat()).size - 1)
  for (let at = first; at <= end; at += SEGMENT_PART_BYTES) {
    yield await bytesAt(file, at, Math.min(SEGMENT_PART_BYTES, end - at + 1))
  }
}

/** Each `moof` with the head of its `mdat`, gathered into parts: see `readFragmentIndex` of the contract. */
async function* indexOf(file: FileHandle): AsyncGenerator<Buffer> {
  const { size } = await file.stat()
  let waiting: Buffer[] = []
  let waitingBytes = 0
  for (let at = 0; at < size; ) {
    const length = (await bytesAt(file, at, BOX_HEAD)).readUInt32BE(0)
    if (length > INDEX_BYTES_MAX) throw new RangeError('a segment of video must be made of fragments')
    const head = await bytesAt(file, at, length + BOX_HEAD)
    const { moofBytes, mdatBytes } = fragmentSizes(head)
    at += moofBytes + mdatBytes
    waiting.push(head)
    waitingBytes += head.length
    if (waitingBytes < SEGMENT_PART_BYTES) continue
    yield Buffer.concat(waiting)
    waiting = []
    waitingBytes = 0
  }
  if (waitingBytes > 0) yield Buffer.concat(waiting)
}

async function bytesAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(length), 0, length, position)
  return buffer.subarray(0, bytesRead)
}

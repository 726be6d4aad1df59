/**
 * Makes H.264 of recorded H.265 while somebody watches whose browser does not play that, in a process of its own for each
 * segment. Few at a time, and behind detection. REAL-07, docs/decisions/0043.
 */
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { SegmentRead } from '@mimamori/contract/footage/segment-message.ts'
import { findInit } from '#uplink/recording/recording-folder.ts'
import { runChildTask } from '../rpc/child-task.ts'

export type H264Input =
  | { head: { width: number; height: number } }
  /** A run's header, and a segment of it. */
  | { init: Uint8Array; segment: Uint8Array }

type MakerOptions = {
  environment: Record<string, string | undefined>
  /** Where a segment lies; null: not here. */
  pathOf: (segmentId: string) => string | null
  /** A header or a segment, from the service. */
  fetch: (id: string, signal: AbortSignal) => Promise<Buffer>
}

const PROGRAM = fileURLToPath(new URL('./h264-child.ts', import.meta.url))
const HEAP_MB = 256
const AT_ONCE = 2
const TIMEOUT_MS = 60_000

export class H264Maker {
  readonly #options: MakerOptions
  #running = 0
  readonly #waiting: (() => void)[] = []

  constructor(options: MakerOptions) {
    this.#options = options
  }

  /** One fragmented segment with the times of the original, or the header for all of that size. Throws AnswerError. */
  async make(order: SegmentRead, signal: AbortSignal): Promise<Buffer> {
    const input = await this.#inputOf(order, signal)
    await this.#turn()
    try {
      signal.throwIfAborted()
      const { environment } = this.#options
      const options = { timeoutMs: TIMEOUT_MS, heapMb: HEAP_MB, environment, signal }
      return Buffer.from(await runChildTask<Uint8Array>(PROGRAM, input, options))
    } finally {
      const next = this.#waiting.shift()
      if (next) next()
      else this.#running--
    }
  }

  async #inputOf({ part, segmentId, initId, width, height }: SegmentRead, signal: AbortSignal): Promise<H264Input> {
    if (part === 'h264-head') {
      if (!width || !height) throw new RangeError('a header needs the size of its images')
      return { head: { width, height } }
    }
    const { pathOf, fetch } = this.#options
    const path = pathOf(segmentId)
    if (path) {
      const folder = dirname(path)
      return { init: await readFile(join(folder, findInit(folder))), segment: await readFile(path) }
    }
    if (!initId) throw new RangeError('a segment needs its header')
    return { init: await fetch(initId, signal), segment: await fetch(segmentId, signal) }
  }

  async #turn(): Promise<void> {
    if (this.#running < AT_ONCE) this.#running++
    else await new Promise<void>((resolve) => this.#waiting.push(resolve))
  }
}

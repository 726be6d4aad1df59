/** What workers decode with, as long as no driver ends them. Requirement REAL-08; decision 0046. */
import type { Log } from '#platform/log.ts'
import { type Decoders, SOFTWARE_ALONE } from './decoder-choice.ts'

/** Workers lost within this time while hardware decodes, after which it decodes no more until the hub begins anew. */
const LOST_MAX = 2
const WITHIN_MS = 10 * 60_000

export class DecoderTrust {
  readonly #log: Log
  #decoders: Decoders
  #lostAtMs: number[] = []

  constructor(decoders: Decoders, log: Log) {
    this.#decoders = decoders
    this.#log = log
  }

  get now(): Decoders {
    return this.#decoders
  }

  /** `nowMs`: by a clock that nobody sets. */
  workerLost(nowMs: number): void {
    if (Object.values(this.#decoders).every((by) => by === 'software')) return
    this.#lostAtMs = [...this.#lostAtMs.filter((atMs) => nowMs - atMs < WITHIN_MS), nowMs]
    if (this.#lostAtMs.length < LOST_MAX) return
    this.#log('warn', 'Workers that decode by hardware were lost: software decodes from now on', this.#decoders)
    this.#decoders = SOFTWARE_ALONE
  }
}

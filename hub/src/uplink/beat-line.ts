/** Heartbeats on the hub's socket. Each is acknowledged, so that a connection that died unseen delays one by seconds. */
import type { HeartbeatBody, HeartbeatNotice } from '@mimamori/contract/fleet/heartbeat.ts'
import type { Clock } from '#platform/clock.ts'

/** Longest wait for an acknowledgement. Then a call follows: hubs are heard every 15 s at least, half of what they may be silent. */
export const TAKEN_WITHIN_MS = 5_000

type BeatLineOptions = {
  clock: Clock
  /** False: there is no connection. */
  send: (notice: HeartbeatNotice) => boolean
}

export type BeatWay = { token: string; isAlone: boolean; signal: AbortSignal }

export class BeatLine {
  readonly #options: BeatLineOptions
  /** Of this connection; the service of before acknowledges none. */
  #sent = 0
  #taken = 0
  #token = ''
  #settle: () => void = () => {}

  constructor(options: BeatLineOptions) {
    this.#options = options
  }

  /** A connection was opened with this token. */
  opened(token: string): void {
    this.#sent = 0
    this.#taken = 0
    this.#token = token
  }

  closed(): void {
    this.#settle()
  }

  taken(number: number): void {
    this.#taken = Math.max(this.#taken, Math.min(number, this.#sent))
    if (this.#taken === this.#sent) this.#settle()
  }

  /**
   * Sends it, and answers whether the service took it. That is waited for only where it took the one before: otherwise it
   * may be one of before, or out of reach, and the caller goes another way at once. `isAlone` false: the caller does so anyway.
   */
  async send(body: HeartbeatBody, { token, isAlone, signal }: BeatWay): Promise<boolean> {
    const isTrusted = isAlone && this.#sent > 0 && this.#taken === this.#sent
    const number = this.#sent + 1
    const isNew = token !== this.#token
    if (!this.#options.send({ type: 'heartbeat', number, ...(isNew && { token }), body })) return false
    this.#sent = number
    if (!isTrusted) return false
    await this.#whenSettled(signal)
    if (this.#taken < number) return false
    this.#token = token
    return true
  }

  #whenSettled(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const settle = () => {
        cancel()
        signal.removeEventListener('abort', settle)
        resolve()
      }
      const cancel = this.#options.clock.after(TAKEN_WITHIN_MS, settle)
      signal.addEventListener('abort', settle)
      this.#settle = settle
    })
  }
}

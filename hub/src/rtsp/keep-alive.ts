/** Keeps a session alive while pictures come, by what the camera takes. REAL-09. */
import { keepAliveOf } from './rtsp-answer.ts'

export class KeepAlive {
  readonly #send: (method: string) => void
  #method = 'OPTIONS'
  #timer: NodeJS.Timeout | undefined

  constructor(send: (method: string) => void) {
    this.#send = send
  }

  /** `methods` and `facts` as for `keepAliveOf`. */
  start(methods: string, facts: string): void {
    const { method, everyMs } = keepAliveOf(methods, facts)
    this.#method = method
    this.#timer = setInterval(() => this.#send(this.#method), everyMs)
  }

  /**
   * While pictures come nothing else is asked. Some offer what they refuse, under the number of an earlier question:
   * https://github.com/scottlamb/retina/issues/136. OPTIONS holds the session there.
   */
  heard(status: number): void {
    if (this.#timer === undefined || status < 400 || status === 401 || this.#method === 'OPTIONS') return
    this.#method = 'OPTIONS'
    this.#send(this.#method)
  }

  stop(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
  }
}

/** Requests that a camera has not answered yet. */
import { headerValues, type RtspMessage, type RtspRequest } from './rtsp-reader.ts'

/** Some cameras never respond to keep-alives. */
const OPEN_MAX = 16

export class OpenRequests {
  readonly #byNumber = new Map<number, RtspRequest>()
  #sent = 0

  /** Methods in the order of their requests. */
  get methods(): string[] {
    return [...this.#byNumber.values()].map(({ method }) => method)
  }

  /** The number of a new request, CSeq. */
  number(): number {
    return ++this.#sent
  }

  put(number: number, request: RtspRequest): void {
    this.#byNumber.set(number, request)
    if (this.#byNumber.size > OPEN_MAX) this.#byNumber.delete(this.#oldest()!)
  }

  /** The request of a response, which is no longer open. Without a number, or with one never sent, it is the oldest. */
  take(answer: RtspMessage): RtspRequest | null {
    const [text] = headerValues(answer, 'cseq')
    const named = text ? Number(text) : Number.NaN
    const wasSent = Number.isInteger(named) && named >= 1 && named <= this.#sent
    const number = wasSent ? named : (this.#oldest() ?? 0)
    const request = this.#byNumber.get(number) ?? null
    this.#byNumber.delete(number)
    return request
  }

  clear(): void {
    this.#byNumber.clear()
  }

  #oldest(): number | undefined {
    return this.#byNumber.keys().next().value
  }
}

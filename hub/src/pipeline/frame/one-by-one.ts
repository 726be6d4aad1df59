/** Runs tasks one at a time, with a limit of waiting ones. */
export class OneByOne {
  readonly #waitingMax: number
  #waiting = 0
  #last: Promise<unknown> = Promise.resolve()

  constructor(waitingMax: number) {
    this.#waitingMax = waitingMax
  }

  /** False: too many wait already, and the work is not done. It must not throw. */
  add(work: () => Promise<void>): boolean {
    if (this.#waiting >= this.#waitingMax) return false
    this.#waiting++
    this.#last = this.#last.then(() => {
      this.#waiting--
      return work()
    })
    return true
  }
}

// Collects what a sink receives, and lets a test await the message it needs instead of sleeping.

export class Heard<T> {
  readonly all: T[] = []
  #waiting: { matches: (item: T) => boolean; resolve: (item: T) => void }[] = []

  readonly put = (item: T): void => {
    this.all.push(item)
    this.#waiting = this.#waiting.filter(({ matches, resolve }) => {
      if (matches(item)) resolve(item)
      return !matches(item)
    })
  }

  /** The first item that matches: one that came already, or else the next. The test's own timeout ends the waiting. */
  first(matches: (item: T) => boolean): Promise<T> {
    const found = this.all.find(matches)
    return found === undefined ? this.next(matches) : Promise.resolve(found)
  }

  /** The next item that matches, from now on. */
  next(matches: (item: T) => boolean): Promise<T> {
    return new Promise((resolve) => this.#waiting.push({ matches, resolve }))
  }
}

type Collectors<E extends { type: string }> = { [T in E['type']]?: (event: Extract<E, { type: T }>) => void }

/** Hands each event to the collector of its type; others are passed over. */
export function sorted<E extends { type: string }>(collectors: Collectors<E>): (event: E) => void {
  return (event) => collectors[event.type as E['type']]?.(event as Extract<E, { type: E['type'] }>)
}

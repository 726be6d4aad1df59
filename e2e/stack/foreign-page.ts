/** A page in a browser that Playwright does not drive. */

export type ForeignPage = {
  /** Resolves when it has loaded. */
  goto: (path: string) => Promise<void>
  back: () => Promise<void>
  /** Runs the function in the page; what it answers must be JSON. */
  run: <T, A extends unknown[]>(work: (...args: A) => T, ...args: A) => Promise<Awaited<T>>
  /** Waits until the CSS selector finds an element, then types into it. */
  type: (selector: string, text: string) => Promise<void>
  /** The same, with a press of the mouse. */
  click: (selector: string) => Promise<void>
  /** The text of all elements of that selector. */
  textOf: (selector: string) => Promise<string>
  close: () => Promise<void>
}

const START_WITHIN_MS = 60_000
const LOOK_MS = 100

/** Does `work` until it does not throw. */
export async function until<T>(work: () => Promise<T>): Promise<T> {
  const endMs = performance.now() + START_WITHIN_MS
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (performance.now() > endMs) throw error
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
    }
  }
}

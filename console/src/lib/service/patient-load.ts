/** Loading code that must arrive, however long the service is out of reach. */
// biome-ignore lint/style/noRestrictedImports: the one place that gives React's lazy its patience.
import { lazy } from 'react'
import { createStore } from '../store.ts'

/** Pauses before the next attempts; the last one repeats. */
const RETRY_MS = [1000, 2000, 5000]
/** Attempts that may fail while the service answers before only a reload can help. */
const FAILURES_WHILE_REACHABLE = 3

/**
 * True once code cannot be loaded although the service answers: some browsers remember a failed import until the page
 * is loaded again.
 */
export const needsReload = createStore(() => false)

/** Calls `load` until it succeeds. A network that comes back ends a pause early. */
export async function patiently<T>(load: () => Promise<T>): Promise<T> {
  let failuresWhileReachable = 0
  for (let attempt = 0; ; attempt++) {
    const wasReachable = attempt > 0 && (await isServiceReachable())
    try {
      return await load()
    } catch {
      if (wasReachable) failuresWhileReachable++
      if (failuresWhileReachable >= FAILURES_WHILE_REACHABLE) needsReload.set(true)
      await pause(RETRY_MS[attempt] ?? RETRY_MS.at(-1)!)
    }
  }
}

/** React's `lazy` for every part of the console: a part that could not be loaded must not take its page down. */
export const lazyPart: typeof lazy = (load) => lazy(() => patiently(load))

function isServiceReachable(): Promise<boolean> {
  return fetch('/', { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )
}

function pause(durationMs: number): Promise<void> {
  return new Promise((resolve) => {
    const ended = new AbortController()
    const end = () => {
      clearTimeout(timer)
      ended.abort()
      resolve()
    }
    const timer = setTimeout(end, durationMs)
    addEventListener('online', end, { signal: ended.signal })
  })
}

/** Loading code that must arrive, however long the service is out of reach. */
// biome-ignore lint/style/noRestrictedImports: the one place that gives React's lazy its patience.
import { lazy } from 'react'
import { createStore } from '../store.ts'

/** Pauses before the next attempts; the last one repeats. */
const RETRY_MS = [1000, 2000, 5000]
/** Attempts that may fail while the service answers before only a reload can help. */
const FAILURES_WHILE_REACHABLE = 3
/** Code that takes longer while the service answers at once hangs on a connection that died, which no page can end. */
const HANGS_AFTER_MS = 15_000
const AT_ONCE_MS = 1_000
/** Before another try: a connection that died never answers. */
const SOON_MS = 5_000

/**
 * True while code cannot be loaded although the service answers: some browsers remember a failed import until the page
 * is loaded again, and none ends one whose connection died.
 */
export const needsReload = createStore(() => false)

/** Calls `load` until it succeeds. A network that comes back ends a pause early. */
export async function patiently<T>(load: () => Promise<T>): Promise<T> {
  let failuresWhileReachable = 0
  for (let attempt = 0; ; attempt++) {
    const wasReachable = attempt > 0 && (await isServiceReachable(SOON_MS))
    try {
      return await watched(load())
    } catch {
      if (wasReachable) failuresWhileReachable++
      if (failuresWhileReachable >= FAILURES_WHILE_REACHABLE) needsReload.set(true)
      await pause(RETRY_MS[attempt] ?? RETRY_MS.at(-1)!)
    }
  }
}

/** Offers a reload while `loading` hangs. */
async function watched<T>(loading: Promise<T>): Promise<T> {
  let isDone = false
  let hangs = false
  const watch = setInterval(async () => {
    if (!(await isServiceReachable(AT_ONCE_MS)) || isDone) return
    hangs = true
    needsReload.set(true)
  }, HANGS_AFTER_MS)
  try {
    return await loading
  } finally {
    isDone = true
    clearInterval(watch)
    if (hangs) needsReload.set(false)
  }
}

/** React's `lazy` for every part of the console: a part that could not be loaded must not take its page down. */
export const lazyPart: typeof lazy = (load) => lazy(() => patiently(load))

function isServiceReachable(withinMs: number): Promise<boolean> {
  const signal = AbortSignal.timeout(withinMs)
  return fetch('/', { method: 'HEAD', cache: 'no-store', signal }).then(
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

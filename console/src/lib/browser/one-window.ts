/** Work that one window of this browser does at a time. Pages without TLS have no locks: there each window is for itself. */

/** Runs `work` while no other window runs work of that name; other windows wait for it. */
export function alone<T>(name: string, work: () => Promise<T>): Promise<T> {
  return navigator.locks ? navigator.locks.request(name, work) : work()
}

/** Calls `onTurn` when this window is the one of that name, which it stays until the answered function is called. */
export function takeTurn(name: string, onTurn: () => void): () => void {
  const end = new AbortController()
  const ended = new Promise<void>((resolve) => {
    end.signal.addEventListener('abort', () => resolve(), { once: true })
  })
  const held = () => {
    onTurn()
    return ended
  }
  if (navigator.locks) navigator.locks.request(name, { signal: end.signal }, held).catch(() => undefined)
  else void held()
  return () => end.abort()
}

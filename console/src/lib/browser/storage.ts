/** Local storage that never throws: private windows, full disks and foreign values all read as "nothing stored". */

/** The parsed value, or null when nothing usable is there. `isValid` guards against values of another shape. */
export function readStored<T>(key: string, isValid: (value: unknown) => value is T): T | null {
  try {
    const text = localStorage.getItem(key)
    if (text === null) return null
    const value: unknown = JSON.parse(text)
    return isValid(value) ? value : null
  } catch {
    return null
  }
}

/** Answers false when the browser refuses to store. */
export function writeStored(key: string, value: unknown): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(value))
    return true
  } catch {
    return false
  }
}

let isKeepingAsked = false

/**
 * Asks the browser, once a page, not to throw away what is stored here when its disk is full. Chromium and Safari decide by
 * themselves, Firefox asks the person; without TLS there is nothing to ask.
 */
export function keepStored(): void {
  if (isKeepingAsked) return
  isKeepingAsked = true
  // Refused: it is thrown away last all the same, and nothing else can be done.
  navigator.storage?.persist?.().catch(() => undefined)
}

export function removeStored(key: string): void {
  try {
    localStorage.removeItem(key)
  } catch {
    // Nothing was stored, so nothing is left.
  }
}

/** The keys that begin so; none where the browser stores nothing. */
export function storedKeys(prefix: string): string[] {
  try {
    const keys = Array.from({ length: localStorage.length }, (_, at) => localStorage.key(at) ?? '')
    return keys.filter((key) => key.startsWith(prefix))
  } catch {
    return []
  }
}

/**
 * Calls `renew` whenever another window may have written a key that begins so: when it did, and when this page comes back
 * from the cache for the back button, where it heard of nothing. Runs until the answered function is called.
 */
export function followStored(prefix: string, renew: () => void): () => void {
  const hear = ({ key }: StorageEvent) => {
    if (key === null || key.startsWith(prefix)) renew()
  }
  const comeBack = ({ persisted }: PageTransitionEvent) => {
    if (persisted) renew()
  }
  addEventListener('storage', hear)
  // Before anything asks the service again.
  addEventListener('pageshow', comeBack, true)
  return () => {
    removeEventListener('storage', hear)
    removeEventListener('pageshow', comeBack, true)
  }
}

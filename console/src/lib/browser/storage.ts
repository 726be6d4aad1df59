/** Local storage that never throws: private windows, full disks and foreign values all read as "nothing stored". */

/** The parsed value, or null when nothing usable is there. `isValid` guards against what older versions wrote. */
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

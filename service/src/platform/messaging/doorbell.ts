/** Bells inside one process: who wrote a row rings, who works it off wakes. A ring that is lost costs a moment, never work. */

/** `notice`: something to tell people of. `escalation`: alerts or rules that due times follow from. `report`: a draft to be written. */
export type BellName = 'notice' | 'escalation' | 'report'

export type Doorbells = {
  /** Call it after the commit, never before. */
  ring(name: BellName): void
  /** Hears the bell until the returned function is called. */
  onRing(name: BellName, listener: () => void): () => void
}

export function createDoorbells(): Doorbells {
  const listeners = new Map<BellName, Set<() => void>>()
  return {
    ring(name) {
      for (const listener of [...(listeners.get(name) ?? [])]) listener()
    },
    onRing(name, listener) {
      const own = listeners.get(name) ?? new Set()
      listeners.set(name, own.add(listener))
      return () => void own.delete(listener)
    },
  }
}

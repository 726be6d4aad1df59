/** Wake signals inside one process, from the writer of a row to its worker. A lost one costs a moment, never work. */

/** `notice`: something to notify people of. `escalation`: alerts or rules that due times follow from. `report`: a draft to be written. */
type WakeReason = 'notice' | 'escalation' | 'report'

export type WakeSignals = {
  /** Call it after the commit, never before. */
  send(reason: WakeReason): void
  /** Calls `listener` at each signal until the returned function is called. */
  onSignal(reason: WakeReason, listener: () => void): () => void
}

export function createWakeSignals(): WakeSignals {
  const listeners = new Map<WakeReason, Set<() => void>>()
  return {
    send(reason) {
      for (const listener of [...(listeners.get(reason) ?? [])]) listener()
    },
    onSignal(reason, listener) {
      const own = listeners.get(reason) ?? new Set()
      listeners.set(reason, own.add(listener))
      return () => void own.delete(listener)
    },
  }
}

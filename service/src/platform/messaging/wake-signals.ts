/** Wake signals from the writer of a row to its worker. A lost one costs a moment, never work. */
import type { Clock } from '../clock.ts'
import { createWakeHolder } from './wake-holder.ts'
import type { Wire } from './wire.ts'

/**
 * `notice`: something to notify people of. `escalation`: alerts or rules that due times follow from. `report`: a draft to be
 * written. `message`: more messages are due than another instance sends at once.
 */
type WakeReason = 'notice' | 'escalation' | 'report' | 'message'
/** What one instance works off for all, as it finds the rows of all in the same round. */
const SHARED: readonly WakeReason[] = ['notice', 'escalation']

export type WakeSignals = {
  /** Call it after the commit, never before. */
  send(reason: WakeReason): void
  /** To all other instances: this one has its hands full. */
  sendToOthers(reason: 'message'): void
  /** Calls `listener` at each signal until the returned function is called. */
  onSignal(reason: WakeReason, listener: () => void): () => void
  /**
   * Whether another instance is woken for the work of all: it processes what becomes due during a round of this one.
   */
  readonly isElsewhere: boolean
}

/** `patienceMs`: how long an answer of the instance that is woken for all is awaited; default: 100. */
type Options = { wire: Wire | null; clock: Clock; patienceMs?: number }

/** Without a wire, or while it is lost, each instance wakes itself. Decision 0053. */
export function createWakeSignals({ wire, clock, patienceMs }: Options): WakeSignals {
  const listeners = new Map<WakeReason, Set<() => void>>()
  const canWork = () => SHARED.every((reason) => (listeners.get(reason)?.size ?? 0) > 0)
  function here(reason: WakeReason): void {
    for (const listener of [...(listeners.get(reason) ?? [])]) listener()
  }
  const holder = wire && createWakeHolder<WakeReason>({ wire, clock, canWork, here, patienceMs })
  return {
    send(reason) {
      if (holder && SHARED.includes(reason)) holder.send(reason)
      else here(reason)
    },
    sendToOthers: (reason) => holder?.sendToOthers(reason),
    onSignal(reason, listener) {
      const own = listeners.get(reason) ?? new Set()
      listeners.set(reason, own.add(listener))
      return () => {
        own.delete(listener)
        if (!canWork()) holder?.letGo()
      }
    },
    get isElsewhere() {
      return holder?.isElsewhere ?? false
    },
  }
}

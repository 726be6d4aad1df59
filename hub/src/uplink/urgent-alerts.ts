/**
 * Critical alerts, and inputs of cameras, that overtake what waits before them. Each is sent a second time at its place in the spool, and the service
 * stores an alert once, so nothing depends on these copies: they are in memory alone and may be lost.
 */
import { randomUUID } from 'node:crypto'
import type { HubEvent } from '@mimamori/contract/fleet/hub-event.ts'
import type { Batch } from './spool/event-store.ts'

/** More at once are a storm, in which none is more urgent than the others. */
const MOST = 20

export class UrgentAlerts {
  /** The service counts sequences per epoch. */
  readonly #epoch = randomUUID()
  #stored = 0
  readonly #waiting: HubEvent[] = []

  /** True when the event is urgent and was taken up. */
  add(event: HubEvent | null): boolean {
    if (!event || !isUrgent(event) || this.#waiting.length >= MOST) return false
    this.#waiting.push(event)
    return true
  }

  next(): Batch | null {
    const first = this.#waiting[0]
    return first ? { epoch: this.#epoch, fromSequence: this.#stored + 1, events: [first] } : null
  }

  /** The service's answer to the first one. */
  confirm(cursor: number): void {
    if (cursor > this.#stored) this.#waiting.shift()
    this.#stored = cursor
  }

  /** The service refuses the first one: its place in the spool says what becomes of it. */
  drop(): void {
    this.#waiting.shift()
  }

  /** What waits leaves with the next batch. */
  clear(): void {
    this.#waiting.length = 0
  }
}

const isUrgent = (event: HubEvent): boolean =>
  event.type === 'input-raised' || (event.type === 'alert-raised' && event.severity === 'critical')

/**
 * Events between the parts of the service: small, with ids only, per tenant. Publish after the commit, never before. With a
 * wire they reach the other instances too.
 */
import type { LiveEvent } from '@mimamori/contract/alerting/live-event.ts'
import { createGaps, type Gaps } from './gaps.ts'
import type { Unsubscribe, Wire } from './wire.ts'

export type { Unsubscribe } from './wire.ts'

type Listener = (event: LiveEvent, tenantId: string) => void

export type Bus = {
  publish(tenantId: string, event: LiveEvent): void
  /** Publishes to listeners of this instance alone: events that every instance detects itself. */
  publishHere(tenantId: string, event: LiveEvent): void
  /** Receives the events of these tenants until the returned function is called. */
  subscribe(tenantIds: readonly string[], listener: Listener): Unsubscribe
  /** Resolves once events of other instances come to all that listen now. */
  idle(): Promise<void>
  /** Whether events of other instances are missed now. */
  readonly isPartial: boolean
  /** Called when events of other instances were missed and such events come again: with the tenants, or null for any tenant. */
  onGap: Gaps['onGap']
}

type Heard = { listeners: Set<Listener>; unsubscribe: Unsubscribe }

/**
 * A bus of this instance. One listener's error does not keep the event from the others. A tenant's events cross the wire
 * only to instances where somebody listens to that tenant.
 */
export function createBus(onError: (error: unknown) => void, wire: Wire | null = null): Bus {
  const byTenant = new Map<string, Heard>()
  const gaps = createGaps(wire)

  function publishHere(tenantId: string, event: LiveEvent) {
    for (const listener of [...(byTenant.get(tenantId)?.listeners ?? [])]) {
      try {
        listener(event, tenantId)
      } catch (error) {
        onError(error)
      }
    }
  }
  function hear(tenantId: string): Heard {
    const unsubscribe = wire?.subscribe(subjectOf(tenantId), ({ bytes }) =>
      publishHere(tenantId, JSON.parse(Buffer.from(bytes).toString('utf8')) as LiveEvent),
    )
    const heard = { listeners: new Set<Listener>(), unsubscribe: unsubscribe ?? (() => {}) }
    byTenant.set(tenantId, heard)
    return heard
  }

  return {
    publish(tenantId, event) {
      publishHere(tenantId, event)
      wire?.publish(subjectOf(tenantId), Buffer.from(JSON.stringify(event)))
      gaps.published(tenantId)
    },
    publishHere,
    subscribe(tenantIds, listener) {
      for (const id of tenantIds) (byTenant.get(id) ?? hear(id)).listeners.add(listener)
      return () => {
        for (const id of tenantIds) {
          const heard = byTenant.get(id)
          heard?.listeners.delete(listener)
          if (heard?.listeners.size !== 0) continue
          heard.unsubscribe()
          byTenant.delete(id)
        }
      }
    },
    idle: async () => wire?.idle(),
    get isPartial() {
      return wire?.isLost ?? false
    },
    onGap: gaps.onGap,
  }
}

function subjectOf(tenantId: string): string {
  return `event.${tenantId}`
}

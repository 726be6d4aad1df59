/** News between the parts of one process: small events with ids only, per tenant. Publish after the commit, never before. */
import type { LiveEvent } from '@mimamori/contract/alerting/live-event.ts'

type Listener = (event: LiveEvent, tenantId: string) => void
export type Unsubscribe = () => void

export type Bus = {
  publish(tenantId: string, event: LiveEvent): void
  /** Hears the events of these tenants until the returned function is called. */
  subscribe(tenantIds: readonly string[], listener: Listener): Unsubscribe
}

/** A bus inside this process. One listener's error does not keep the event from the others. */
export function createBus(onError: (error: unknown) => void): Bus {
  const byTenant = new Map<string, Set<Listener>>()
  return {
    publish(tenantId, event) {
      for (const listener of [...(byTenant.get(tenantId) ?? [])]) {
        try {
          listener(event, tenantId)
        } catch (error) {
          onError(error)
        }
      }
    },
    subscribe(tenantIds, listener) {
      for (const id of tenantIds) {
        const listeners = byTenant.get(id) ?? new Set()
        byTenant.set(id, listeners.add(listener))
      }
      return () => {
        for (const id of tenantIds) {
          const listeners = byTenant.get(id)
          listeners?.delete(listener)
          if (listeners?.size === 0) byTenant.delete(id)
        }
      }
    },
  }
}

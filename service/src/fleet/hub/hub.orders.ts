/** Notifies connected hubs of changed camera settings, by any user. CAM-06. */

import type { Clock } from '#platform/clock.ts'
import type { Hub } from '#platform/context.ts'
import type { Bus, Unsubscribe } from '#platform/messaging/bus.ts'
import type { Database } from '#platform/postgres/database.ts'
import { desiredFingerprint } from './hub.queries.ts'
import type { HubLine } from './hub.sockets.ts'

/** Several changes within this time are one order. */
const GATHER_MS = 200

type Options = { bus: Bus; clock: Clock; database: Database; onError: (error: unknown) => void }

/**
 * Watches the tenants of connected hubs; call `follow` when a hub connects, and the returned function when it
 * disconnects.
 */
export function createDesiredWatch({ bus, clock, database, onError }: Options) {
  const fingerprint = (hub: Hub) => database.asPlatform('desired settings', (db) => desiredFingerprint(db, hub))

  return function follow(hub: Hub, line: HubLine): Unsubscribe {
    let last: string | null = null
    let isLooking = false
    async function look() {
      const next = await fingerprint(hub)
      if (next !== last) line.send({ type: 'desired-changed' })
      last = next
    }
    function lookSoon() {
      if (isLooking) return
      isLooking = true
      clock.after(GATHER_MS, () => {
        isLooking = false
        look().catch(onError)
      })
    }
    // Sends changes that the hub missed while it was away.
    look().catch(onError)
    const offEvent = bus.subscribe([hub.tenantId], (event) => {
      if (event.type === 'camera-changed') lookSoon()
    })
    // Changes by users of other instances may have been missed.
    const offGap = bus.onGap((tenantIds) => {
      if (tenantIds?.has(hub.tenantId) ?? true) lookSoon()
    })
    return () => {
      offEvent()
      offGap()
    }
  }
}

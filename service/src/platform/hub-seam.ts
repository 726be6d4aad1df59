/** Where nouns speak to a hub that is connected; the noun `hub` joins its sockets to it in app.ts. */
import type { Readable } from 'node:stream'
import type { HubAnswer, HubRequest } from '@mimamori/contract/camera/hub-request.ts'
import type { HubOrder } from '@mimamori/contract/fleet/hub.ts'
import type { SegmentRead } from '@mimamori/contract/footage/segment-message.ts'
import { fail } from './service-error.ts'

/**
 * Asks a hub and waits for its word, so never inside a transaction: mark the call `lasting`. The answer may be a
 * error in the hub's words. Throws `hub-offline` when no instance has a socket of the hub, `hub-timeout`, and `too-many-requests` while the same is being asked.
 */
export type AskHub = <Q extends HubRequest>(
  tenantId: string,
  hubId: string,
  request: Q,
  /** `requestId`: of the call that asks, for the hub's log; handlers need not give it. */
  options: { timeoutMs: number; requestId?: string },
) => Promise<HubAnswer<Q['type']>>

/** A recorded segment that is on a hub, or its index, or a range of its bytes; or what the hub makes of a segment. */
export type SegmentRequest = Omit<SegmentRead, 'type' | 'readId'>

/**
 * Reads a recorded segment through its hub's socket. Resolves when its first bytes have arrived; as for requests, never
 * call it inside a transaction. Throws `hub-offline`, `hub-timeout`, `hub-refused`, `too-many-requests`, and
 * `not-found` if the hub does not have it. A stream that is interrupted later fails.
 */
export type ReadHubSegment = (tenantId: string, hubId: string, request: SegmentRequest) => Promise<Readable>

export type HubLink = {
  askHub: AskHub
  readHubSegment: ReadHubSegment
  /** Whether the hub has a socket at any instance, so that it could be asked. */
  isHubConnected(hubId: string): Promise<boolean>
  /** Sends the hub an order, where it has a socket; a caller asks again later. */
  orderHub(hubId: string, order: HubOrder): void
  /** Closes the hub's socket, where it has one, as revoked. */
  cutHub(hubId: string): void
}

/** The link before its other end exists: no hub is connected. `join` attaches that end. */
export function createHubSeam(): HubLink & { join(link: HubLink): void } {
  let joined: HubLink | null = null
  return {
    join(link) {
      joined = link
    },
    askHub: async (tenantId, hubId, request, options) => {
      if (!joined) throw fail('hub-offline')
      return joined.askHub(tenantId, hubId, request, options)
    },
    async readHubSegment(tenantId, hubId, request) {
      if (!joined) throw fail('hub-offline')
      return joined.readHubSegment(tenantId, hubId, request)
    },
    isHubConnected: async (hubId) => (await joined?.isHubConnected(hubId)) ?? false,
    orderHub: (hubId, order) => joined?.orderHub(hubId, order),
    cutHub: (hubId) => joined?.cutHub(hubId),
  }
}

/** Subjects of the wire about hubs, and their messages. */
import type { HubNotice } from '@mimamori/contract/fleet/hub.ts'

/** To the instance with the hub's socket: a HubOrder, or `cut`, as JSON beside the bytes. */
export const ordersSubject = (hubId: string) => `hub.${hubId}.orders`
/** A request to which the instance with the hub's socket responds with the hub's tenant. */
export const hereSubject = (hubId: string) => `hub.${hubId}.here`
/** The hub has a socket at the sender now: an older one elsewhere is dead. */
export const takenSubject = (hubId: string) => `hub.${hubId}.taken`
/** Messages of a hub for the instance that sent the request. */
export const fromHubSubject = (instanceId: string) => `from-hub.${instanceId}`

/** `segment`: the bytes are a message of the hub. `lost`: the hub's socket closed. */
export type FromHub =
  | { type: 'notice'; notice: Extract<HubNotice, { type: 'answer' | 'segment-ended' }> }
  | { type: 'segment' }
  | { type: 'lost' }

/** Where features speak to a hub that is connected; the feature `hub` joins its sockets to it in app.ts. */
import type { HubAnswer, HubQuestion } from '@mimamori/contract/hub-question.ts'
import { fail } from './failure.ts'

/**
 * Asks a hub and waits for its word, so never inside a transaction: mark the call `lasting`. The answer may be a
 * failure in the hub's words. Throws `hub-offline` when the hub has no socket at this instance (one at another instance
 * of the service is not reached), `hub-timeout`, and `too-many-requests` while the same is being asked.
 */
export type AskHub = <Q extends HubQuestion>(
  tenantId: string,
  hubId: string,
  question: Q,
  options: { timeoutMs: number },
) => Promise<HubAnswer<Q['type']>>

export type HubLink = {
  askHub: AskHub
  /** Closes the hub's socket at this instance, where it has one, as revoked. */
  cutHub(hubId: string): void
}

/** The link before its other end is there: nobody is connected. `join` gives it that end. */
export function createHubSeam(): HubLink & { join(link: HubLink): void } {
  let joined: HubLink | null = null
  return {
    join(link) {
      joined = link
    },
    askHub: async (tenantId, hubId, question, options) => {
      if (!joined) throw fail('hub-offline')
      return joined.askHub(tenantId, hubId, question, options)
    },
    cutHub: (hubId) => joined?.cutHub(hubId),
  }
}

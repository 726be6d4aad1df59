/** What the list of deliveries keeps in the address. */
import { CHANNELS } from '@mimamori/contract/alerting/alert-lists.ts'
import type { DeliveryState, NotificationChannel } from '@mimamori/contract/alerting/notification.ts'
import { type ListSearch, toListSearch } from '#lib/list/list-search.ts'

export const STATES = [
  'pending',
  'sent',
  'delivered',
  'shown',
  'opened',
  'failed',
  'cancelled',
] as const satisfies readonly DeliveryState[]

export type DeliverySearch = ListSearch<'createdAt'> & { states?: DeliveryState[]; channels?: NotificationChannel[] }

/** Reads an address that anybody may have typed: what it does not understand is left out. */
export function toDeliverySearch(raw: Record<string, unknown>): DeliverySearch {
  const { page } = toListSearch(raw, ['createdAt'])
  const states = chosen(raw.states, STATES)
  const channels = chosen(raw.channels, CHANNELS)
  return { ...(page && { page }), ...(states && { states }), ...(channels && { channels }) }
}

function chosen<T extends string>(raw: unknown, known: readonly T[]): T[] | undefined {
  if (!Array.isArray(raw)) return undefined
  const found = known.filter((one) => raw.includes(one))
  return found.length > 0 ? found : undefined
}

/** What the list of deliveries keeps in the address. */
import { NOTIFICATION_CHANNELS, type NotificationChannel } from '@mimamori/contract/alerting/channel.ts'
import { DELIVERY_STATES, type DeliveryState } from '@mimamori/contract/alerting/delivery-lists.ts'
import { type ListSearch, toListSearch } from '#lib/list/list-search.ts'

export type DeliverySearch = ListSearch<'createdAt'> & { states?: DeliveryState[]; channels?: NotificationChannel[] }

/** Reads an address that anybody may have typed: what it does not understand is left out. */
export function toDeliverySearch(raw: Record<string, unknown>): DeliverySearch {
  const { page } = toListSearch(raw, ['createdAt'])
  const states = chosen(raw.states, DELIVERY_STATES)
  const channels = chosen(raw.channels, NOTIFICATION_CHANNELS)
  return { ...(page && { page }), ...(states && { states }), ...(channels && { channels }) }
}

function chosen<T extends string>(raw: unknown, known: readonly T[]): T[] | undefined {
  if (!Array.isArray(raw)) return undefined
  const found = known.filter((one) => raw.includes(one))
  return found.length > 0 ? found : undefined
}

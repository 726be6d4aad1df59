/** What the list of deliveries keeps in the address. */
import { NOTIFICATION_CHANNELS, type NotificationChannel } from '@mimamori/contract/alerting/channel.ts'
import { DELIVERY_STATES, type DeliveryState } from '@mimamori/contract/alerting/delivery-lists.ts'
import { type ListSearch, toListSearch, wordsOf } from '#lib/list/list-search.ts'

export type DeliverySearch = ListSearch<'createdAt'> & { states?: DeliveryState[]; channels?: NotificationChannel[] }

/** Reads an address that anybody may have typed: what it does not understand is left out. */
export function toDeliverySearch(raw: Record<string, unknown>): DeliverySearch {
  const { page } = toListSearch(raw, ['createdAt'])
  const states = wordsOf(DELIVERY_STATES, raw.states)
  const channels = wordsOf(NOTIFICATION_CHANNELS, raw.channels)
  return { ...(page && { page }), ...(states && { states }), ...(channels && { channels }) }
}

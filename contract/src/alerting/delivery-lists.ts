/** Delivery states of messages, and which alerts reach a user, as plain lists from which the schemas are built. */

import type { NotificationChannel } from './channel.ts'

/**
 * `sent`: handed to the push service, provider or mail server. `delivered`, `shown` and `opened` are receipts.
 * `failed`: given up. `cancelled`: somebody had answered or read the alert before it was sent.
 */
export const DELIVERY_STATES = ['pending', 'sent', 'delivered', 'shown', 'opened', 'failed', 'cancelled'] as const
export type DeliveryState = (typeof DELIVERY_STATES)[number]

/** The browser's reports on a push message. */
export const RECEIPT_STATES = ['delivered', 'shown', 'opened'] as const satisfies readonly DeliveryState[]
export type ReceiptState = (typeof RECEIPT_STATES)[number]

/** Which alerts a channel sends to a user: all, critical and high ones, none. Escalations are always sent. */
export const REACHES = ['all', 'urgent', 'none'] as const

/** Defaults of a person without preferences. The trigger notification_given_up has the same values. */
export const DEFAULT_REACHES = { push: 'all', http: 'urgent', mail: 'urgent' } as const satisfies Record<
  NotificationChannel,
  (typeof REACHES)[number]
>

/** How far a message came, and which alerts reach a user, as plain lists; the schemas are made from them. */

/**
 * `sent`: handed to the push service or mail server. `delivered`, `shown` and `opened` are receipts of the browser.
 * `failed`: given up. `cancelled`: somebody had answered or read the alert before it was sent.
 */
export const DELIVERY_STATES = ['pending', 'sent', 'delivered', 'shown', 'opened', 'failed', 'cancelled'] as const
export type DeliveryState = (typeof DELIVERY_STATES)[number]

/** What the browser says of a push message. */
export const RECEIPT_STATES = ['delivered', 'shown', 'opened'] as const satisfies readonly DeliveryState[]
export type ReceiptState = (typeof RECEIPT_STATES)[number]

/** Which alerts reach a user on a way of their own: all, critical and high ones, none. Escalations always do. */
export const REACHES = ['all', 'urgent', 'none'] as const

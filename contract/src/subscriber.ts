/** Who hears of a camera's alerts and check-ins, and how. Requirement CAM-04. */
import { z } from 'zod'

const ids = z.array(z.uuid()).max(100).default([])

export const subscribers = z.strictObject({
  /** Addresses that get an e-mail; they need no account. */
  emails: z.array(z.email('subscriber.email-invalid').max(254)).max(50).default([]),
  /** Users who are notified on their registered phones and tablets. */
  mobileUserIds: ids,
  /** Users who are notified on their registered desktops. */
  desktopUserIds: ids,
  /** Users who are reminded of planned check-ins. */
  reminderUserIds: ids,
  /** Users who are told on every channel they have. */
  userIds: ids,
  /** Everybody who is bound to these units, on every channel they have. */
  unitIds: ids,
})
export type Subscribers = z.output<typeof subscribers>

/** Nobody. */
export const NO_SUBSCRIBERS: Subscribers = {
  emails: [],
  mobileUserIds: [],
  desktopUserIds: [],
  reminderUserIds: [],
  userIds: [],
  unitIds: [],
}

/** Whether an alert reaches anybody on this list: those who are reminded of check-ins get no alerts. */
export function notifiesSomebody({ reminderUserIds: _, ...lists }: Partial<Subscribers>): boolean {
  return Object.values(lists).some((ids) => ids.length > 0)
}

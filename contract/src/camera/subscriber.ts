/** Subscribers of a camera's alerts and check-ins, by channel. Requirement CAM-04. */
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
  /** Users who are notified on every channel they have. */
  userIds: ids,
  /** Everybody who is bound to these units, on every channel they have. */
  unitIds: ids,
  /**
   * Who is on duty at the camera when the message is sent, on every channel they have; nobody: the administrators of its
   * unit, else of the site.
   */
  onDuty: z.boolean().default(false),
})
export type Subscribers = z.output<typeof subscribers>

/** The lists that alerts read: what a detection has of its own. */
export const alertSubscribers = subscribers.omit({ reminderUserIds: true })
/** The list that reminders of check-ins read: what live streaming has of its own. */
export const checkInSubscribers = subscribers.pick({ reminderUserIds: true })

/** Nobody. */
export const NO_SUBSCRIBERS: Subscribers = {
  emails: [],
  mobileUserIds: [],
  desktopUserIds: [],
  reminderUserIds: [],
  userIds: [],
  unitIds: [],
  onDuty: false,
}

/** Nobody, as the settings of live streaming and of a detection say it. */
export const NO_CHECK_IN_SUBSCRIBERS = checkInSubscribers.parse({})
export const NO_ALERT_SUBSCRIBERS = alertSubscribers.parse({})

/** Whether an alert reaches anybody on this list: those who are reminded of check-ins get no alerts. */
export function notifiesSomebody({ reminderUserIds: _, onDuty, ...lists }: Partial<Subscribers>): boolean {
  return onDuty === true || Object.values(lists).some((ids) => ids.length > 0)
}

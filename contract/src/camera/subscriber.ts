/** Subscribers of a camera's alerts and check-ins, by channel. Requirement CAM-04. */
import { z } from 'zod'
import { emailText } from '../shared/text.ts'

const ids = z.array(z.uuid()).max(100).default([])

export const subscribers = z.strictObject({
  /** Addresses that receive an e-mail; they need no account. */
  emails: z.array(emailText('subscriber.email-invalid')).max(50).default([]),
  /** Users who are notified on their registered phones and tablets. */
  mobileUserIds: ids,
  /** Users who are notified on their registered desktops. */
  desktopUserIds: ids,
  /** Users who are reminded of planned check-ins. */
  reminderUserIds: ids,
  /** Users who are notified on every channel they have. */
  userIds: ids,
  /** All users bound to these units, on every channel they have. */
  unitIds: ids,
  /**
   * Users on duty at the camera when the message is sent, on every channel they have; if nobody is, the administrators
   * of its unit, otherwise of the site.
   */
  onDuty: z.boolean().default(false),
})
export type Subscribers = z.output<typeof subscribers>

/** The lists for alerts: a detection's own subscribers. */
export const alertSubscribers = subscribers.omit({ reminderUserIds: true })
/** The list for reminders of check-ins: live streaming's own subscribers. */
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

/** Nobody, in the settings of live streaming and of a detection. */
export const NO_CHECK_IN_SUBSCRIBERS = checkInSubscribers.parse({})
export const NO_ALERT_SUBSCRIBERS = alertSubscribers.parse({})

/** Whether an alert reaches anybody on this list: subscribers to check-in reminders get no alerts. */
export function notifiesSomebody({ reminderUserIds: _, onDuty, ...lists }: Partial<Subscribers>): boolean {
  return onDuty === true || Object.values(lists).some((ids) => ids.length > 0)
}

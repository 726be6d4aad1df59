/** What notifications people get, on which channel, and whether they arrived. Requirements ALERT-04, ALERT-05, CAM-04, NAV-05, NAV-10, SET-05. */

import { z } from 'zod'
import { activity, alertSeverity } from '../shared/apps.ts'
import { endpoint } from '../shared/endpoint.ts'
import { byId, keyedQuery, page } from '../shared/page.ts'
import { ADMINS, STAFF } from '../shared/roles.ts'
import { NOTIFICATION_CHANNELS, type NotificationChannel } from './channel.ts'
import { DELIVERY_STATES, REACHES, RECEIPT_STATES } from './delivery-lists.ts'

/**
 * `raised`: an alert was stored. `escalated`: nobody has answered it in time. `resent`: a person resent it. `sample`: a
 * person tests whether messages arrive. `reminder`: a planned check-in is due. `reopened`: the claim of an alarm ended.
 * `asked`: a colleague named the person in a note. `unanswered`: nobody has answered an alarm after its last rule.
 */
export const notificationCause = z.enum([
  'raised',
  'escalated',
  'unanswered',
  'resent',
  'sample',
  'reminder',
  'reopened',
  'asked',
])
export type NotificationCause = z.infer<typeof notificationCause>

export const notificationChannel = z.enum(NOTIFICATION_CHANNELS)

export const deliveryState = z.enum(DELIVERY_STATES)

/**
 * Why a message was not sent. `no-device`: the recipient has no device registered for push. `no-address`: the recipient
 * has no address at the provider. `mail-off`: no mail server is set up, or the site is of the demo. `no-receipt`: it was
 * sent, and nobody confirmed it in time. `rate-limited`: the site has sent as many in an hour as it allows.
 * `error`: an internal error. `unregistered`: the browser withdrew its registration. `refused` and `busy`: the push
 * service or mail server rejected it. `recipient-gone`: the recipient may not see the alert any more. The others: the
 * server could not be reached, or its response was invalid.
 */
export const deliveryReason = z.enum([
  'no-device',
  'no-address',
  'rate-limited',
  'unauthorized',
  'bad-answer',
  'mail-off',
  'no-receipt',
  'error',
  'unregistered',
  'recipient-gone',
  'refused',
  'busy',
  'server-error',
  'redirect',
  'address-denied',
  'unknown-host',
  'unreachable',
  'tls',
  'timeout',
  'cut-off',
  'too-large',
])
export type DeliveryReason = z.infer<typeof deliveryReason>

/** Somebody notified of an alert, in its timeline. */
export const notified = z.object({
  /** A user's name, or an e-mail address without an account. */
  recipient: z.string(),
  channel: notificationChannel,
  state: deliveryState,
})

/** One line of the bell's popup. */
export const notification = z.object({
  id: z.uuid(),
  cause: notificationCause,
  at: z.iso.datetime(),
  /** Null for a sample and a reminder. */
  alertId: z.uuid().nullable(),
  /** The planned check-in; null unless `reminder`. */
  occurrenceId: z.uuid().nullable(),
  activity: activity.nullable(),
  isPossible: z.boolean(),
  kindName: z.string().nullable(),
  severity: alertSeverity.nullable(),
  location: z.string(),
  unitName: z.string().nullable(),
  /** When it happened; for a sample when it was sent, for a reminder when the check-in is planned. */
  occurredAt: z.iso.datetime(),
  thumbnailUrl: z.string().nullable(),
  /** Whether the asking user has seen the alert; of a reminder, whether the check-in waits no more. */
  hasRead: z.boolean(),
  /** The rule that fired; null unless `escalated`. */
  escalationName: z.string().nullable(),
  /** Minutes that the rule lets an alert wait; null unless `escalated`, and when the rule is gone. */
  unansweredMinutes: z.number().int().nullable(),
})
export type Notification = z.infer<typeof notification>

const forEachChannel = <Schema extends z.ZodType>(schema: Schema) =>
  Object.fromEntries(NOTIFICATION_CHANNELS.map((channel) => [channel, schema])) as Record<NotificationChannel, Schema>

const quietMinute = z.number('profile.quiet-times').int().min(0).max(1439)
const quietHours = z
  .strictObject({ fromMinute: quietMinute, toMinute: quietMinute })
  .refine(({ fromMinute, toMinute }) => fromMinute !== toMinute, 'profile.quiet-times')
  .nullable()

export const reach = z.enum(REACHES)
export const notificationPreferences = z.strictObject({
  ...forEachChannel(reach),
  /** By the person's own clock. They hold back new alerts, never from somebody on duty; null or omitted: none. */
  quietHours: z.strictObject(forEachChannel(quietHours.default(null))).prefault({}),
})
export type NotificationPreferences = z.infer<typeof notificationPreferences>

/** One message in the outbox, for administrators. */
export const delivery = z.object({
  id: z.uuid(),
  cause: notificationCause,
  channel: notificationChannel,
  recipient: z.string(),
  alertId: z.uuid().nullable(),
  activity: activity.nullable(),
  kindName: z.string().nullable(),
  location: z.string(),
  state: deliveryState,
  attempts: z.number().int(),
  /** Why the last try failed; null: it did not. */
  lastError: deliveryReason.nullable(),
  createdAt: z.iso.datetime(),
  changedAt: z.iso.datetime(),
})
export type Delivery = z.infer<typeof delivery>

const RETRIED_AT_ONCE = 100

export const notificationEndpoints = {
  'alert.resend': endpoint({
    method: 'POST',
    path: 'alert/view/resendNotification/:id',
    access: STAFF,
    summary: 'Notify everybody again who was to be notified of this alert.',
    params: byId,
    changes: true,
  }),
  'alert.sendSample': endpoint({
    method: 'POST',
    path: 'alert/view/sendSampleNotification',
    access: STAFF,
    summary: 'Send the user a sample notification.',
    changes: true,
  }),
  'notification.search': endpoint({
    method: 'POST',
    path: 'notification/search',
    access: 'signed-in',
    summary:
      'The user’s notifications, newest first: alerts of the own scope as they were raised, and messages to the user.',
    body: z.strictObject({
      /** The `next` of the previous response; omitted: the newest. */
      before: z.string().max(100).optional(),
      pageSize: z.number().int().min(1).max(50).default(10),
    }),
    response: z.object({ records: z.array(notification), next: z.string().nullable() }),
  }),
  'notification.preferences': endpoint({
    method: 'GET',
    path: 'notification/preferences',
    access: 'signed-in',
    summary: 'Which alerts reach the user on each channel, and its quiet hours.',
    response: notificationPreferences,
  }),
  'notification.savePreferences': endpoint({
    method: 'PUT',
    path: 'notification/preferences',
    access: 'signed-in',
    summary: 'Choose which alerts reach the user on each channel, and its quiet hours.',
    body: notificationPreferences,
    response: notificationPreferences,
    changes: true,
  }),
  'notification.receipt': endpoint({
    method: 'POST',
    path: 'notification/receipt',
    access: 'public',
    summary: 'Say what became of a push message: the service worker calls it, with what the message carried.',
    body: z.strictObject({
      /** `receipt` of the message. */
      token: z.string().min(1).max(400),
      state: z.enum(RECEIPT_STATES),
    }),
  }),
  'delivery.search': endpoint({
    method: 'POST',
    path: 'notification/delivery/search',
    access: ADMINS,
    whileBound: 'within-units',
    summary: 'One page of the messages that left or should have left, newest first.',
    query: keyedQuery,
    body: z.strictObject({
      states: z.array(deliveryState).optional(),
      channels: z.array(notificationChannel).optional(),
    }),
    response: page(delivery),
  }),
  'delivery.retry': endpoint({
    method: 'POST',
    path: 'notification/delivery/retry',
    access: ADMINS,
    whileBound: 'within-units',
    summary: 'Try messages again that were given up; those of alerts that were seen meanwhile stay.',
    body: z.strictObject({ ids: z.array(z.uuid()).min(1).max(RETRIED_AT_ONCE) }),
    response: z.object({ changed: z.number().int() }),
    changes: true,
  }),
}

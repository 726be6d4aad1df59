/** The ways on which messages reach people. No zod here: browsers take it as it is. Requirement ALERT-04. */

/** Fallback order: a message that could not be delivered on one channel is sent on the next. */
export const NOTIFICATION_CHANNELS = ['push', 'mail'] as const
export type NotificationChannel = (typeof NOTIFICATION_CHANNELS)[number]

/** Those after the channel, in the order, then those before it. */
export function channelsAfter(channel: NotificationChannel): NotificationChannel[] {
  const at = NOTIFICATION_CHANNELS.indexOf(channel)
  return [...NOTIFICATION_CHANNELS.slice(at + 1), ...NOTIFICATION_CHANNELS.slice(0, at)]
}

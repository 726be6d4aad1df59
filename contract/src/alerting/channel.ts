/** The channels on which messages reach people, and the groups that are called. No zod here: browsers take it as it is. Requirement ALERT-04. */

/** First all on duty, then everybody of the unit, then the site's administrators. */
export const ROUND_GROUPS = ['duty', 'unit', 'administrators'] as const
export type RoundGroup = (typeof ROUND_GROUPS)[number]

/** The recipients of a round, which counts from 1: from the third one on the administrators. */
export function groupOfRound(round: number): RoundGroup {
  return ROUND_GROUPS[Math.min(round, ROUND_GROUPS.length) - 1] ?? 'duty'
}

/**
 * Fallback order: a message that could not be delivered on one channel is sent on the next. `http`: a provider that rings
 * a phone.
 */
export const NOTIFICATION_CHANNELS = ['push', 'http', 'mail'] as const
export type NotificationChannel = (typeof NOTIFICATION_CHANNELS)[number]

/** Those after the channel, in the order, then those before it. */
export function channelsAfter(channel: NotificationChannel): NotificationChannel[] {
  const at = NOTIFICATION_CHANNELS.indexOf(channel)
  return [...NOTIFICATION_CHANNELS.slice(at + 1), ...NOTIFICATION_CHANNELS.slice(0, at)]
}

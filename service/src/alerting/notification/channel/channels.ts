/** The provider of each channel. */
import type { NotificationChannel } from '@mimamori/contract/alerting/channel.ts'
import type { Channel } from './channel.ts'
import { mailChannel } from './mail.channel.ts'
import { pushChannel } from './push.channel.ts'

export const CHANNELS: Record<NotificationChannel, Channel> = {
  push: pushChannel,
  mail: mailChannel,
}

/** The provider of each channel. */
import type { NotificationChannel } from '@mimamori/contract/alerting/channel.ts'
import type { Channel } from './channel.ts'
import { httpChannel } from './http.channel.ts'
import { mailChannel } from './mail.channel.ts'
import { pushChannel } from './push.channel.ts'

export const CHANNELS: Record<NotificationChannel, Channel> = {
  push: pushChannel,
  http: httpChannel,
  mail: mailChannel,
}

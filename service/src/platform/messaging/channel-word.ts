/** Names of the channels, in the reader's words, for what leaves the service. As the console's `channel-` words. */
import type { NotificationChannel } from '@mimamori/contract/alerting/channel.ts'
import type { Locale } from '@mimamori/contract/identity/session.ts'

export const CHANNEL_WORDS: Record<Locale, Record<NotificationChannel, string>> = {
  en: { push: 'Push message', mail: 'E-mail' },
  ja: { push: 'プッシュ通知', mail: 'メール' },
}

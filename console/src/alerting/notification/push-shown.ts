/** What stands in a notification of the system, and comes back with a press on it. */
import type { PushMessage } from '@mimamori/contract/alerting/push-message.ts'

/** What a notification carries for its buttons besides the way. */
export type Spoken = { about: string; locale: PushMessage['locale'] }

/** What stands in a notification and comes back with a press on it. Without a receipt the service gets no report. */
export type Carried = { path: string; receipt: string | null } & Partial<Spoken>

/** Of the Notifications API, more than TypeScript knows of it. */
export type ShownOptions = NotificationOptions & {
  data: Carried
  renotify?: boolean
  timestamp?: number
  actions?: { action: string; title: string }[]
}

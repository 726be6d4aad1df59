/** The data in a system notification, which is returned when it is pressed. */
import type { PushMessage } from '@mimamori/contract/alerting/push-message.ts'

/** Data for the buttons of a notification besides its path. */
export type Spoken = { about: string; locale: PushMessage['locale'] }

/** Data in a notification that is returned when it is pressed. Without `receipt` the service gets no report. */
export type Carried = { path: string; receipt: string | null } & Partial<Spoken>

/** Options of the Notifications API that TypeScript's types lack. */
export type ShownOptions = NotificationOptions & {
  data: Carried
  renotify?: boolean
  timestamp?: number
  actions?: { action: string; title: string }[]
}

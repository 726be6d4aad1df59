/** What a push message carries, encrypted for one browser. Requirement NAV-10. */
import { z } from 'zod'
import { alertSeverity } from '../camera/apps.ts'
import { locale } from '../identity/session.ts'

export const pushMessage = z.object({
  /** Cause and alert, `raised:<alertId>`, for a sample `sample:` and its own id: a later message of the same tag replaces this one. */
  tag: z.string().max(100),
  /** In the reader's language. No name of a resident: it may stand on a locked screen. */
  title: z.string().max(120),
  body: z.string().max(300),
  /** Of title and body. */
  locale,
  /** Where a press leads, within the console: `/app/alerts/detail/…`. */
  path: z.string().startsWith('/').max(200),
  severity: alertSeverity.nullable(),
  occurredAt: z.iso.datetime(),
  /** Sent back with `notification.receipt`; the same whenever this message is sent to this browser again. */
  receipt: z.string().max(400),
  /** Somebody goes to the alarm, or it is over: what stands about it goes. Title and body are empty then. */
  withdraws: z.boolean().optional(),
})
export type PushMessage = z.infer<typeof pushMessage>

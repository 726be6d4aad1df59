/** The payload of a push message, encrypted for one browser. Requirement NAV-10. */
import { z } from 'zod'
import { locale } from '../identity/session.ts'
import { alertSeverity } from '../shared/apps.ts'

export const pushMessage = z.object({
  /**
   * Cause and alert, `raised:<alertId>`, for a sample `sample:` and its own id: a later message with the same tag
   * replaces this one.
   */
  tag: z.string().max(100),
  /** In the reader's language. No name of a resident: it may appear on a locked screen. */
  title: z.string().max(120),
  body: z.string().max(300),
  /** The language of title and body. */
  locale,
  /** The console path that a press opens: `/app/alerts/detail/…`. */
  path: z.string().startsWith('/').max(200),
  severity: alertSeverity.nullable(),
  occurredAt: z.iso.datetime(),
  /** Sent back with `notification.receipt`; the same whenever this message is resent to this browser. */
  receipt: z.string().max(400),
  /** The alarm was claimed or is over: its message is removed from screens. Title and body are empty then. */
  withdraws: z.boolean().optional(),
})
export type PushMessage = z.infer<typeof pushMessage>

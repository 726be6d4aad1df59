/** The outbox of e-mail as the operator sees it. Requirements AUTH-14, AUTH-15. */
import { z } from 'zod'
import { locale } from '../identity/session.ts'
import { endpoint } from '../shared/endpoint.ts'
import { byId, page, pageQuery } from '../shared/page.ts'
import { PLATFORM } from '../shared/roles.ts'

/** `stored`: no mail server is set up, or the message belongs to the demo; it can be read in the mailbox. */
const mailState = z.enum(['pending', 'sending', 'sent', 'dead', 'stored'])
export type MailState = z.infer<typeof mailState>

const mailRecord = z.object({
  id: z.uuid(),
  tenantName: z.string(),
  /** `invitation`, `reset-code`, `password-changed`. */
  template: z.string(),
  locale,
  recipient: z.string(),
  subject: z.string(),
  state: mailState,
  attempts: z.number().int(),
  /** Codes of the mail server's error; null: none. */
  lastError: z.string().nullable(),
  createdAt: z.iso.datetime(),
  changedAt: z.iso.datetime(),
})
export type MailRecord = z.infer<typeof mailRecord>

const mailDetail = mailRecord.extend({
  /** The plain text; null: it went to its recipient alone, or is older than 7 days. */
  text: z.string().nullable(),
})
export type MailDetail = z.infer<typeof mailDetail>

export const mailEndpoints = {
  'mail.search': endpoint({
    method: 'POST',
    path: 'mail/search',
    access: PLATFORM,
    summary: 'One page of the e-mails of this installation, newest first.',
    query: pageQuery,
    body: z.strictObject({
      /** Part of the recipient or the subject. */
      text: z.string().max(100).optional(),
      states: z.array(mailState).max(5).optional(),
    }),
    response: page(mailRecord).extend({
      /** Whether a mail server is set up. */
      isSent: z.boolean(),
    }),
  }),
  'mail.get': endpoint({
    method: 'GET',
    path: 'mail/:id',
    access: PLATFORM,
    summary: 'One e-mail, with its text where nobody else gets it.',
    params: byId,
    response: mailDetail,
  }),
}

/** E-mail: written to the outbox in the transaction of its cause, sealed, and opened only to be sent or shown. */
import type { Locale } from '@mimamori/contract/languages/locales.ts'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { PlatformDb, TenantDb } from '../postgres/database.ts'
import { newId } from '../postgres/database.ts'
import { sql } from '../postgres/sql.ts'
import type { Secrets } from '../secrets.ts'
import { fail } from '../service-error.ts'
import { layOut, oneLine } from './email.ts'
import { emailText } from './email-text.ts'
import type { Template } from './mail-template.ts'

/** An e-mail to one person; `tenantId` is the recipient's, `locale` their language. */
export type Email = { tenantId: string; to: string; locale: Locale } & Template
/** The content of a sealed body. */
type MailBody = { text: string; html: string }
type MailPlace = { tenantId: string; id: string }

export type Mail = {
  /** Whether e-mails are sent; otherwise they stay in the mailbox. */
  isSent: boolean
  /**
   * Puts an e-mail into the outbox within the transaction of `db`, which must be able to write the recipient's tenant.
   * E-mails of the demo stay in the mailbox and are never sent. Returns its id.
   */
  send(db: TenantDb | PlatformDb, email: Email): Promise<string>
  /** Opens the column `body` of a message. */
  open(sealed: string, place: MailPlace): MailBody
}

type MailOptions = { config: Pick<Config, 'smtp'>; secrets: Pick<Secrets, 'seal' | 'open'>; clock: Clock }

const placeOf = ({ tenantId, id }: MailPlace) => `${tenantId}|mail_message|body|${id}`

export function createMail({ config, secrets, clock }: MailOptions): Mail {
  const isSent = config.smtp !== null
  return {
    isSent,
    async send(db, email) {
      const { tenantId, to, locale, template } = email
      const { subject, ...body } = write(email)
      const now = clock.now()
      const id = await newId(db)
      const sealed = secrets.seal(JSON.stringify(body satisfies MailBody), placeOf({ tenantId, id }))
      const written = await db.run(sql`
        insert into mail_message (tenant_id, id, template, locale, recipient, subject, body, state, next_at,
          created_at, changed_at)
        select ${tenantId}, ${id}, ${template}, ${locale}, ${to}, ${subject}, ${sealed},
          case when ${isSent} and not is_demo then 'pending' else 'stored' end,
          case when ${isSent} and not is_demo then ${now}::timestamptz end, ${now}, ${now}
        from tenant where id = ${tenantId}`)
      if (written !== 1) throw fail('not-found')
      return id
    },
    open: (sealed, place) => JSON.parse(secrets.open(sealed, placeOf(place))) as MailBody,
  }
}

/** The e-mail's text in its reader's language. Names in it are converted to single lines. */
function write({ locale, ...email }: Email) {
  const values = Object.fromEntries(
    Object.entries(email).map(([name, value]) => [name, typeof value === 'string' ? oneLine(value) : value]),
  )
  return layOut(emailText({ ...(values as Template), locale }), locale)
}

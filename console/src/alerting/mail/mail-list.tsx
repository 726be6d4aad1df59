/** The e-mails of a page, newest first: recipient, subject and delivery state. */
import type { MailRecord } from '@mimamori/contract/alerting/mail.ts'
import { useTranslation } from 'react-i18next'
import { RelativeTime } from '#ui/layout/relative-time.tsx'
import css from './mail.module.css'

type Props = { mails: MailRecord[]; openId: string | undefined; onOpen: (id: string) => void }

export function MailList({ mails, openId, onOpen }: Props) {
  const { t } = useTranslation('mail')
  return (
    <ul className={css.list} aria-label={t('title')}>
      {mails.map((mail) => (
        <li key={mail.id}>
          <button
            type="button"
            className={css.email}
            aria-current={mail.id === openId ? 'true' : undefined}
            onClick={() => onOpen(mail.id)}
          >
            <span className={css.line}>
              <span className={css.recipient}>{mail.recipient}</span>
              <RelativeTime at={mail.createdAt} />
            </span>
            <span className={css.subject} lang={mail.locale}>
              {mail.subject}
            </span>
            <span className={mail.state === 'dead' ? css.dead : css.state}>
              {t(`state-${mail.state}`)} · {mail.tenantName}
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}

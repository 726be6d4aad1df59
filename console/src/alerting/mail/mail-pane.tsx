/** One e-mail as plain text with clickable links; nothing else in it is interactive. */
import type { MailDetail } from '@mimamori/contract/alerting/mail.ts'
import { IconButton, Skeleton } from '@mui/material'
import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useTime } from '#lib/time/use-time.ts'
import { Loaded } from '#ui/list/loaded.tsx'
import css from './mail.module.css'
import { useMail } from './mail-queries.ts'

export function MailPane({ id, onBack }: { id: string; onBack: () => void }) {
  const { t } = useTranslation('mail')
  const mail = useMail(id)
  return (
    <article className={css.reader}>
      <span className={css.back}>
        <IconButton aria-label={t('back')} onClick={onBack} edge="start">
          <ArrowLeft size={20} />
        </IconButton>
      </span>
      <Loaded query={mail} skeleton={<Skeleton variant="rounded" height={320} />}>
        {(email) => <Email mail={email} />}
      </Loaded>
    </article>
  )
}

function Email({ mail }: { mail: MailDetail }) {
  const { t } = useTranslation('mail')
  const time = useTime()
  const facts: [string, ReactNode][] = [
    [t('to'), mail.recipient],
    [t('site'), mail.tenantName],
    [t('written'), time.exact(mail.createdAt)],
    [t('state'), t(`state-${mail.state}`)],
    ...(mail.attempts > 0 ? [[t('tries'), String(mail.attempts)] as [string, ReactNode]] : []),
    ...(mail.lastError ? [[t('error'), <code key="error">{mail.lastError}</code>] as [string, ReactNode]] : []),
  ]
  return (
    <>
      <h2 className={css.heading} lang={mail.locale}>
        {mail.subject}
      </h2>
      <dl className={css.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {mail.text === null ? (
        <p className={css.choose}>{t('no-text')}</p>
      ) : (
        <div className={css.text} lang={mail.locale}>
          {withLinks(mail.text)}
        </div>
      )}
    </>
  )
}

/** Converts addresses to links; everything else stays text. */
function withLinks(text: string): ReactNode[] {
  return text.split(/(https?:\/\/\S+)/).map((part, at) =>
    at % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change their order
      <a key={at} href={part} target="_blank" rel="noreferrer">
        {part}
      </a>
    ) : (
      part
    ),
  )
}

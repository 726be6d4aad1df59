/** One target in the list: whom it calls, what came of the last call, and what can be done with it. REACH-55. */
import type { Webhook } from '@mimamori/contract/alerting/webhook.ts'
import { Button } from '@mui/material'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useUser } from '#lib/session/session.ts'
import { serviceNowMs } from '#lib/time/service-clock.ts'
import { useTime } from '#lib/time/use-time.ts'
import { notifySuccess } from '#ui/feedback/toast.ts'
import { ConfirmDialog } from '#ui/form/confirm-dialog.tsx'
import { RelativeTime } from '#ui/layout/relative-time.tsx'
import css from './webhook.module.css'
import { useDeed, useWebhookDeeds } from './webhook-queries.ts'
import { useReason, wordOf } from './webhook-words.ts'

type Props = {
  webhook: Webhook
  onEdit: () => void
  onLog: () => void
  onSecret: (made: { webhook: Webhook; secret: string }) => void
}

export function WebhookLine({ webhook, onEdit, onLog, onSecret }: Props) {
  const { t } = useTranslation('webhook')
  const { dateTime } = useTime()
  const { name, template, urlShown, events, withNames, units, previousUntil } = webhook
  return (
    <div className={css.target}>
      <div className={css.words}>
        <strong>{name}</strong>
        <span className={css.quiet}>
          {t(`template-${template}`)} · {urlShown}
        </span>
        <span className={css.quiet}>
          {events.map((event) => t(`event-${wordOf(event)}`)).join(', ')}
          {units.length > 0 && ` · ${units.map((unit) => unit.name).join(', ')}`}
          {withNames && ` · ${t('with-names-short')}`}
        </span>
        <Standing webhook={webhook} />
        {previousUntil && Date.parse(previousUntil) > serviceNowMs() && (
          <span className={css.quiet}>{t('previous-until', { time: dateTime(previousUntil) })}</span>
        )}
      </div>
      <Buttons webhook={webhook} onEdit={onEdit} onLog={onLog} onSecret={onSecret} />
    </div>
  )
}

/** How long an answer takes until people should know of it. */
const SLOW_MS = 5_000

function Standing({ webhook: { isEnabled, pausedAt, failingSince, last, waitingCount } }: { webhook: Webhook }) {
  const { t } = useTranslation('webhook')
  const { dateTime } = useTime()
  const reason = useReason()
  const waits = waitingCount > 0 && ` · ${t('waiting', { count: waitingCount })}`
  if (pausedAt) return <span className={css.bad}>{t('paused', { time: dateTime(pausedAt) })}</span>
  if (!isEnabled) return <span className={css.quiet}>{t('off')}</span>
  if (!last)
    return <span className={css.quiet}>{waitingCount > 0 ? t('waiting', { count: waitingCount }) : t('unused')}</span>
  if (last.state === 'failed' || failingSince) {
    return (
      <span className={css.bad}>
        {failingSince ? t('failing', { time: dateTime(failingSince) }) : t('state-failed')}
        {last.reason && ` ${reason(last.reason)}`}
        {waits}
      </span>
    )
  }
  return (
    <span className={css.quiet}>
      {t('last-sent')} <RelativeTime at={last.changedAt} />
      {last.durationMs !== null &&
        last.durationMs >= SLOW_MS &&
        ` · ${t('slow', { seconds: Math.round(last.durationMs / 1_000) })}`}
      {waits}
    </span>
  )
}

function Buttons({ webhook, onEdit, onLog, onSecret }: Props) {
  const { t } = useTranslation('webhook')
  const { impersonatedTenant } = useUser()
  const { name, isEnabled, pausedAt } = webhook
  const deeds = useWebhookDeeds()
  const [asked, setAsked] = useState<'rotate' | 'remove' | null>(null)
  const test = useDeed(() => deeds.test(webhook), onLog)
  const resume = useDeed(
    () => deeds.change(webhook, { isEnabled: true }),
    () => notifySuccess(t('resumed')),
  )
  const close = () => setAsked(null)
  return (
    <div className={css.buttons}>
      {pausedAt && (
        <Button size="small" loading={resume.isPending} onClick={() => resume.mutate()}>
          {t('resume')}
        </Button>
      )}
      {isEnabled && !pausedAt && (
        <Button
          size="small"
          aria-label={`${t('test')}: ${name}`}
          loading={test.isPending}
          onClick={() => test.mutate()}
        >
          {t('test')}
        </Button>
      )}
      <Button size="small" aria-label={`${t('log')}: ${name}`} onClick={onLog}>
        {t('log')}
      </Button>
      <Button size="small" aria-label={`${t('edit')}: ${name}`} onClick={onEdit}>
        {t('edit')}
      </Button>
      {!impersonatedTenant && (
        <Button size="small" aria-label={`${t('rotate')}: ${name}`} onClick={() => setAsked('rotate')}>
          {t('rotate')}
        </Button>
      )}
      <Button size="small" color="error" aria-label={`${t('remove')}: ${name}`} onClick={() => setAsked('remove')}>
        {t('remove')}
      </Button>
      <ConfirmDialog
        open={asked !== null}
        title={t(asked === 'rotate' ? 'rotate-title' : 'remove-title', { name })}
        text={t(asked === 'rotate' ? 'rotate-text' : 'remove-text')}
        verb={t(asked === 'rotate' ? 'rotate' : 'remove')}
        onConfirm={async () => {
          if (asked === 'rotate') onSecret(await deeds.rotate(webhook))
          else {
            await deeds.remove(webhook)
            notifySuccess(t('removed'))
          }
          close()
        }}
        onClose={close}
      />
    </div>
  )
}

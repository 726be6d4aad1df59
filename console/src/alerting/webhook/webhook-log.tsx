/** The log of a target: what was sent, what came back, and the button that sends it again. REACH-58. */

import { nameOfKind } from '@mimamori/contract/alerting/alert-kind.ts'
import type { Webhook, WebhookDelivery } from '@mimamori/contract/alerting/webhook.ts'
import { Button, Dialog, DialogActions, DialogContent, DialogTitle, Skeleton } from '@mui/material'
import { useTranslation } from 'react-i18next'
import { RelativeTime } from '#ui/layout/relative-time.tsx'
import { Loaded } from '#ui/list/loaded.tsx'
import css from './webhook.module.css'
import { useDeed, useDeliveries, useWebhookDeeds } from './webhook-queries.ts'
import { useReason, wordOf } from './webhook-words.ts'

type Props = { webhook: Webhook; onClose: () => void }

export function WebhookLog({ webhook, onClose }: Props) {
  const { t } = useTranslation('webhook')
  const query = useDeliveries(webhook.id)
  const isInUse = webhook.isEnabled && webhook.pausedAt === null
  return (
    <Dialog open onClose={onClose} maxWidth="md" fullWidth aria-labelledby="webhook-log">
      <DialogTitle id="webhook-log">{t('log-of', { name: webhook.name })}</DialogTitle>
      <DialogContent>
        <Loaded query={query} isPart skeleton={<Skeleton height={60} />}>
          {({ records }) =>
            records.length === 0 ? (
              <p className={css.quiet}>{t('unused')}</p>
            ) : (
              <ul className={css.targets}>
                {records.map((one) => (
                  <li key={one.id}>
                    <Delivery delivery={one} isInUse={isInUse} />
                  </li>
                ))}
              </ul>
            )
          }
        </Loaded>
        <p className={css.quiet}>{t('log-help')}</p>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('close')}</Button>
      </DialogActions>
    </Dialog>
  )
}

function Delivery({ delivery, isInUse }: { delivery: WebhookDelivery; isInUse: boolean }) {
  const { t } = useTranslation('webhook')
  const { t: word } = useTranslation('word')
  const reasonText = useReason()
  const { again } = useWebhookDeeds()
  const repeat = useDeed(() => again(delivery.id))
  const { id, event, state, activity, kindName, location, siteName } = delivery
  const what = activity ? nameOfKind({ activity, kindName }, word) : null
  const title = [t(`event-${wordOf(event)}`), what, location, siteName].filter(Boolean).join(' · ')
  return (
    <div className={css.target} data-state={state}>
      <div className={css.words}>
        <span>
          <strong className={state === 'failed' ? css.bad : undefined}>{t(`state-${state}`)}</strong> {title}
        </span>
        <Facts delivery={delivery} />
        {delivery.reason && <span>{reasonText(delivery.reason)}</span>}
        {delivery.answer && <span className={css.quiet}>{t('answered', { answer: delivery.answer })}</span>}
        <code className={css.code}>{id}</code>
      </div>
      {isInUse && state !== 'waiting' && (
        <Button
          size="small"
          aria-label={`${t('again')}: ${title}`}
          loading={repeat.isPending}
          onClick={() => repeat.mutate()}
        >
          {t('again')}
        </Button>
      )}
    </div>
  )
}

function Facts({ delivery: { changedAt, httpStatus, attempts, durationMs } }: { delivery: WebhookDelivery }) {
  const { t } = useTranslation('webhook')
  const facts = [
    httpStatus !== null && `HTTP ${httpStatus}`,
    attempts > 0 && t('tries', { count: attempts }),
    durationMs !== null && t('took', { ms: durationMs }),
  ]
  return (
    <span className={css.quiet}>
      <RelativeTime at={changedAt} /> {facts.filter(Boolean).join(' · ')}
    </span>
  )
}

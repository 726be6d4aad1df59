/** settings/list, tab Integrations: addresses that are called at events. REACH-55. */
import type { Webhook } from '@mimamori/contract/alerting/webhook.ts'
import { WEBHOOKS_MAX } from '@mimamori/contract/alerting/webhook-lists.ts'
import { Button, Skeleton } from '@mui/material'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useUser } from '#lib/session/session.ts'
import { SecretOnce } from '#ui/form/secret-once.tsx'
import { Card } from '#ui/layout/card.tsx'
import { Loaded } from '#ui/list/loaded.tsx'
import css from './webhook.module.css'
import { WebhookFields } from './webhook-form.tsx'
import { WebhookLine } from './webhook-line.tsx'
import { WebhookLog } from './webhook-log.tsx'
import { useWebhooks } from './webhook-queries.ts'

export function WebhookCard() {
  const { t } = useTranslation('webhook')
  return (
    <div className={css.place}>
      <Card title={t('title')} help={t('help')}>
        <Targets />
      </Card>
    </div>
  )
}

function Targets() {
  const { t } = useTranslation('webhook')
  const query = useWebhooks()
  const { impersonatedTenant } = useUser()
  const [edited, setEdited] = useState<string | 'new' | null>(null)
  const [logged, setLogged] = useState<Webhook | null>(null)
  const [made, setMade] = useState<{ name: string; secret: string } | null>(null)
  const end = () => setEdited(null)
  const shown = ({ webhook, secret }: { webhook: Webhook; secret: string }) => setMade({ name: webhook.name, secret })
  return (
    <Loaded query={query} isPart skeleton={<Skeleton height={60} />}>
      {({ records, kind }) => (
        <div className={css.stack}>
          {made && <SecretOnce label={t('secret-of', { name: made.name })} secret={made.secret} />}
          {records.length === 0 && edited === null && <p className={css.quiet}>{t('none')}</p>}
          {records.length > 0 && (
            <ul className={css.targets} aria-label={t('title')}>
              {records.map((one) => (
                <li key={one.id}>
                  {edited === one.id ? (
                    <WebhookFields kind={kind} webhook={one} onReload={query.refetch} onEnd={end} />
                  ) : (
                    <WebhookLine
                      webhook={one}
                      onEdit={() => setEdited(one.id)}
                      onLog={() => setLogged(one)}
                      onSecret={shown}
                    />
                  )}
                </li>
              ))}
            </ul>
          )}
          {edited === 'new' && (
            <WebhookFields
              kind={kind}
              onEnd={end}
              onCreated={(one) => {
                shown(one)
                end()
              }}
            />
          )}
          {impersonatedTenant && <p className={css.quiet}>{t('connected')}</p>}
          {edited === null && !impersonatedTenant && records.length < WEBHOOKS_MAX && (
            <div className={css.end}>
              <Button onClick={() => setEdited('new')}>{t('add')}</Button>
            </div>
          )}
          {logged && <WebhookLog webhook={logged} onClose={() => setLogged(null)} />}
        </div>
      )}
    </Loaded>
  )
}

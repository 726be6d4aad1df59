/** settings/list, tab Integrations: programs that call with a token. REACH-50. */
import type { ServiceAccount } from '@mimamori/contract/identity/service-account.ts'
import { Button, Skeleton } from '@mui/material'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useUser } from '#lib/session/session.ts'
import { useTime } from '#lib/time/use-time.ts'
import { notifySuccess } from '#ui/feedback/toast.ts'
import { ConfirmDialog } from '#ui/form/confirm-dialog.tsx'
import { SecretOnce } from '#ui/form/secret-once.tsx'
import { Card } from '#ui/layout/card.tsx'
import { RelativeTime } from '#ui/layout/relative-time.tsx'
import { Loaded } from '#ui/list/loaded.tsx'
import { AccountForm } from './account-form.tsx'
import { useAccountDeeds, useServiceAccounts } from './account-queries.ts'
import css from './service-account.module.css'

export function AccountCard() {
  const { t } = useTranslation('service-account')
  return (
    <Card title={t('title')} help={t('help')}>
      <Accounts />
    </Card>
  )
}

function Accounts() {
  const { t } = useTranslation('service-account')
  const query = useServiceAccounts()
  const { impersonatedTenant } = useUser()
  const [isAdding, setAdding] = useState(false)
  const [made, setMade] = useState<{ name: string; token: string } | null>(null)
  return (
    <Loaded query={query} isPart skeleton={<Skeleton height={60} />}>
      {({ records, kind }) => (
        <div className={css.lines}>
          {made && <SecretOnce label={t('token-of', { name: made.name })} secret={made.token} />}
          {records.length === 0 && !isAdding && <p className={css.quiet}>{t('none')}</p>}
          {records.length > 0 && (
            <ul className={css.accounts}>
              {records.map((record) => (
                <AccountLine key={record.id} record={record} />
              ))}
            </ul>
          )}
          {isAdding && (
            <AccountForm
              kind={kind}
              onCreated={(one) => {
                setMade(one)
                setAdding(false)
              }}
              onCancel={() => setAdding(false)}
            />
          )}
          {impersonatedTenant && <p className={css.quiet}>{t('connected')}</p>}
          {!isAdding && !impersonatedTenant && (
            <div className={css.buttons}>
              <Button onClick={() => setAdding(true)}>{t('create')}</Button>
            </div>
          )}
        </div>
      )}
    </Loaded>
  )
}

function AccountLine({ record }: { record: ServiceAccount }) {
  const { t } = useTranslation('service-account')
  const { dateTime } = useTime()
  const { revoke } = useAccountDeeds()
  const [isAsking, setAsking] = useState(false)
  const { name, tokenLastFour, scopes, sites, units, lastUsedAt, lastUsedFrom } = record
  const places = (sites ?? units)?.map((place) => place.name).join(', ')
  const end = useEnd(record)
  return (
    <li className={css.account}>
      <span className={css.words}>
        {name}
        <span className={css.quiet}>
          {scopes.map((scope) => t(`scope-${scope}`)).join(', ')} · {places ?? t('everywhere')}
        </span>
        <span className={css.quiet}>
          {t('token-ends', { end: tokenLastFour })} ·{' '}
          {lastUsedAt ? (
            <>
              {t('used')} <RelativeTime at={lastUsedAt} /> ({lastUsedFrom})
            </>
          ) : (
            t('unused')
          )}
        </span>
        <span className={css.quiet}>{end ?? t('expires', { time: dateTime(record.expiresAt) })}</span>
      </span>
      {end === null && (
        <Button size="small" color="error" aria-label={`${t('revoke')}: ${name}`} onClick={() => setAsking(true)}>
          {t('revoke')}
        </Button>
      )}
      <ConfirmDialog
        open={isAsking}
        title={t('revoke-title', { name })}
        text={t('revoke-text')}
        verb={t('revoke')}
        onConfirm={async () => {
          await revoke(record.id)
          setAsking(false)
          notifySuccess(t('revoked-toast'))
        }}
        onClose={() => setAsking(false)}
      />
    </li>
  )
}

/** How it ended; null: it is in use. */
function useEnd({ revokedAt, expiresAt }: ServiceAccount): string | null {
  const { t } = useTranslation('service-account')
  const { dateTime } = useTime()
  if (revokedAt) return t('revoked', { time: dateTime(revokedAt) })
  return Date.parse(expiresAt) <= Date.now() ? t('expired', { time: dateTime(expiresAt) }) : null
}

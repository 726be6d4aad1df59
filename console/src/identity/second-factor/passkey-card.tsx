/** Passkeys of the user's account: listed, added, named, removed. REACH-21. */
import { type Passkey, passkeyName } from '@mimamori/contract/identity/passkey.ts'
import { Button, Skeleton } from '@mui/material'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { hindranceHere } from '#lib/access/passkey.ts'
import { useUser } from '#lib/session/session.ts'
import { useTime } from '#lib/time/use-time.ts'
import { Notice } from '#ui/feedback/notice.tsx'
import { notifySuccess } from '#ui/feedback/toast.ts'
import { ConfirmDialog } from '#ui/form/confirm-dialog.tsx'
import { Card } from '#ui/layout/card.tsx'
import { RelativeTime } from '#ui/layout/relative-time.tsx'
import { Loaded } from '#ui/list/loaded.tsx'
import { AddPasskey } from './add-passkey.tsx'
import { usePasskeyDeeds, usePasskeys } from './passkey-queries.ts'
import css from './second-factor.module.css'
import { StepForm } from './step-form.tsx'

export function PasskeyCard() {
  const { t } = useTranslation('second-factor')
  const { type, role, impersonatedTenant } = useUser()
  // A shared sign-in belongs to nobody who could prove to be its person.
  if (impersonatedTenant || role === 'DEMO_USER' || type === 'SHARED') return null
  return (
    <Card title={t('passkeys')} help={t('passkeys-help')}>
      <Own />
    </Card>
  )
}

function Own() {
  const { t } = useTranslation('second-factor')
  const query = usePasskeys()
  const [isAdding, setAdding] = useState(false)
  const hindrance = hindranceHere()
  return (
    <Loaded query={query} isPart skeleton={<Skeleton height={60} />}>
      {({ records }) => (
        <div className={css.lines}>
          {records.length === 0 && !isAdding && <p className={css.quiet}>{t('passkey-none')}</p>}
          {records.length > 0 && (
            <ul className={css.keys}>
              {records.map((record) => (
                <PasskeyLine key={record.id} record={record} />
              ))}
            </ul>
          )}
          {hindrance && <Notice>{t(`passkey-${hindrance}`)}</Notice>}
          {!hindrance && isAdding && <AddPasskey onDone={() => setAdding(false)} />}
          {!hindrance && !isAdding && (
            <div className={css.buttons}>
              <Button onClick={() => setAdding(true)}>{t('passkey-add')}</Button>
            </div>
          )}
        </div>
      )}
    </Loaded>
  )
}

function PasskeyLine({ record }: { record: Passkey }) {
  const { t } = useTranslation('second-factor')
  const { date } = useTime()
  const { rename, remove } = usePasskeyDeeds()
  const [doing, setDoing] = useState<'rename' | 'remove' | null>(null)
  const { id, name, createdAt, lastUsedAt } = record
  const end = () => setDoing(null)
  if (doing === 'rename') {
    return (
      <li>
        <StepForm
          schema={passkeyName}
          values={{ name }}
          field="name"
          label={t('passkey-name')}
          title={t('passkey-rename')}
          verb={t('passkey-rename')}
          saved={t('passkey-renamed')}
          save={(draft) => rename(id, draft)}
          onSaved={end}
          onCancel={end}
        />
      </li>
    )
  }
  return (
    <li className={css.key}>
      <KeyRound size={20} aria-hidden />
      <span className={css.words}>
        {name}
        <span className={css.quiet}>
          {t('passkey-created', { day: date(createdAt) })} ·{' '}
          {lastUsedAt ? (
            <>
              {t('passkey-used')} <RelativeTime at={lastUsedAt} />
            </>
          ) : (
            t('passkey-unused')
          )}
        </span>
      </span>
      <Button size="small" aria-label={`${t('passkey-rename')}: ${name}`} onClick={() => setDoing('rename')}>
        {t('passkey-rename')}
      </Button>
      <Button
        size="small"
        color="error"
        aria-label={`${t('passkey-remove')}: ${name}`}
        onClick={() => setDoing('remove')}
      >
        {t('passkey-remove')}
      </Button>
      <ConfirmDialog
        open={doing === 'remove'}
        title={t('passkey-remove-title', { name })}
        text={t('passkey-remove-text')}
        verb={t('passkey-remove')}
        onConfirm={async () => {
          await remove(id)
          notifySuccess(t('passkey-removed'))
        }}
        onClose={end}
      />
    </li>
  )
}

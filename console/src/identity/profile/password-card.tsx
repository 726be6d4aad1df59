/** Changing one's own password by the present one. Those who share a sign-in cannot. AUTH-18. */
import { passwordChange } from '@mimamori/contract/identity/device.ts'
import { PASSWORD_LENGTH } from '@mimamori/contract/site/tenant.ts'
import { Button } from '@mui/material'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#lib/service/api.ts'
import { forgetLogin, toWirePassword } from '#lib/session/remembered-login.ts'
import { useUser } from '#lib/session/session.ts'
import { PasswordField } from '#ui/form/field/password-field.tsx'
import { CardForm } from '#ui/form/record-form.tsx'
import { useRecordForm } from '#ui/form/use-record-form.ts'
import { Card } from '#ui/layout/card.tsx'
import css from './profile.module.css'

export function PasswordCard() {
  const { t } = useTranslation('profile')
  const { type, impersonatedTenant } = useUser()
  const [isOpen, setOpen] = useState(false)
  const reason = type === 'SHARED' ? 'password-shared' : impersonatedTenant ? 'password-connected' : null
  return (
    <Card title={t('password')}>
      {isOpen ? (
        <PasswordForm onDone={() => setOpen(false)} />
      ) : (
        <div className={css.line}>
          <p className={css.quiet}>{t(reason ?? 'password-text')}</p>
          {!reason && <Button onClick={() => setOpen(true)}>{t('change')}</Button>}
        </div>
      )}
    </Card>
  )
}

const BLANK = { currentPassword: '', newPassword: '' }

function PasswordForm({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation('profile')
  const cache = useQueryClient()
  const { applicationTenant } = useUser()
  const state = useRecordForm({
    schema: passwordChange,
    values: BLANK,
    saved: t('changed-toast'),
    save: async ({ currentPassword, newPassword }) => {
      const body = { currentPassword: toWirePassword(currentPassword), newPassword: toWirePassword(newPassword) }
      await call('password.change', { body })
      // What this browser remembers of signing in is of no use any more.
      await forgetLogin()
      void cache.invalidateQueries({ queryKey: ['device'] })
    },
    onSaved: onDone,
  })
  return (
    <CardForm label={t('change')} state={state} verb={t('change')} onCancel={onDone}>
      <PasswordField
        control={state.form.control}
        name="currentPassword"
        label={t('current-password')}
        autoComplete="current-password"
        required
      />
      <PasswordField
        control={state.form.control}
        name="newPassword"
        label={t('new-password')}
        autoComplete="new-password"
        required
        helperText={t('new-password-help', { least: applicationTenant?.passwordMinLength ?? PASSWORD_LENGTH.usual })}
      />
    </CardForm>
  )
}

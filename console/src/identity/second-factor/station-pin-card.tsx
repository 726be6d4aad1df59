/** The own PIN for shared stations: set, replaced, removed. REACH-25. */
import { factorBegin } from '@mimamori/contract/identity/second-factor.ts'
import { stationPinDraft } from '@mimamori/contract/identity/station-pin.ts'
import { Button, Skeleton } from '@mui/material'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#lib/service/api.ts'
import { useCall } from '#lib/service/use-call.ts'
import { toWirePassword } from '#lib/session/remembered-login.ts'
import { useUser } from '#lib/session/session.ts'
import { PasswordField } from '#ui/form/field/password-field.tsx'
import { CardForm } from '#ui/form/record-form.tsx'
import { useRecordForm } from '#ui/form/use-record-form.ts'
import { Card } from '#ui/layout/card.tsx'
import { Loaded } from '#ui/list/loaded.tsx'
import css from './second-factor.module.css'
import { StepForm } from './step-form.tsx'

const KEY = ['station-pin']
type Step = 'set' | 'remove'

export function StationPinCard() {
  const { t } = useTranslation('station-pin')
  const { type, role, impersonatedTenant } = useUser()
  if (impersonatedTenant || role === 'DEMO_USER' || type === 'SHARED') return null
  return (
    <Card title={t('title')}>
      <Own />
    </Card>
  )
}

function Own() {
  const { t } = useTranslation('station-pin')
  const cache = useQueryClient()
  const query = useCall(KEY, 'stationPin.get')
  const [step, setStep] = useState<Step | null>(null)
  const end = () => setStep(null)
  const done = (saved: { isSet: boolean }) => {
    cache.setQueryData(KEY, saved)
    void cache.invalidateQueries({ queryKey: ['alarm', 'answerers'] })
    end()
  }
  if (step === 'set') return <NewPin onSaved={done} onCancel={end} />
  if (step === 'remove') {
    return (
      <StepForm
        title={t('title')}
        schema={factorBegin}
        values={{ currentPassword: '' }}
        field="currentPassword"
        label={t('password')}
        isPassword
        verb={t('remove')}
        saved={t('removed')}
        save={({ currentPassword }) =>
          call('stationPin.remove', { body: { currentPassword: toWirePassword(currentPassword) } })
        }
        onSaved={done}
        onCancel={end}
      />
    )
  }
  return (
    <Loaded query={query} isPart skeleton={<Skeleton height={60} />}>
      {({ isSet }) => (
        <div className={css.lines}>
          <p className={css.quiet}>{t(isSet ? 'on' : 'off')}</p>
          <div className={css.buttons}>
            <Button onClick={() => setStep('set')}>{t(isSet ? 'change' : 'set')}</Button>
            {isSet && (
              <Button color="error" onClick={() => setStep('remove')}>
                {t('remove')}
              </Button>
            )}
          </div>
        </div>
      )}
    </Loaded>
  )
}

const BLANK = { currentPassword: '', pin: '' }
type NewProps = { onSaved: (saved: { isSet: boolean }) => void; onCancel: () => void }

function NewPin({ onSaved, onCancel }: NewProps) {
  const { t } = useTranslation('station-pin')
  const state = useRecordForm({
    schema: stationPinDraft,
    values: BLANK,
    saved: t('saved'),
    save: ({ currentPassword, pin }) =>
      call('stationPin.save', { body: { pin, currentPassword: toWirePassword(currentPassword) } }),
    onSaved,
  })
  const { control } = state.form
  return (
    <CardForm label={t('title')} state={state} verb={t('save')} onCancel={onCancel}>
      <PasswordField
        control={control}
        name="currentPassword"
        label={t('password')}
        autoComplete="current-password"
        required
        autoFocus
      />
      <PasswordField
        control={control}
        name="pin"
        label={t('pin')}
        helperText={t('help')}
        autoComplete="one-time-code"
        isNumeric
        required
      />
    </CardForm>
  )
}

/** profile: the own phone that a provider rings, and a test that rings it. REACH-01. */
import type { RingAddress } from '@mimamori/contract/alerting/ringer.ts'
import { ringAddressForm } from '@mimamori/contract/alerting/ringer.ts'
import type { RingerPreset } from '@mimamori/contract/alerting/ringer-presets.ts'
import { Alert, Button } from '@mui/material'
import { useTranslation } from 'react-i18next'
import { errorTextNow, useErrorText } from '#lib/service/use-error-text.ts'
import { useUser } from '#lib/session/session.ts'
import { notifyError, notifySuccess } from '#ui/feedback/toast.ts'
import { TextField } from '#ui/form/field/text-field.tsx'
import { useRecordForm } from '#ui/form/use-record-form.ts'
import { Card } from '#ui/layout/card.tsx'
import css from './ringer.module.css'
import { useRingAddress, useRingTest, useSaveAddress } from './ringer-queries.ts'

/** Nothing where the own site rings nobody: its administrators set it up. */
export function RingAddressCard() {
  const { data } = useRingAddress()
  const { t } = useTranslation('ringer')
  if (!data?.preset) return null
  return (
    <Card title={t('own-title')} help={t('own-help')}>
      <div className={css.parts}>
        <AddressForm address={data} preset={data.preset} />
        {data.addressEnd !== null && <Test preset={data.preset} />}
      </div>
    </Card>
  )
}

function AddressForm({ address, preset }: { address: RingAddress; preset: RingerPreset }) {
  const { t } = useTranslation('ringer')
  const { impersonatedTenant } = useUser()
  const save = useSaveAddress()
  const state = useRecordForm({
    schema: ringAddressForm,
    values: { address: '' },
    saved: t('own-saved'),
    save: ({ address: entered }) => save(entered),
    onSaved: () => state.form.reset({ address: '' }),
  })
  const remove = () =>
    save('').then(
      () => notifySuccess(t('own-removed')),
      (error: unknown) => notifyError(errorTextNow(error)),
    )
  if (impersonatedTenant) return <p className={css.quiet}>{t('token-connected')}</p>
  return (
    <form
      className={css.form}
      aria-label={t('own-title')}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void state.submit()
      }}
    >
      {state.error && <Alert severity="error">{state.error.text}</Alert>}
      <TextField
        control={state.form.control}
        name="address"
        label={t(`address-label-${preset}`)}
        helperText={address.addressEnd ? t('own-set', { end: address.addressEnd }) : t(`address-${preset}`)}
        type={preset === 'voice' ? 'tel' : 'text'}
        autoComplete="off"
      />
      <div className={css.actions}>
        <Button type="submit" variant="contained" loading={state.isSaving}>
          {t('own-save')}
        </Button>
        {address.addressEnd !== null && <Button onClick={remove}>{t('own-remove')}</Button>}
      </div>
    </form>
  )
}

function Test({ preset }: { preset: RingerPreset }) {
  const { t } = useTranslation(['ringer', 'delivery'])
  const errorText = useErrorText()
  const { mutate, data, error, isPending } = useRingTest()
  const words = data && [
    data.isAccepted ? t('test-accepted') : t('test-failed'),
    data.reason && t(`delivery.reason-${data.reason}`),
    data.httpStatus && `(HTTP ${data.httpStatus})`,
    data.said && t('said', { words: data.said }),
  ]
  return (
    <div className={css.form}>
      <p className={css.quiet}>{t(`silent-${preset}`)}</p>
      <div>
        <Button variant="outlined" loading={isPending} onClick={() => mutate()}>
          {t('test')}
        </Button>
      </div>
      <p role="status" className={css.outcome} data-state={data?.isAccepted ? 'accepted' : 'failed'}>
        {error ? errorText(error) : words?.filter(Boolean).join(' ')}
      </p>
    </div>
  )
}

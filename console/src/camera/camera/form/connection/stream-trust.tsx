/** Whether the camera is the accepted one, and how its password travels: what the address asks for. REAL-09. */
import { Button } from '@mui/material'
import { useController, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { SwitchField } from '#ui/form/field/checkbox-field.tsx'
import type { CameraControl } from '../camera-form-values.ts'
import css from './connection-test.module.css'

/** A certificate's SHA-256 as cameras show it, in pairs: people compare it with the one on the camera's own page. */
export function Fingerprint({ of }: { of: string }) {
  return <code className={css.fingerprint}>{of.match(/../g)?.join(':')}</code>
}

export function StreamTrust({ control }: { control: CameraControl }) {
  const { t: field } = useTranslation('cameraField')
  const { t } = useTranslation('cameraForm')
  const streamUrl = useWatch({ control, name: 'streamUrl' })
  if (/^\s*(rtsps|https):/i.test(streamUrl)) return <Certificate control={control} />
  return (
    <SwitchField control={control} name="isBasicAllowed" label={field('isBasicAllowed')} helperText={t('basic-help')} />
  )
}

function Certificate({ control }: { control: CameraControl }) {
  const { t } = useTranslation('cameraForm')
  const { t: name } = useTranslation('cameraField')
  const { field } = useController({ control, name: 'certificate' })
  const accepted = field.value ?? null
  if (accepted === null) return <p className={css.quiet}>{t('certificate-none')}</p>
  return (
    <div>
      <strong>{name('certificate')}</strong>
      <Fingerprint of={accepted} />
      <Button variant="text" size="small" onClick={() => field.onChange(null)}>
        {t('certificate-forget')}
      </Button>
    </div>
  )
}

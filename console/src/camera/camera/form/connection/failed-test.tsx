/** Why the hub saw no image, and what a person may decide about it on the spot. CAM-12, REAL-09. */
import { CAMERA_PROFILES, isMaker } from '@mimamori/contract/camera/camera-profiles.ts'
import type { HubError } from '@mimamori/contract/camera/hub-request.ts'
import { Alert, Button } from '@mui/material'
import { useTranslation } from 'react-i18next'
import type { CameraFormState } from '../camera-form-values.ts'
import { Fingerprint } from './stream-trust.tsx'

type Props = { error: HubError; form: CameraFormState['form'] }

export function FailedTest({ error, form }: Props) {
  const { t } = useTranslation('cameraForm')
  const { t: answer } = useTranslation('hub-answer')
  const { code, params } = error
  const decide = (field: 'certificate' | 'isBasicAllowed', value: string | boolean) =>
    form.setValue(field, value, { shouldDirty: true, shouldValidate: true })
  const fingerprint = 'fingerprint' in params ? params.fingerprint : null
  return (
    <Alert severity={fingerprint === null ? 'error' : 'warning'}>
      <strong>{t('test-failed')}</strong> {answer(code, { ...params })}
      <Habit error={error} vendor={form.getValues('vendor') ?? null} />
      {fingerprint !== null && (
        <>
          <Fingerprint of={fingerprint} />
          <Button size="small" onClick={() => decide('certificate', fingerprint)}>
            {t('certificate-accept')}
          </Button>
        </>
      )}
      {code === 'login-basic' && (
        <div>
          <Button size="small" onClick={() => decide('isBasicAllowed', true)}>
            {t('basic-allow')}
          </Button>
        </div>
      )}
    </Alert>
  )
}

type HabitProps = { error: HubError; vendor: string | null }

/** What cameras of this maker want, where it may be why: known by their words, else as the form says. */
function Habit({ error, vendor }: HabitProps) {
  const { t } = useTranslation('cameraForm')
  const { code, params } = error
  const maker = ('maker' in params ? params.maker : undefined) ?? (isMaker(vendor) ? vendor : null)
  if (!maker) return null
  const { login, brand, main, sub } = CAMERA_PROFILES[maker]
  if (code === 'not-found') return <p>{t('maker-path', { brand, main, sub })}</p>
  const isLogin = code === 'login-wrong' || code === 'login-missing'
  const isSilent = code === 'refused' || code === 'timeout' || code === 'not-begun'
  if (isLogin && login === 'camera-account') return <p>{t('maker-login-camera-account', { brand })}</p>
  return isSilent && login === 'rtsp-switch' ? <p>{t('maker-login-rtsp-switch', { brand })}</p> : null
}

/** Why the hub saw no picture, and what a person may decide about it on the spot. CAM-12, REAL-09. */
import type { HubError } from '@mimamori/contract/fleet/hub-question.ts'
import { Alert, Button } from '@mui/material'
import { useTranslation } from 'react-i18next'
import type { CameraFormState } from '../camera-form-values.ts'
import { Fingerprint } from './fingerprint.tsx'

type Props = { failure: HubError; form: CameraFormState['form'] }

export function FailedTest({ failure, form }: Props) {
  const { t } = useTranslation('cameraForm')
  const { t: answer } = useTranslation('hub-answer')
  const { code, params } = failure
  const decide = (field: 'certificate' | 'isBasicAllowed', value: string | boolean) =>
    form.setValue(field, value, { shouldDirty: true, shouldValidate: true })
  const isCertificate = code === 'certificate-unknown' || code === 'certificate-changed'
  return (
    <Alert severity={isCertificate ? 'warning' : 'error'}>
      <strong>{t('test-failed')}</strong> {answer(code, { ...params })}
      {isCertificate && (
        <>
          <Fingerprint of={params.fingerprint} />
          <Button size="small" onClick={() => decide('certificate', params.fingerprint)}>
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

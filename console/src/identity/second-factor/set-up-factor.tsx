/** Sets two-step sign-in up: the password, the code to scan, and the first digits of the app. */
import { factorBegin, factorProof } from '@mimamori/contract/identity/second-factor.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ScanCode } from '#ui/form/scan-code.tsx'
import { SecretOnce } from '#ui/form/secret-once.tsx'
import css from './second-factor.module.css'
import { useFactorDeeds } from './second-factor-queries.ts'
import { StepForm } from './step-form.tsx'

type Props = { onDone: (made: { recoveryCodes: readonly string[] }) => void; onCancel: () => void }

export function SetUpFactor({ onDone, onCancel }: Props) {
  const { t } = useTranslation('second-factor')
  const { begin, confirm } = useFactorDeeds()
  const [secret, setSecret] = useState<{ secret: string; address: string } | null>(null)
  if (!secret) {
    return (
      <StepForm
        schema={factorBegin}
        values={{ currentPassword: '' }}
        field="currentPassword"
        label={t('password')}
        isPassword
        verb={t('go-on')}
        saved={null}
        save={begin}
        {...{ onSaved: setSecret, onCancel }}
      />
    )
  }
  return (
    <div className={css.lines}>
      <p>{t('scan')}</p>
      <ScanCode text={secret.address} label={t('scan-label')} />
      <SecretOnce label={t('secret')} secret={secret.secret} />
      <StepForm
        schema={factorProof}
        values={{ code: '' }}
        field="code"
        label={t('code')}
        verb={t('switch-on')}
        saved={t('switched-on')}
        save={confirm}
        {...{ onSaved: onDone, onCancel }}
      />
    </div>
  )
}

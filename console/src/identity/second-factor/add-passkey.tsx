/** Adds a passkey: the password, a name, and what the browser asks. REACH-21. */
import { passkeyBegin, passkeyName } from '@mimamori/contract/identity/passkey.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PasskeyHindered } from '#lib/access/passkey.ts'
import { Notice } from '#ui/feedback/notice.tsx'
import { type Begun, usePasskeyDeeds } from './passkey-queries.ts'
import css from './second-factor.module.css'
import { StepForm } from './step-form.tsx'

export function AddPasskey({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation('second-factor')
  const { begin, create } = usePasskeyDeeds()
  const [begun, setBegun] = useState<Begun | null>(null)
  const [hindered, setHindered] = useState<PasskeyHindered | null>(null)
  const tryToBegin = (draft: { currentPassword: string }) =>
    begin(draft).catch((error: unknown) => {
      if (error instanceof PasskeyHindered) setHindered(error)
      throw error
    })
  if (hindered) {
    return (
      <Notice action={{ label: t('cancel', { ns: 'ui' }), onClick: onDone }}>
        {t(`passkey-${hindered.hindrance}`, { address: hindered.origin })}
      </Notice>
    )
  }
  if (!begun) {
    return (
      <StepForm
        schema={passkeyBegin}
        values={{ currentPassword: '' }}
        field="currentPassword"
        label={t('password')}
        isPassword
        title={t('passkey-add')}
        verb={t('go-on')}
        saved={null}
        save={tryToBegin}
        onSaved={setBegun}
        onCancel={onDone}
      />
    )
  }
  return (
    <div className={css.lines}>
      <StepForm
        schema={passkeyName}
        values={{ name: '' }}
        field="name"
        label={t('passkey-name')}
        helperText={t('passkey-name-help')}
        title={t('passkey-add')}
        verb={t('passkey-add')}
        saved={t('passkey-added')}
        save={(draft) => create(begun, draft)}
        onSaved={onDone}
        onCancel={onDone}
      />
    </div>
  )
}

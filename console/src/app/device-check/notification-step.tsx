/** Asks for the browser's leave to show notifications, and says what to do where it cannot be given. AUTH-17, ALARM-03. */
import type { ProofStepResult } from '@mimamori/contract/identity/device-proof.ts'
import { Button } from '@mui/material'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { pushState, switchPushOn } from '#console/alerting/notification/push-registration.ts'
import { useUser } from '#lib/session/session.ts'
import css from './device-check.module.css'
import { isApple, isInstalled } from './install.ts'

export function NotificationStep({ onNext }: { onNext: (result: ProofStepResult) => void }) {
  const { t } = useTranslation('device-check')
  const user = useUser()
  const [state, setState] = useState(pushState)
  const [hasFailed, setFailed] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const allow = async () => {
    setBusy(true)
    setFailed(false)
    await switchPushOn(user).then(setState, (error: unknown) => {
      console.warn('This browser could not be registered for push messages.', error)
      setFailed(true)
    })
    setBusy(false)
  }
  const mustInstall = state === 'impossible' && isApple() && !isInstalled()
  return (
    <>
      <p role="status">{t(mustInstall ? 'notification-install-first' : `notification-${state}`)}</p>
      {hasFailed && <p role="alert">{t('notification-failed')}</p>}
      <div className={css.actions}>
        {state === 'on' && (
          <Button variant="contained" onClick={() => onNext('done')}>
            {t('next')}
          </Button>
        )}
        {state === 'off' && (
          <Button variant="contained" loading={isBusy} onClick={() => void allow()}>
            {t('notification-allow')}
          </Button>
        )}
        {state !== 'on' && (
          <Button variant="text" onClick={() => onNext(state === 'impossible' ? 'impossible' : 'skipped')}>
            {t(state === 'off' ? 'skip' : 'next')}
          </Button>
        )}
      </div>
    </>
  )
}

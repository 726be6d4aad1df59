/** Whether this browser shows notifications, the switch for it, and what to do where it cannot. AUTH-17. */
import { Alert, CircularProgress, Switch } from '@mui/material'
import { useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '#lib/service/api.ts'
import { errorTextNow } from '#lib/service/use-error-text.ts'
import { useUser } from '#lib/session/session.ts'
import css from './notification-card.module.css'
import { pushState, switchPushOff, switchPushOn } from './push-registration.ts'

export function PushSwitch() {
  const { t } = useTranslation('notification')
  const { impersonatedTenant } = useUser()
  const { state, isBusy, error, change } = usePushState()
  const help = useId()
  const canSwitch = (state === 'on' || state === 'off') && !impersonatedTenant
  return (
    <div className={css.part}>
      {/* biome-ignore lint/a11y/noLabelWithoutControl: the switch is the control. */}
      <label className={css.line}>
        <span className={css.heading}>{t('this-browser')}</span>
        {isBusy && <CircularProgress size={18} aria-label={t('switching')} />}
        <Switch
          checked={state === 'on'}
          disabled={!canSwitch || isBusy}
          onChange={(_, on) => void change(on)}
          slotProps={{ input: { 'aria-describedby': help } }}
        />
      </label>
      <p id={help} className={css.quiet}>
        {impersonatedTenant ? t('not-connected') : t(`push-${state}`)}
      </p>
      {state === 'refused' && <Alert severity="info">{t('push-undo')}</Alert>}
      {error !== null && (
        <Alert severity="error" role="alert">
          {error instanceof ApiError ? errorTextNow(error) : t('push-failed')}
        </Alert>
      )}
    </div>
  )
}

function usePushState() {
  const user = useUser()
  const [state, setState] = useState(pushState)
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  useEffect(() => {
    // The person may come back from the browser's own settings, or the registration has just been renewed.
    const look = () => setState(pushState())
    const timer = setInterval(look, 2000)
    return () => clearInterval(timer)
  }, [])
  const change = async (isOn: boolean) => {
    setBusy(true)
    setError(null)
    try {
      setState(await (isOn ? switchPushOn(user) : switchPushOff()))
    } catch (rejection) {
      console.warn('This browser could not be registered for push messages.', rejection)
      setError(rejection)
      setState(pushState())
    }
    setBusy(false)
  }
  return { state, isBusy, error, change }
}

/** Sends a message to oneself, and says what came of it. ALERT-04, NAV-10. */
import { Button } from '@mui/material'
import { useTranslation } from 'react-i18next'
import { mayCall } from '#lib/access/access.ts'
import { useErrorText } from '#lib/service/use-error-text.ts'
import { useUser } from '#lib/session/session.ts'
import css from './notification-card.module.css'
import { useSample } from './use-sample.ts'

export function SampleLine() {
  const { t } = useTranslation('notification')
  const { role } = useUser()
  const errorText = useErrorText()
  const { state, send, isSending, error } = useSample()
  if (!mayCall(role, 'alert.sendSample')) return null
  return (
    <div className={css.part}>
      <div className={css.line}>
        <span className={css.quiet}>{t('sample-help')}</span>
        <Button loading={isSending} onClick={() => send()}>
          {t('send-sample')}
        </Button>
      </div>
      <p role="status" className={css.outcome} data-state={error ? 'missing' : state}>
        {error ? errorText(error) : state !== 'none' && t(`sample-${state}`)}
      </p>
    </div>
  )
}

/** Until the last day: a second factor has to be set up, and where. REACH-22. */
import { Alert, AlertTitle, Button } from '@mui/material'
import { useTranslation } from 'react-i18next'
import { serviceNowMs } from '#lib/time/service-clock.ts'
import { useTime } from '#lib/time/use-time.ts'
import { ServiceNotice } from '../service-notices.tsx'
import { useFactorDue } from './use-factor-due.ts'

/** `onGo`: leads to a path of the console. */
export function FactorBanner({ onGo }: { onGo: (path: string) => void }) {
  const { t } = useTranslation('notification')
  const { dateTime } = useTime()
  const dueAt = useFactorDue()
  // Afterwards the gate says it.
  if (dueAt === null || Date.parse(dueAt) <= serviceNowMs()) return null
  return (
    <ServiceNotice>
      <Alert
        severity="warning"
        role="status"
        variant="standard"
        sx={{ borderRadius: 0, px: { xs: 2, md: 3 } }}
        action={<Button onClick={() => onGo('/app/profile')}>{t('factor-due-open')}</Button>}
      >
        <AlertTitle>{t('factor-due')}</AlertTitle>
        {t('factor-due-meaning', { time: dateTime(dueAt) })}
      </Alert>
    </ServiceNotice>
  )
}

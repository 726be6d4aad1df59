/** Asks whether this device wakes its person, above the page, where it covers nothing of it. ALARM-03. */
import { Button } from '@mui/material'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { ServiceNotice } from '../service-notices.tsx'
import css from './device-check.module.css'

export function DeviceCheckNotice({ onStart, onLater }: { onStart: () => void; onLater: () => void }) {
  const { t } = useTranslation('device-check')
  const title = useId()
  return (
    <ServiceNotice>
      <section className={css.notice} aria-labelledby={title}>
        <div className={css.prompt}>
          <h2 id={title} className={css.title}>
            {t('start-title')}
          </h2>
          <p className={css.count}>{t('start-help')}</p>
        </div>
        <div className={css.actions}>
          <Button variant="contained" onClick={onStart}>
            {t('start')}
          </Button>
          <Button variant="text" color="inherit" onClick={onLater}>
            {t('later')}
          </Button>
        </div>
      </section>
    </ServiceNotice>
  )
}

/** What one press would end, by kind and room; falls come first, and are asked about. ALARM-05. */

import type { Alert } from '@mimamori/contract/alerting/alert.ts'
import { isFall } from '@mimamori/contract/shared/alarm-order.ts'
import { Alert as Warning } from '@mui/material'
import { useTranslation } from 'react-i18next'
import { useAbout } from '#shared/alarms.ts'
import { countedBy } from './alert-end-groups.ts'
import css from './saved-filter-menu.module.css'

export function NamedAlarms({ alarms }: { alarms: readonly Alert[] }) {
  const { t } = useTranslation('alarm')
  const about = useAbout()
  const falls = alarms.filter(isFall).length
  return (
    <>
      <ul className={css.named}>
        {countedBy(alarms, about).map(({ about: one, count }) => (
          <li key={one}>{count > 1 ? t('bulk-times', { about: one, count }) : one}</li>
        ))}
      </ul>
      {falls > 0 && <Warning severity="warning">{t('bulk-falls', { count: falls })}</Warning>}
    </>
  )
}

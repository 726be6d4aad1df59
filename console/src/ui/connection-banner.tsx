/** While the live connection is lost: since when the data on the page is old. Short breaks pass unmentioned. */
import { CloudOff } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useConnection } from '#lib/stream.ts'
import { useNow, useTime } from '#lib/use-time.ts'
import css from './connection-banner.module.css'

const PATIENCE_MS = 4000

export function ConnectionBanner() {
  const { t } = useTranslation('ui')
  const { lostAt } = useConnection()
  const time = useTime()
  const now = useNow()
  if (!lostAt || now.getTime() - lostAt.getTime() < PATIENCE_MS) return null
  return (
    <div role="status" className={css.banner}>
      <CloudOff size={18} aria-hidden />
      {t('connection-lost', { time: time.clock(lostAt) })}
    </div>
  )
}

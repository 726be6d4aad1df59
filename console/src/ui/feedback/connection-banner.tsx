/** While the live connection is lost: since when the data on the page is old. Short breaks pass unmentioned. */

import { CloudOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { needsReload } from '#lib/service/patient-load.ts'
import { useConnection } from '#lib/service/stream.ts'
import { serviceNowMs } from '#lib/time/service-clock.ts'
import { useTime } from '#lib/time/use-time.ts'
import css from './notice.module.css'
import { Notice } from './notice.tsx'

const PATIENCE_MS = 4000

/** Nothing while there is a connection, and in its short breaks. */
export function ConnectionBanner() {
  const { t } = useTranslation('ui')
  const lostAt = useLostSince()
  const time = useTime()
  if (!lostAt) return null
  return (
    <div role="status" className={css.banner}>
      <CloudOff size={18} aria-hidden />
      {t('connection-lost', { time: time.clock(lostAt) })}
    </div>
  )
}

/** Since when the live connection is lost; null: it is not, or for so short a time that nobody need know. */
export function useLostSince(): Date | null {
  const { lostAt: since } = useConnection()
  const [lasted, setLasted] = useState<Date | null>(null)
  useEffect(() => {
    if (!since) return
    const timer = setTimeout(() => setLasted(since), PATIENCE_MS - (serviceNowMs() - since.getTime()))
    return () => clearTimeout(timer)
  }, [since])
  return lasted === since ? since : null
}

/** Offers a reload once code cannot be loaded although the service answers. */
export function PartMissing() {
  const { t } = useTranslation('ui')
  if (!needsReload.use()) return null
  return <Notice action={{ label: t('load-again'), onClick: () => location.reload() }}>{t('part-missing')}</Notice>
}

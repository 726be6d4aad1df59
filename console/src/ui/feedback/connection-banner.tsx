/** While the live connection is lost: since when the data on the page is old. Short breaks pass unmentioned. */
import { CloudOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useConnection } from '#lib/service/stream.ts'
import { useTime } from '#lib/time/use-time.ts'
import css from './connection-banner.module.css'

const PATIENCE_MS = 4000

export function ConnectionBanner() {
  const { t } = useTranslation('ui')
  const { lostAt } = useConnection()
  const time = useTime()
  const isLong = useHasLasted(lostAt)
  if (!lostAt || !isLong) return null
  return (
    <div role="status" className={css.banner}>
      <CloudOff size={18} aria-hidden />
      {t('connection-lost', { time: time.clock(lostAt) })}
    </div>
  )
}

/** Whether the break that began then has lasted long enough to be worth a word. */
function useHasLasted(since: Date | null): boolean {
  const [lasted, setLasted] = useState<Date | null>(null)
  useEffect(() => {
    if (!since) return
    const timer = setTimeout(() => setLasted(since), PATIENCE_MS - (Date.now() - since.getTime()))
    return () => clearTimeout(timer)
  }, [since])
  return since !== null && lasted === since
}

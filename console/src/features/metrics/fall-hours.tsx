/** At which hours people fall: the day's window is lighter than the night's. METRIC-03. */
import type { FallReport } from '@mimamori/contract/metrics.ts'
import { useTranslation } from 'react-i18next'
import { Card } from '#ui/card.tsx'
import css from './metrics.module.css'

/** An hour with one fall is no tower. */
const LOW_TOP = 3
const NAMED_HOURS = [0, 6, 12, 18]

export function FallHours({ report: { byHour, day, night } }: { report: FallReport }) {
  const { t } = useTranslation('metrics')
  const most = Math.max(...byHour)
  const busiest = byHour.indexOf(most)
  const stands = most > 1 && byHour.lastIndexOf(most) === busiest
  const hour = (at: number) => `${String(at).padStart(2, '0')}:00`
  const words = byHour.map((count, at) => t('falls-in-hour', { hour: hour(at), count }))
  return (
    <Card
      title={stands ? t('most-at', { from: hour(busiest), to: hour((busiest + 1) % 24) }) : t('by-hour')}
      help={t('day-and-night', { day, night })}
    >
      <div className={css.hours} role="img" aria-label={words.join('; ')}>
        {byHour.map((count, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the hour is what it is
          <span key={at} className={css.hour} data-night={at < 6 || at >= 18 || undefined} title={words[at]}>
            <span className={css.confirmed} style={{ height: `${(100 * count) / Math.max(LOW_TOP, most)}%` }} />
          </span>
        ))}
      </div>
      <div className={css.hourNames} aria-hidden>
        {NAMED_HOURS.map((at) => (
          <span key={at}>{hour(at)}</span>
        ))}
        <span>24:00</span>
      </div>
    </Card>
  )
}

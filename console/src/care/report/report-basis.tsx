/** What a report rests on as a whole: who wrote it, what became of the clip, how much moved when. REPORT-04. */
import type { EventDetail, ReportBasis } from '@mimamori/contract/care/report.ts'
import { useTranslation } from 'react-i18next'
import { mayCall } from '#lib/access/access.ts'
import { useUser } from '#lib/session/session.ts'
import css from './report.module.css'

export function ReportBasisNote({ detail }: { detail: EventDetail }) {
  const { t } = useTranslation('report')
  const lines = useBasisLines(detail)
  const { role } = useUser()
  const isModelOff = detail.basis?.writtenBy === 'facts' && detail.basis.modelError === null
  return (
    <details className={css.basis}>
      <summary>{t('rests-on')}</summary>
      <ul className="marked">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
        {isModelOff && mayCall(role, 'user.create') && <li>{t('model-off')}</li>}
      </ul>
      {detail.basis && detail.basis.motionPercent.length > 0 && <Motion basis={detail.basis} />}
    </details>
  )
}

/** In sentences, the most important one first. */
export function useBasisLines({ basis }: EventDetail): string[] {
  const { t } = useTranslation('report')
  if (!basis) return [t('by-person')]
  const { writtenBy, modelName, modelError, clip, framesAtMs, framesSent, timeZone } = basis
  return [
    writtenBy === 'model' ? t('by-model', { name: modelName ?? '' }) : t('by-facts'),
    ...(modelError ? [t(`error-${modelError}`)] : []),
    t(`clip-${clip}`, { count: framesAtMs.length }),
    ...(framesSent ? [t('frames-sent')] : []),
    t('times-in', { zone: timeZone }),
  ]
}

function Motion({ basis: { motionPercent } }: { basis: ReportBasis }) {
  const { t } = useTranslation('report')
  const most = Math.max(...motionPercent, 0.1)
  return (
    <div role="img" className={css.motion} aria-label={t('motion', { percent: Math.round(most * 10) / 10 })}>
      {motionPercent.map((percent, second) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: each second has its own place.
        <span key={second} style={{ height: `${Math.max(4, (percent * 100) / most)}%` }} />
      ))}
    </div>
  )
}

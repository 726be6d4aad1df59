/** The boards of the fall report: figures, when, where, and each fall. METRIC-03. */
import type { FallReport } from '@mimamori/contract/insight/metrics.ts'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { NothingYet } from '#ui/feedback/illustrations.tsx'
import { Card } from '#ui/layout/card.tsx'
import css from '../metrics.module.css'
import type { MetricsScope } from '../metrics-queries.ts'
import { FallFigures } from './fall-figures.tsx'
import { FallHours } from './fall-hours.tsx'
import { FallList } from './fall-list.tsx'
import { FallMonths } from './fall-months.tsx'
import { FallRooms } from './fall-rooms.tsx'
import { FallSeries } from './fall-series.tsx'

type Props = { report: FallReport; scope: MetricsScope; timeZone: string }

export function FallBoards({ report, scope, timeZone }: Props) {
  const { t } = useTranslation('metrics')
  const isEmpty = report.confirmed + report.undecided === 0
  return (
    <div className={css.boards}>
      <FallFigures report={report} scope={scope} />
      {isEmpty ? (
        <Card>
          <EmptyState image={<NothingYet />} title={t('no-falls')} help={t('no-falls-help')} />
        </Card>
      ) : (
        <>
          <div className={css.pair}>
            <FallSeries report={report} scope={scope} timeZone={timeZone} />
            <FallRooms rooms={report.rooms} scope={scope} />
          </div>
          <FallHours report={report} />
          <FallList report={report} />
        </>
      )}
      <FallMonths months={report.months} scope={scope} timeZone={timeZone} />
      <p className={css.basis}>{t('basis')}</p>
    </div>
  )
}

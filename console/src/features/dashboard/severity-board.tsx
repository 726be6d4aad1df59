/** Alerts by severity over time, with what became of the falls as the title; also as a table. */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Board } from './board.tsx'
import { type Scope, useSeverityCounts } from './dashboard-queries.ts'
import type { DashboardRange } from './dashboard-range.ts'
import type { SeverityAnswer } from './severity-answer.ts'
import css from './severity-board.module.css'
import { SeverityChart } from './severity-chart.tsx'
import { SeverityTable } from './severity-table.tsx'

export function SeverityBoard({ scope, range }: { scope: Scope; range: DashboardRange }) {
  const { t } = useTranslation('dashboard')
  const counts = useSeverityCounts(scope)
  const [isTable, setTable] = useState(false)
  const title = ({ falls: { now, before } }: SeverityAnswer) => {
    if (now === 0) return t('no-falls')
    return now < before ? t('fewer-falls') : now > before ? t('more-falls') : t('same-falls')
  }
  return (
    <Board<SeverityAnswer>
      query={counts}
      title={title}
      waitingTitle={t('by-severity')}
      help={({ falls }) => t('falls-help', falls)}
      to="/app/alerts/list"
      search={{ range }}
    >
      {(answer) => (
        <>
          {isTable ? <SeverityTable answer={answer} /> : <SeverityChart answer={answer} />}
          <button type="button" className={css.switch} onClick={() => setTable(!isTable)}>
            {isTable ? t('as-chart') : t('as-table')}
          </button>
        </>
      )}
    </Board>
  )
}

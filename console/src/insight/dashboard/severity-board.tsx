/** Alerts by severity over time, with what became of the falls as the title; also as a table. Each number leads to its list. */
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TimeRange } from '#lib/list/time-range.ts'
import { Board } from './board.tsx'
import { type Scope, useSeverityCounts } from './dashboard-queries.ts'
import css from './severity-board.module.css'
import { SeverityChart } from './severity-chart.tsx'
import type { SeverityAnswer } from './severity-table.tsx'
import { SeverityTable } from './severity-table.tsx'

export function SeverityBoard({ scope, range }: { scope: Scope; range: TimeRange }) {
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
      help={({ falls }) => <Falls falls={falls} range={range} from={scope.from} />}
      to="/app/alerts/list"
      search={{ ...range, archived: 'any' }}
    >
      {(answer) => (
        <>
          {isTable ? <SeverityTable answer={answer} scope={scope} /> : <SeverityChart answer={answer} range={range} />}
          <button type="button" className={css.switch} onClick={() => setTable(!isTable)}>
            {isTable ? t('as-chart') : t('as-table')}
          </button>
        </>
      )}
    </Board>
  )
}

type FallsProps = { falls: SeverityAnswer['falls']; range: TimeRange; from: string }

function Falls({ falls, range, from }: FallsProps) {
  const { t } = useTranslation('dashboard')
  const { now, before, beforeFrom } = falls
  const answers = useAnswers(falls)
  const activities = ['A005' as const]
  return (
    <>
      <Link to="/app/alerts/list" search={{ ...range, activities, archived: 'any' }} className={css.number}>
        {t('falls-now', { count: now })}
      </Link>
      {' · '}
      <Link
        to="/app/alerts/list"
        search={{ from: beforeFrom, to: from, activities, archived: 'any' }}
        className={css.number}
      >
        {t('falls-before', { count: before })}
      </Link>
      {answers !== null && ` · ${answers}`}
    </>
  )
}

/** How soon somebody went and was there; null where nobody did. ALARM-06. */
function useAnswers({ claimedSeconds, arrivedSeconds }: SeverityAnswer['falls']): string | null {
  const { t } = useTranslation('dashboard')
  const length = (seconds: number) => {
    const whole = Math.round(seconds)
    if (whole < 60) return t('seconds', { seconds: whole })
    return t('minutes', { minutes: Math.floor(whole / 60), seconds: whole % 60 })
  }
  if (claimedSeconds === null) return null
  const claimed = length(claimedSeconds)
  return arrivedSeconds === null
    ? t('falls-claimed', { claimed })
    : t('falls-arrived', { claimed, arrived: length(arrivedSeconds) })
}

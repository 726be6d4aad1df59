/** The load of all shifts in six figures, and the site's budget. LOAD-01. */
import type { AlarmLoad } from '@mimamori/contract/insight/alarm-load.ts'
import { useTranslation } from 'react-i18next'
import css from './load.module.css'
import { useLoadWords } from './use-load-words.ts'

export function LoadFigures({ load: { total, budgetPerHour, shifts } }: { load: AlarmLoad }) {
  const { t } = useTranslation('load')
  const { rate, length, falseShare, share, number } = useLoadWords()
  const over = shifts.reduce((sum, { overBudget }) => sum + overBudget, 0)
  const budget =
    budgetPerHour === null
      ? t('no-budget')
      : over > 0
        ? t('over-budget', { budget: budgetPerHour, count: over })
        : t('within-budget', { budget: budgetPerHour })
  return (
    <dl className={css.figures}>
      <Figure name={t('per-hour')} value={rate(total.perHour)} note={budget} isBad={over > 0} />
      <Figure
        name={t('calls')}
        value={number(total.calls)}
        note={t('answered', { answered: total.answered, alarms: total.alarms })}
      />
      <Figure name={t('judged-false')} value={falseShare(total)} note={t('of-judged', { judged: total.judged })} />
      <Figure name={t('repeated')} value={share(total.repeated, total.calls)} note={t('repeated-help')} />
      <Figure name={t('returned')} value={share(total.returned, total.calls)} note={t('returned-help')} />
      <Figure
        name={t('claimed-half')}
        value={length(total.medianSeconds)}
        note={t('claimed-most', { length: length(total.p90Seconds) })}
      />
    </dl>
  )
}

type FigureProps = { name: string; value: string; note: string; isBad?: boolean }

function Figure({ name, value, note, isBad }: FigureProps) {
  return (
    <div className={css.figure}>
      <dt>{name}</dt>
      <dd className={css.value}>{value}</dd>
      <dd className={css.note} data-bad={isBad || undefined}>
        {note}
      </dd>
    </div>
  )
}

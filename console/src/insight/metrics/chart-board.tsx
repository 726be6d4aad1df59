/** A board with a chart and, instead of it when asked for, the same numbers as a table. */
import type { ReactNode } from 'react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Card } from '#ui/layout/card.tsx'
import css from './metrics.module.css'

/** `table` is asked for only when it is shown: a month by the hour is 720 addresses to work out. */
type Props = { title: string; help?: ReactNode; chart: ReactNode; table: () => ReactNode }

export function ChartBoard({ title, help, chart, table }: Props) {
  const { t } = useTranslation('metrics')
  const [isTable, setTable] = useState(false)
  return (
    <Card
      title={title}
      help={help}
      action={
        <button type="button" className={css.switch} onClick={() => setTable(!isTable)}>
          {isTable ? t('as-chart') : t('as-table')}
        </button>
      }
    >
      {isTable ? <div className={css.scroll}>{table()}</div> : chart}
    </Card>
  )
}

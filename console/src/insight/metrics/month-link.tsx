/** A month of a table, which opens its own report. */
import { Link } from '@tanstack/react-router'
import css from './metrics.module.css'
import { useTranslator } from './use-translator.ts'

export function MonthLink({ month }: { month: string }) {
  const { day } = useTranslator()
  return (
    <Link
      to="/app/analytics"
      search={(now) => ({ ...now, month, from: undefined, to: undefined })}
      className={css.number}
    >
      {day(`${month}-01`, 'month')}
    </Link>
  )
}

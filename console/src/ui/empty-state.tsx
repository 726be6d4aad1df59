/** What stands where records would be: a drawing, one sentence, and the way out. */
import type { ReactNode } from 'react'
import css from './empty-state.module.css'

type Props = { picture: ReactNode; title: string; help?: string; action?: ReactNode; role?: 'alert' | 'status' }

export function EmptyState({ picture, title, help, action, role }: Props) {
  return (
    <div className={css.empty} role={role}>
      {picture}
      <p className={css.title}>{title}</p>
      {help && <p className={css.help}>{help}</p>}
      {action && <div className={css.action}>{action}</div>}
    </div>
  )
}

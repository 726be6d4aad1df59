/** One quiet line across a page or card: something is not as usual, and what can be done about it. */
import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import css from './notice.module.css'

type Props = { children: ReactNode; action?: { label: string; onClick: () => unknown } }

export function Notice({ children, action }: Props) {
  return (
    <div className={css.notice} role="status">
      <TriangleAlert size={18} aria-hidden className={css.icon} />
      <span className={css.text}>{children}</span>
      {action && (
        <button type="button" className={css.action} onClick={() => action.onClick()}>
          {action.label}
        </button>
      )}
    </div>
  )
}

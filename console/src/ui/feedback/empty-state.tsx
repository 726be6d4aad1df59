/** What stands where records would be: a drawing, one sentence, and the way out. */
import type { ReactNode } from 'react'
import css from './empty-state.module.css'

type Props = {
  image: ReactNode
  title: string
  help?: string
  action?: ReactNode
  role?: 'alert' | 'status'
  /** It is all that the page has to say: then its title is the heading of the page. */
  isPage?: boolean
}

export function EmptyState({ image, title, help, action, role, isPage }: Props) {
  const Title = isPage ? 'h1' : 'p'
  return (
    <div className={css.empty} role={role}>
      {image}
      <Title className={css.title}>{title}</Title>
      {help && <p className={css.help}>{help}</p>}
      {action && <div className={css.action}>{action}</div>}
    </div>
  )
}

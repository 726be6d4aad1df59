/** A flat surface with one hairline: the ground of everything that belongs together. */
import type { CSSProperties, ReactNode } from 'react'
import css from './card.module.css'

type Props = {
  /** Names the card and becomes its heading. */
  title?: ReactNode
  /** One quiet line under the title. */
  help?: ReactNode
  /** Right of the title: a link to the list behind the card. */
  action?: ReactNode
  /** No inner space: tables and images reach the edge. */
  flush?: boolean
  children: ReactNode
  style?: CSSProperties
}

export function Card({ title, help, action, flush, children, style }: Props) {
  return (
    <section className={css.card} style={style}>
      {title && (
        <div className={css.head}>
          <div className={css.words}>
            <h2 className={css.title}>{title}</h2>
            {help && <p className={css.help}>{help}</p>}
          </div>
          {action}
        </div>
      )}
      <div className={flush ? css.flush : css.body}>{children}</div>
    </section>
  )
}

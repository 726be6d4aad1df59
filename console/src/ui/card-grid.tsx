/** Cards side by side, as many as fit; a list for assistive technology. */
import type { ReactNode } from 'react'
import css from './card-grid.module.css'

type Props = {
  /** Narrowest card, px. */
  minWidth?: number
  children: ReactNode
}

/** Its children are `CardPlace`s. */
export function CardGrid({ minWidth = 264, children }: Props) {
  return (
    <ul className={css.grid} style={{ '--card-min': `${minWidth}px` } as React.CSSProperties}>
      {children}
    </ul>
  )
}

/** One place in the grid. */
export function CardPlace({ children }: { children: ReactNode }) {
  return <li className={css.place}>{children}</li>
}

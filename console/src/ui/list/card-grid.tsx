/** Cards side by side, as many as fit; a list for assistive technology. */
import { Children, Fragment, type ReactNode } from 'react'
import css from './record-cards.module.css'

/** As many as a screen shows at once. */
const BLANK = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']

/** Its children are the cards, each with a key. */
export function CardGrid({ children }: { children: ReactNode }) {
  return (
    <ul className={css.grid}>
      {Children.map(children, (card) => (
        <li className={css.place}>{card}</li>
      ))}
    </ul>
  )
}

/** Before the cards have come: the same blank card in every place. */
export function BlankCards({ children }: { children: ReactNode }) {
  return (
    <CardGrid>
      {BLANK.map((place) => (
        <Fragment key={place}>{children}</Fragment>
      ))}
    </CardGrid>
  )
}

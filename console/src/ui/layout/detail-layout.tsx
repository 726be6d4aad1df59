/** Detail pages: the main content on the left, facts and timeline on the right; stacked on narrow screens. */
import type { ReactNode } from 'react'
import css from './detail-layout.module.css'

/** Both halves are columns of cards with even gaps; below 900 px `aside` comes after `main`. */
export function DetailLayout({ main, aside }: { main: ReactNode; aside: ReactNode }) {
  return (
    <div className={css.layout}>
      <div className={css.column}>{main}</div>
      <aside className={css.column}>{aside}</aside>
    </div>
  )
}

/** Name and value, one per line. */
export function Facts({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className={css.facts}>
      {facts.map(([name, value]) => (
        <div key={name} className={css.fact}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

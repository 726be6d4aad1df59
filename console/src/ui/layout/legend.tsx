/** What the colours of a chart stand for. Charts say it in words as well: readers of the page are not read this. */
import css from './legend.module.css'

type LegendTone = 'critical' | 'medium' | 'quiet' | 'primary'

export function Legend({ items }: { items: readonly { tone: LegendTone; name: string }[] }) {
  return (
    <ul className={css.legend} aria-hidden>
      {items.map(({ tone, name }) => (
        <li key={name} data-tone={tone}>
          {name}
        </li>
      ))}
    </ul>
  )
}

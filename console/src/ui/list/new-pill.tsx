/** Announces new rows above a list; the user decides when to show them. */
import css from './new-pill.module.css'

export function NewPill({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <div className={css.place} role="status">
      <button type="button" className={css.pill} onClick={onClick}>
        ↑ {label}
      </button>
    </div>
  )
}

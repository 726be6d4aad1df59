/** Says that there is more than what is shown, above a list; the reader decides when it comes. */
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

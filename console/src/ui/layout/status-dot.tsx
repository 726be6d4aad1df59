/** The state of a device as a small mark with a word: filled dot, ring, half dot, slash. */
import css from './status-dot.module.css'

export type Status = 'online' | 'offline' | 'inactive' | 'disabled'

/** Without a `word` it is decoration: then the word must stand beside it. */
export function StatusDot({ status, word }: { status: Status; word?: string }) {
  return (
    <span className={css.status} data-status={status}>
      <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden className={css.mark}>
        {status === 'online' && <circle cx="6" cy="6" r="5" fill="currentColor" />}
        {status === 'offline' && <circle cx="6" cy="6" r="4" fill="none" stroke="currentColor" strokeWidth="2.5" />}
        {status === 'inactive' && (
          <>
            <circle cx="6" cy="6" r="4.25" fill="none" stroke="currentColor" strokeWidth="1.5" />
            <path d="M6 1.5a4.5 4.5 0 0 0 0 9z" fill="currentColor" />
          </>
        )}
        {status === 'disabled' && (
          <g fill="none" stroke="currentColor" strokeWidth="1.5">
            <circle cx="6" cy="6" r="4.25" />
            <path d="M3 9 9 3" />
          </g>
        )}
      </svg>
      {word}
    </span>
  )
}

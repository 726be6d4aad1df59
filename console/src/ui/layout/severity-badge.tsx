/** Severity as colour, shape and word at once: octagon, triangle, diamond, circle. */
import css from './severity-badge.module.css'

export type Severity = 'critical' | 'high' | 'medium' | 'low'

export const SHAPES: Record<Severity, string> = {
  critical: 'M8.3 2h7.4L22 8.3v7.4L15.7 22H8.3L2 15.7V8.3z',
  high: 'M12 2.6c.6 0 1.1.3 1.4.8l8.3 15.3c.6 1-.2 2.3-1.4 2.3H3.7c-1.2 0-2-1.3-1.4-2.3L10.6 3.4c.3-.5.8-.8 1.4-.8z',
  medium: 'm12 1.5 10.5 10.5L12 22.5 1.5 12z',
  low: 'M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18z',
}

/** The shape alone, `size` px: decoration, so the word must stand beside it. */
export function SeverityShape({ severity, size = 13 }: { severity: Severity; size?: number }) {
  return (
    <svg className={css.shape} data-severity={severity} width={size} height={size} viewBox="0 0 24 24" aria-hidden>
      <path d={SHAPES[severity]} fill="currentColor" />
    </svg>
  )
}

/** `word` comes from the caller's dictionary. */
export function SeverityBadge({ severity, word }: { severity: Severity; word: string }) {
  return (
    <span className={css.badge} data-severity={severity}>
      <SeverityShape severity={severity} />
      {word}
    </span>
  )
}

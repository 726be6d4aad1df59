/** A share of something that can run out, as a bar with its number. */
import css from './load-bar.module.css'

/** From here on it is shown as something to look at. */
const HIGH = 0.9

/** `share` null: not known. */
export function LoadBar({ label, share, text }: { label: string; share: number | null; text: string }) {
  return (
    <div className={css.line}>
      <span className={css.label}>{label}</span>
      <span className={css.text}>{text}</span>
      <span className={css.bar} aria-hidden data-high={(share ?? 0) >= HIGH || undefined}>
        <span className={css.fill} style={{ inlineSize: `${Math.round(Math.min(1, share ?? 0) * 100)}%` }} />
      </span>
    </div>
  )
}

/** The mark of the product, and the screen that shows it alone. */
import css from './loading-screen.module.css'

/** The mark: a watching eye under a roof. */
export function Logo({ size = 28 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 28 28" aria-hidden focusable="false" style={{ flex: 'none' }}>
      <circle cx="14" cy="14" r="14" fill="var(--primary)" />
      <path
        d="M5.5 15c3-5 5.6-7 8.5-7s5.5 2 8.5 7"
        fill="none"
        stroke="var(--on-primary)"
        strokeWidth="2.2"
        strokeLinecap="round"
      />
      <circle cx="14" cy="16" r="3.4" fill="var(--on-primary)" />
    </svg>
  )
}

/** While the console itself is on its way: the mark alone, and only when it takes a moment. */
export function LoadingScreen() {
  return (
    <div className={css.screen} role="status" aria-label="Mimamori">
      <Logo size={56} />
    </div>
  )
}

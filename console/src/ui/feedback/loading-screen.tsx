/** While the console itself is on its way: the mark alone, and only when it takes a moment. */

import css from './loading-screen.module.css'
import { Logo } from './logo.tsx'

export function LoadingScreen() {
  return (
    <div className={css.screen} role="status" aria-label="Mimamori">
      <Logo size={56} />
    </div>
  )
}

/** Not drawn on a phone: for choices that make no difference there. */
import type { ReactNode } from 'react'
import css from './wide-only.module.css'

export function WideOnly({ children }: { children: ReactNode }) {
  return <span className={css.wide}>{children}</span>
}

/** A link between public pages: a real address, followed without loading the page again. */
import type { MouseEvent, ReactNode } from 'react'
import css from './public-form.module.css'

type Props = { to: string; onGo: (path: string) => void; children: ReactNode }

export function PublicLink({ to, onGo, children }: Props) {
  const follow = (event: MouseEvent) => {
    // New tab, new window, download: the browser's own business.
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    onGo(to)
  }
  return (
    <a href={to} className={css.link} onClick={follow}>
      {children}
    </a>
  )
}

/** The head of every page: title, also of the window, a quiet count beside it, what can be done on the right. */
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { entitleWindow } from '#lib/browser/page-life.ts'
import css from './page-header.module.css'

type Props = {
  title: ReactNode
  /** `3 unseen of 1,284`; or a line below the title when `subtitle` says more. */
  count?: ReactNode
  subtitle?: ReactNode
  /** A back button, left of the title. */
  lead?: ReactNode
  /** Beside the title: a severity badge, a status. */
  badge?: ReactNode
  actions?: ReactNode
}

export function PageHeader({ title, count, subtitle, lead, badge, actions }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  const head = useRef<HTMLElement>(null)
  useHeadEnd(head)
  // After every drawing: a title may be an element whose words change by themselves.
  useEffect(() => entitleWindow({ page: heading.current?.textContent ?? '' }))
  useEffect(() => () => entitleWindow({ page: '' }), [])
  return (
    <header ref={head} className={css.header}>
      {lead}
      <div className={css.words}>
        <div className={css.line}>
          <h1 ref={heading} className={css.title}>
            {title}
          </h1>
          {badge}
          {count !== undefined && <span className={css.count}>{count}</span>}
        </div>
        {subtitle && <p className={css.subtitle}>{subtitle}</p>}
      </div>
      {actions && <div className={css.actions}>{actions}</div>}
    </header>
  )
}

/** Where the page's head ends, for what hovers over the page: toasts begin below the page's actions. */
function useHeadEnd(head: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const { style } = document.documentElement
    const observer = new ResizeObserver(() => {
      const endPx = (head.current?.getBoundingClientRect().bottom ?? 0) + window.scrollY
      style.setProperty('--page-head-end', `${Math.round(endPx)}px`)
    })
    observer.observe(head.current!)
    // What comes and goes above the page moves its head.
    const shellTop = document.getElementById('shell-top')
    if (shellTop) observer.observe(shellTop)
    return () => {
      observer.disconnect()
      style.removeProperty('--page-head-end')
    }
  }, [head])
}

/** The frame of public pages that are mostly text: mark, language, one column, the way back. */

import type { ReactNode } from 'react'
import type { Language } from '#lib/browser/language.ts'
import { Logo } from '#ui/feedback/logo.tsx'
import { LanguageSwitch } from './language-switch.tsx'
import { PublicLink } from './public-link.tsx'
import css from './public-page.module.css'
import { usePublicTexts } from './public-texts.ts'

type Props = PublicPageProps & { title: string; isNarrow?: boolean; children: ReactNode }

export function PublicPage({ title, isNarrow, children, onGo, onLanguage }: Props) {
  const { session: t } = usePublicTexts()
  return (
    <main className={css.page}>
      <header className={css.head}>
        <Logo /> Mimamori
        <LanguageSwitch onLanguage={onLanguage} />
      </header>
      <article className={isNarrow ? css.narrow : css.text}>
        <h1>{title}</h1>
        {children}
        <p>
          <PublicLink to="/auth/login" onGo={onGo}>
            {t.back}
          </PublicLink>
        </p>
      </article>
    </main>
  )
}

/** What every public page is handed. */
export type PublicPageProps = {
  /** The person begins to sign in: the console can be fetched meanwhile. */
  onInterest: () => void
  onGo: (path: string) => void
  onLanguage: (language: Language) => void
}

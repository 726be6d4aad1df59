/** Privacy policy and terms of use: what this installation really does, in plain words. */
import { use } from 'react'
import { Logo } from '#ui/logo.tsx'
import { LanguageSwitch } from './language-switch.tsx'
import type { Legal } from './legal-english.ts'
import { PublicLink } from './public-link.tsx'
import css from './public-page.module.css'
import type { PublicPageProps } from './public-site.tsx'
import { usePublicTexts } from './public-texts.ts'

const english = () => import('./legal-english.ts').then(({ legalEnglish }) => legalEnglish)
const japanese = () => import('./legal-japanese.ts').then(({ legalJapanese }) => legalJapanese)
const loading = new Map<string, Promise<Legal>>()

export default function LegalPage({ kind, onGo, onLanguage }: PublicPageProps & { kind: keyof Legal }) {
  const { language, session: t } = usePublicTexts()
  const { title, sections } = use(legalIn(language))[kind]
  return (
    <main className={css.page}>
      <header className={css.head}>
        <Logo /> Mimamori
        <LanguageSwitch onLanguage={onLanguage} />
      </header>
      <article className={css.text}>
        <h1>{title}</h1>
        <p className={css.quiet}>{t['legal-draft']}</p>
        {sections.map(([heading, ...paragraphs]) => (
          <section key={heading} className={css.text}>
            <h2>{heading}</h2>
            {paragraphs.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </section>
        ))}
        <p>
          <PublicLink to="/auth/login" onGo={onGo}>
            {t.back}
          </PublicLink>
        </p>
      </article>
    </main>
  )
}

/** The same promise for the same language, or React would wait for ever. */
function legalIn(language: 'en' | 'ja'): Promise<Legal> {
  const known = loading.get(language) ?? (language === 'ja' ? japanese() : english())
  loading.set(language, known)
  return known
}

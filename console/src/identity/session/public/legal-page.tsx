/** Privacy policy and terms of use: what this installation really does, in plain words. */
import { use } from 'react'
import type { Legal } from './legal-english.ts'
import css from './public-page.module.css'
import { PublicPage } from './public-page.tsx'
import type { PublicPageProps } from './public-page-props.ts'
import { usePublicTexts } from './public-texts.ts'

const english = () => import('./legal-english.ts').then(({ legalEnglish }) => legalEnglish)
const japanese = () => import('./legal-japanese.ts').then(({ legalJapanese }) => legalJapanese)
const loading = new Map<string, Promise<Legal>>()

export default function LegalPage({ kind, ...page }: PublicPageProps & { kind: keyof Legal }) {
  const { language, session: t } = usePublicTexts()
  const { title, sections } = use(legalIn(language))[kind]
  return (
    <PublicPage {...page} title={title}>
      <p className={css.quiet}>{t['legal-draft']}</p>
      {sections.map(([heading, ...paragraphs]) => (
        <section key={heading} className={css.text}>
          <h2>{heading}</h2>
          {paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </section>
      ))}
    </PublicPage>
  )
}

/** The same promise for the same language, or React would wait for ever. */
function legalIn(language: 'en' | 'ja'): Promise<Legal> {
  const known = loading.get(language) ?? (language === 'ja' ? japanese() : english())
  loading.set(language, known)
  return known
}

/** Privacy policy and terms of use: what this installation really does, in plain words. */

import loaders from 'virtual:public-texts/legal'
import type legal from '@mimamori/contract/languages/en/legal.json'
import { use } from 'react'
import type { Language } from '#lib/browser/language.ts'
import css from './public-page.module.css'
import type { PublicPageProps } from './public-page.tsx'
import { PublicPage } from './public-page.tsx'
import { usePublicTexts } from './public-texts.ts'

/** A document's texts are numbered: `terms-2` is the heading of its second section, `terms-2-1` the first paragraph there. */
type Legal = typeof legal
type LegalKind = keyof Legal extends infer Key ? (Key extends `${infer Kind}-title` ? Kind : never) : never

const loading = new Map<Language, Promise<Legal>>()

export default function LegalPage({ kind, ...page }: PublicPageProps & { kind: LegalKind }) {
  const { language, session: t } = usePublicTexts()
  const texts = use(legalIn(language))
  const title = texts[`${kind}-title`]
  const sections = sectionsOf(texts, kind)
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
function legalIn(language: Language): Promise<Legal> {
  const known = loading.get(language) ?? loaders[language]().then((it) => it.default.legal as Legal)
  loading.set(language, known)
  return known
}

/** Heading, then paragraphs; as many sections as there are headings. */
function sectionsOf(texts: Legal, kind: LegalKind): [heading: string, ...paragraphs: string[]][] {
  const entries = Object.entries(texts)
  const headings = entries.filter(([key]) => new RegExp(`^${kind}-\\d+$`).test(key))
  return headings.map(([of, heading]) => [
    heading,
    ...entries.flatMap(([key, text]) => (key.startsWith(`${of}-`) ? [text] : [])),
  ])
}

/** English or Japanese on the public pages. */
import type { Language } from '#lib/browser/language.ts'
import css from './language-switch.module.css'
import { usePublicTexts } from './public-texts.ts'

const NAMES: readonly (readonly [Language, string])[] = [
  ['en', 'English'],
  ['ja', '日本語'],
]

export function LanguageSwitch({ onLanguage }: { onLanguage: (language: Language) => void }) {
  const { language, session: t } = usePublicTexts()
  return (
    <nav className={css.switch} aria-label={t.language}>
      {NAMES.map(([value, name]) => (
        <button
          key={value}
          type="button"
          lang={value}
          className={css.choice}
          aria-pressed={value === language}
          onClick={() => onLanguage(value)}
        >
          {name}
        </button>
      ))}
    </nav>
  )
}

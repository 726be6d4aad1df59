/** The languages on the public pages. */
import { LANGUAGE_OPTIONS, type Language } from '#lib/browser/language.ts'
import css from './language-switch.module.css'
import { usePublicTexts } from './public-texts.ts'

export function LanguageSwitch({ onLanguage }: { onLanguage: (language: Language) => void }) {
  const { language, session: t } = usePublicTexts()
  return (
    <nav className={css.switch} aria-label={t.language}>
      {LANGUAGE_OPTIONS.map(({ value, label }) => (
        <button
          key={value}
          type="button"
          lang={value}
          className={css.choice}
          aria-pressed={value === language}
          onClick={() => onLanguage(value)}
        >
          {label}
        </button>
      ))}
    </nav>
  )
}

/** The left half of the login from the medium breakpoint up: a care home at night, one window lit. */
import { Logo } from '#ui/feedback/logo.tsx'
import { usePublicTexts } from './public-texts.ts'
import css from './welcome-panel.module.css'

export function WelcomePanel() {
  const { session: t } = usePublicTexts()
  return (
    <aside className={css.panel}>
      <span className={css.logo}>
        <Logo size={32} /> Mimamori
      </span>
      <div className={css.words}>
        <p className={css.title}>{t['welcome-title']}</p>
        <p className={css.text}>{t['welcome-text']}</p>
      </div>
    </aside>
  )
}

/** Sign-in (AUTH-02 to AUTH-06): welcome panel, form, the way to terms and privacy. */
import { useEffect, useState } from 'react'
import { call } from '#lib/service/api.ts'
import { session } from '#lib/session/session.ts'
import { Logo } from '#ui/feedback/logo.tsx'
import { LoginForm } from './login-form.tsx'
import css from './login-page.module.css'
import { LanguageSwitch } from './public/language-switch.tsx'
import { PublicLink } from './public/public-link.tsx'
import type { PublicPageProps } from './public/public-page.tsx'
import { usePublicTexts } from './public/public-texts.ts'
import { WelcomePanel } from './public/welcome-panel.tsx'

export function LoginPage({ onInterest, onGo, onLanguage }: PublicPageProps) {
  const { session: t } = usePublicTexts()
  const isFirstRun = useFirstRun()
  const now = session()
  const reason = now.status === 'signed-out' ? now.reason : null
  return (
    <div className={css.page}>
      <WelcomePanel />
      <main className={css.side} onFocus={onInterest} onPointerMove={onInterest}>
        <div className={css.head}>
          <span className={css.logo}>
            <Logo /> Mimamori
          </span>
          <LanguageSwitch onLanguage={onLanguage} />
        </div>
        <div className={css.form}>
          <h1 className={css.title}>{t['sign-in']}</h1>
          <p className={css.help}>{t['sign-in-help']}</p>
          {reason === 'ended' && <p className={css.notice}>{t['session-ended']}</p>}
          {reason === 'unreached' && (
            <p role="alert" className={css.notice}>
              {t['session-lives-on']}
            </p>
          )}
          {isFirstRun && (
            <p className={css.notice}>
              {t['first-run-open']}{' '}
              <PublicLink to="/auth/first-run" onGo={onGo}>
                {t['first-run-link']}
              </PublicLink>
            </p>
          )}
          <LoginForm onDone={() => location.pathname.endsWith('-unprotected') && onGo('/')} />
          <p className={css.forgotten}>
            <PublicLink to="/auth/reset-password" onGo={onGo}>
              {t.forgotten}
            </PublicLink>
          </p>
          <p className={css.legal}>
            {t['legal-line']}
            <PublicLink to="/auth/terms" onGo={onGo}>
              {t.terms}
            </PublicLink>
            {t.and}
            <PublicLink to="/auth/privacy" onGo={onGo}>
              {t.privacy}
            </PublicLink>
            {t['legal-end']}
          </p>
        </div>
      </main>
    </div>
  )
}

/** Whether this installation still waits for its first administrator. Out of reach counts as no. */
function useFirstRun(): boolean {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const leaving = new AbortController()
    call('session.firstRunOpen', {}, leaving.signal).then(
      (answer) => setOpen(answer.isOpen),
      () => undefined,
    )
    return () => leaving.abort()
  }, [])
  return isOpen
}

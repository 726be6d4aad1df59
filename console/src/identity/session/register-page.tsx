/** Registration by invitation (AUTH-14): whom it is for, then the form; without a valid one the page says so. */

import type { Invitation } from '@mimamori/contract/identity/invitation.ts'
import { useCallback, useEffect, useState } from 'react'
import { ApiError, call } from '#lib/service/api.ts'
import { errorText } from '#lib/service/error-text.ts'
import { useSession } from '#lib/session/session.ts'
import { LoadingScreen } from '#ui/feedback/logo.tsx'
import { useAccountText } from './public/account-texts.ts'
import { PublicAlert } from './public/public-field.tsx'
import css from './public/public-form.module.css'
import type { PublicPageProps } from './public/public-page.tsx'
import { PublicPage } from './public/public-page.tsx'
import { usePublicTexts } from './public/public-texts.ts'
import { RegisterForm } from './register-form.tsx'

type Looked = Invitation | 'looking' | 'none' | { error: unknown }

export default function RegisterPage(page: PublicPageProps) {
  const t = useAccountText()
  const { error: errorTexts } = usePublicTexts()
  // What stands after the # never leaves the browser by itself.
  const [token] = useState(() => location.hash.slice(1))
  const [looked, look] = useInvitation(token)
  const now = useSession()
  if (looked === 'looking') return <LoadingScreen />
  if (looked === 'none') {
    return (
      <PublicPage {...page} title={t('invitation-needed')} isNarrow>
        <p>{t('invitation-needed-help')}</p>
      </PublicPage>
    )
  }
  if ('error' in looked) {
    return (
      <PublicPage {...page} title={t('invitation-unreachable')} isNarrow>
        <PublicAlert>{errorText(looked.error, errorTexts)}</PublicAlert>
        <button type="button" className={css.submit} onClick={look}>
          {t('try-again')}
        </button>
      </PublicPage>
    )
  }
  return (
    <PublicPage {...page} title={t('register-title', { site: looked.siteName })} isNarrow>
      <p>{t('register-help', { email: looked.email })}</p>
      {now.status === 'signed-in' && <p>{t('register-other', { name: now.user.displayName })}</p>}
      <RegisterForm token={token} invitation={looked} onDone={() => page.onGo('/')} />
    </PublicPage>
  )
}

function useInvitation(token: string): [Looked, () => void] {
  const [looked, setLooked] = useState<Looked>(token ? 'looking' : 'none')
  const look = useCallback(() => {
    setLooked('looking')
    call('invitation.look', { body: { token } }).then(setLooked, (error: unknown) => {
      const isVoid = error instanceof ApiError && (error.key === 'link-invalid' || error.status === 400)
      setLooked(isVoid ? 'none' : { error })
    })
  }, [token])
  useEffect(() => {
    if (token) look()
  }, [token, look])
  return [looked, look]
}

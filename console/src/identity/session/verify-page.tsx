/** The second step after a forgotten password (AUTH-15): the code and the new password. */
import { useState } from 'react'
import { useAccountText } from './public/account-texts.ts'
import css from './public/public-form.module.css'
import { PublicLink } from './public/public-link.tsx'
import type { PublicPageProps } from './public/public-page.tsx'
import { PublicPage } from './public/public-page.tsx'
import { VerifyForm } from './verify-form.tsx'

export default function VerifyPage(page: PublicPageProps) {
  const t = useAccountText()
  const [askedFor] = useState(addressInHash)
  const [isChanged, setChanged] = useState(false)
  if (isChanged) {
    return (
      <PublicPage {...page} title={t('changed-title')} isNarrow>
        <p role="status">{t('changed-help')}</p>
        <button type="button" className={css.submit} onClick={() => page.onGo('/auth/login')}>
          {t('to-sign-in')}
        </button>
      </PublicPage>
    )
  }
  return (
    <PublicPage {...page} title={t('verify-title')} isNarrow>
      <p>{askedFor ? t('verify-sent', { email: askedFor }) : t('verify-help')}</p>
      <VerifyForm askedFor={askedFor} onChanged={() => setChanged(true)} />
      <p>
        <PublicLink to="/auth/reset-password" onGo={page.onGo}>
          {t('new-code')}
        </PublicLink>
      </p>
    </PublicPage>
  )
}

/** The e-mail address from the previous page; empty without one. */
function addressInHash(): string {
  try {
    return decodeURIComponent(location.hash.slice(1)).slice(0, 254)
  } catch {
    return ''
  }
}

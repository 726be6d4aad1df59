/** A forgotten password (AUTH-15): the address to which the code is sent. What comes of it is the same for all. */
import type { FormEvent } from 'react'
import { useState } from 'react'
import { call } from '#lib/service/api.ts'
import { errorText } from '#lib/service/error-text.ts'
import { useAccountText } from './public/account-texts.ts'
import { PublicAlert, PublicField, PublicSubmit } from './public/public-field.tsx'
import css from './public/public-form.module.css'
import { PublicLink } from './public/public-link.tsx'
import type { PublicPageProps } from './public/public-page.tsx'
import { PublicPage } from './public/public-page.tsx'
import { usePublicTexts } from './public/public-texts.ts'

export default function ResetPage(page: PublicPageProps) {
  const t = useAccountText()
  const { session: texts, error: errorTexts } = usePublicTexts()
  const [email, setEmail] = useState('')
  const [isTried, setTried] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    const address = email.trim()
    if (!address) return
    setBusy(true)
    try {
      await call('reset.request', { body: { email: address } })
      page.onGo(`/auth/verify#${encodeURIComponent(address)}`)
    } catch (error) {
      setProblem(errorText(error, errorTexts))
      setBusy(false)
    }
  }

  return (
    <PublicPage {...page} title={t('reset-title')} isNarrow>
      <p>{t('reset-help')}</p>
      <form className={css.form} noValidate onSubmit={submit}>
        {problem && <PublicAlert>{problem}</PublicAlert>}
        <PublicField
          label={texts.email}
          name="email"
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          value={email}
          onChange={(event) => setEmail(event.target.value)}
          error={isTried && !email.trim() ? t('email-required') : null}
        />
        <PublicSubmit isBusy={isBusy}>{t('send-code')}</PublicSubmit>
      </form>
      <p>{t('reset-shared')}</p>
      <p>
        <PublicLink to="/auth/verify" onGo={page.onGo}>
          {t('have-code')}
        </PublicLink>
      </p>
    </PublicPage>
  )
}

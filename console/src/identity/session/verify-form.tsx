/** Code and new password, and what the service says about them. */

import { plain } from '@mimamori/contract/shared/plain.ts'
import type { FormEvent } from 'react'
import { useState } from 'react'
import { ApiError, call } from '#lib/service/api.ts'
import { errorText } from '#lib/service/error-text.ts'
import { forgetLogin, recallLogin, toWirePassword } from '#lib/session/remembered-login.ts'
import { session, signOut } from '#lib/session/session.ts'
import { fieldErrorText, useAccountText } from './public/account-texts.ts'
import { PublicAlert, PublicField, PublicSubmit } from './public/public-field.tsx'
import css from './public/public-form.module.css'
import { PublicPassword } from './public/public-password.tsx'
import { usePublicTexts } from './public/public-texts.ts'

type Props = { askedFor: string; onChanged: () => void }

export function VerifyForm({ askedFor, onChanged }: Props) {
  const t = useAccountText()
  const { session: texts, error: errorTexts } = usePublicTexts()
  const [draft, setDraft] = useState({ email: askedFor, code: '', userPassword: '' })
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [problem, setProblem] = useState<string | null>(null)
  const [isTried, setTried] = useState(false)
  const [isBusy, setBusy] = useState(false)

  const code = draft.code.replaceAll(/\s/g, '')
  const own = {
    email: draft.email.trim() ? null : t('email-required'),
    code: /^\d{6}$/.test(code) ? null : t('code-form'),
    userPassword: draft.userPassword ? null : t('field-required'),
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (own.email ?? own.code ?? own.userPassword) return
    setBusy(true)
    try {
      const userPassword = toWirePassword(draft.userPassword)
      await call('reset.verify', { body: { email: draft.email.trim(), code, userPassword } })
      await forgetOld(draft.email.trim())
      onChanged()
    } catch (error) {
      const fields = error instanceof ApiError ? error.fields : {}
      setErrors(fields)
      setProblem(Object.keys(fields).length > 0 ? null : errorText(error, errorTexts))
      setBusy(false)
    }
  }
  const field = (name: keyof typeof draft) => ({
    name,
    value: draft[name],
    onChange: (event: { target: { value: string } }) => {
      setDraft({ ...draft, [name]: event.target.value })
      setErrors({})
    },
    error: (isTried ? own[name] : null) ?? fieldErrorText(t, errors[name], errorTexts['invalid-value']),
  })

  return (
    <form className={css.form} noValidate onSubmit={submit}>
      {problem && <PublicAlert>{problem}</PublicAlert>}
      <PublicField {...field('email')} label={texts.email} type="email" autoComplete="username" autoCapitalize="none" />
      <PublicField
        {...field('code')}
        label={t('code')}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={12}
        spellCheck={false}
      />
      {/* Strangers do not learn which site it is, and so not how long its passwords are. */}
      <PublicPassword {...field('userPassword')} label={t('new-password')} rule={t('password-rule-of-site')} />
      <PublicSubmit isBusy={isBusy}>{t('change-password')}</PublicSubmit>
    </form>
  )
}

/** The old password must not be offered again, and a session of that person in this browser is over. */
async function forgetOld(email: string): Promise<void> {
  const isSame = (other: string) => plain(other) === plain(email)
  const remembered = await recallLogin()
  if (remembered && isSame(remembered.email)) await forgetLogin()
  const now = session()
  if (now.status === 'signed-in' && isSame(now.user.email)) signOut('left')
}

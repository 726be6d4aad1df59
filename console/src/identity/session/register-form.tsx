/** The form of an invited person: name, password, language, time zone. */

import type { Invitation } from '@mimamori/contract/identity/invitation.ts'
import { LOCALES, type Locale } from '@mimamori/contract/languages/locales.ts'
import type { FormEvent } from 'react'
import { useState } from 'react'
import { LANGUAGE_OPTIONS, toLanguage } from '#lib/browser/language.ts'
import { ApiError, call } from '#lib/service/api.ts'
import { errorText } from '#lib/service/error-text.ts'
import { toWirePassword } from '#lib/session/remembered-login.ts'
import { signIn } from '#lib/session/session.ts'
import { type AccountText, fieldErrorText, useAccountText } from './public/account-texts.ts'
import { PublicAlert, PublicField, PublicSubmit } from './public/public-field.tsx'
import css from './public/public-form.module.css'
import { PublicPassword } from './public/public-password.tsx'
import { PublicSelect } from './public/public-select.tsx'
import { usePublicTexts } from './public/public-texts.ts'

const LANGUAGES = LANGUAGE_OPTIONS.map(({ value, label }) => [value, label] as const)
const NAMES = [
  { name: 'lastName', label: 'last-name', autoComplete: 'family-name' },
  { name: 'firstName', label: 'first-name', autoComplete: 'given-name' },
] as const

type Draft = { firstName: string; lastName: string; userPassword: string; locale: Locale; timezone: string }
type Props = { token: string; invitation: Invitation; onDone: () => void }

export function RegisterForm({ token, invitation, onDone }: Props) {
  const t = useAccountText()
  const { session: texts } = usePublicTexts()
  const form = useRegistration(t, token, invitation, onDone)
  const { draft, change, errorOf } = form
  // Family name first where the reader's language has it so.
  const names = LOCALES[draft.locale].isFamilyNameFirst ? NAMES : NAMES.toReversed()
  return (
    <form className={css.form} noValidate onSubmit={form.submit}>
      {form.error && <PublicAlert>{form.error}</PublicAlert>}
      {/* For the password manager: the name that belongs to the password. */}
      <input type="hidden" autoComplete="username" value={invitation.email} readOnly />
      {names.map(({ name, label, autoComplete }) => (
        <PublicField
          key={name}
          name={name}
          label={t(label)}
          autoComplete={autoComplete}
          value={draft[name]}
          onChange={(event) => change({ [name]: event.target.value })}
          error={errorOf(name)}
        />
      ))}
      <PublicPassword
        name="password"
        label={texts.password}
        rule={t('password-rule', { count: invitation.passwordMinLength })}
        value={draft.userPassword}
        onChange={(event) => change({ userPassword: event.target.value })}
        error={errorOf('userPassword')}
      />
      <PublicSelect
        label={t('locale')}
        options={LANGUAGES}
        value={draft.locale}
        onChange={(event) => change({ locale: toLanguage(event.target.value) })}
      />
      <PublicSelect
        label={t('timezone')}
        options={zonesWith(draft.timezone)}
        value={draft.timezone}
        onChange={(event) => change({ timezone: event.target.value })}
      />
      <PublicSubmit isBusy={form.isBusy}>{t('register')}</PublicSubmit>
    </form>
  )
}

/** Every zone that this browser knows, and the one of the invitation. */
function zonesWith(own: string): (readonly [string, string])[] {
  const zones = new Set([...Intl.supportedValuesOf('timeZone'), own])
  return [...zones].sort().map((zone) => [zone, zone.replaceAll('_', ' ')] as const)
}

function useRegistration(t: AccountText, token: string, invitation: Invitation, onDone: () => void) {
  const { error: errorTexts } = usePublicTexts()
  const { firstName, lastName, locale, timezone, passwordMinLength } = invitation
  const [draft, setDraft] = useState<Draft>({ firstName, lastName, userPassword: '', locale, timezone })
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [problem, setProblem] = useState<string | null>(null)
  const [isTried, setTried] = useState(false)
  const [isBusy, setBusy] = useState(false)

  const ownErrorOf = (name: 'firstName' | 'lastName' | 'userPassword') => {
    if (!draft[name].trim()) return t('field-required')
    const isShort = name === 'userPassword' && [...draft[name]].length < passwordMinLength
    return isShort ? t('password-too-short', { limit: passwordMinLength }) : null
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (ownErrorOf('firstName') ?? ownErrorOf('lastName') ?? ownErrorOf('userPassword')) return
    setBusy(true)
    try {
      const body = { ...draft, token, userPassword: toWirePassword(draft.userPassword) }
      signIn(await call('invitation.accept', { body }))
      onDone()
    } catch (error) {
      const fields = error instanceof ApiError ? error.fields : {}
      setErrors(fields)
      setProblem(fields.userPassword ? null : errorText(error, errorTexts))
      setBusy(false)
    }
  }
  return {
    draft,
    change: (part: Partial<Draft>) => {
      setDraft({ ...draft, ...part })
      setErrors({})
    },
    errorOf: (name: 'firstName' | 'lastName' | 'userPassword') =>
      (isTried ? ownErrorOf(name) : null) ?? fieldErrorText(t, errors[name], errorTexts['invalid-value']),
    error: problem,
    isBusy,
    submit,
  }
}

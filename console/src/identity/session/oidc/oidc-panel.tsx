/** Sign-in through the provider of an organization: asks for its key, and finishes what the provider sends back. REACH-41. */
import type { PasskeyAnswer } from '@mimamori/contract/identity/passkey-answer.ts'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { ApiError, call } from '#lib/service/api.ts'
import { errorText } from '#lib/service/error-text.ts'
import { notePerson } from '#lib/session/people-here.ts'
import { signIn } from '#lib/session/session.ts'
import { tryPasskey } from '../passkey-enter.ts'
import { PublicAlert, PublicField, PublicSubmit } from '../public/public-field.tsx'
import css from '../public/public-form.module.css'
import { forgetFresh, goToProvider, knownKey, takeReturn } from './oidc-journey.ts'
import { useOidcTexts } from './oidc-texts.ts'

type Props = {
  /** The password was right, and the organization requires the provider. */
  isRequired: boolean
  /** The password of the form links an account from now on. */
  onLink: (handle: string) => void
  onDone: () => void
}

export function OidcPanel(props: Props) {
  const { t, session, errors } = useOidcTexts()
  const { problem, isBusy, isCodeAsked, begin, finish, finishByPasskey } = useOidc(props)
  const [key, setKey] = useState(knownKey)
  const [code, setCode] = useState('')
  const [isTried, setTried] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (isCodeAsked) void finish({ code })
    else if (key.trim()) void begin(key.trim())
  }
  return (
    <form className={css.form} noValidate onSubmit={submit} aria-label={t.enter}>
      {problem ? (
        <PublicAlert>{problem}</PublicAlert>
      ) : (
        props.isRequired && <PublicAlert>{errors['oidc-required']}</PublicAlert>
      )}
      {isCodeAsked ? (
        <PublicField
          label={session['second-factor-code']}
          name="code"
          autoComplete="one-time-code"
          autoCapitalize="none"
          value={code}
          onChange={(event) => setCode(event.target.value)}
          autoFocus
        />
      ) : (
        <PublicField
          label={t.key}
          name="organization"
          autoComplete="organization"
          autoCapitalize="none"
          spellCheck={false}
          value={key}
          onChange={(event) => setKey(event.target.value)}
          error={isTried && !key.trim() ? t['key-needed'] : null}
        />
      )}
      <p className={css.hint}>{isCodeAsked ? session['second-factor-help'] : t['key-help']}</p>
      <PublicSubmit isBusy={isBusy}>{isCodeAsked ? session.login : t.go}</PublicSubmit>
      {isCodeAsked && (
        <button type="button" className={css.other} disabled={isBusy} onClick={finishByPasskey}>
          {session['passkey-login']}
        </button>
      )}
    </form>
  )
}

type Second = { code?: string; passkey?: PasskeyAnswer }

function useOidc({ onLink, onDone }: Props) {
  const { t, session, errors, language } = useOidcTexts()
  const [returned] = useState(takeReturn)
  const [problem, setProblem] = useState<string | null>(returned?.handle === null ? t.lost : null)
  const [isBusy, setBusy] = useState(false)
  const [isCodeAsked, setCodeAsked] = useState(false)
  const isBegun = useRef(false)

  const attempt = async (work: () => Promise<void>) => {
    setProblem(null)
    setBusy(true)
    await work().catch((error: unknown) => {
      const key = error instanceof ApiError ? error.key : null
      if (key === 'second-factor-needed' || key === 'second-factor-wrong') setCodeAsked(true)
      else if (key !== 'passkey-refused') setCodeAsked(false)
      if (key === 'oidc-email-taken') onLink(returned!.handle!)
      if (key !== 'second-factor-needed') setProblem(errorText(error, errors))
    })
    setBusy(false)
  }
  const begin = (signInKey: string) => attempt(async () => (await goToProvider(signInKey, { locale: language }))())
  const finish = (second: Second = {}) =>
    attempt(async () => {
      const { handle, answer } = returned as { handle: string; answer: string }
      const user = await call('oidc.finish', { body: { handle, answer, deviceType: 'web', ...second } })
      notePerson(user)
      forgetFresh()
      signIn(user)
      onDone()
    })
  const finishByPasskey = async () => {
    const why = await tryPasskey({ session, error: errors }, (passkey) => finish({ passkey }))
    if (why) setProblem(why)
  }
  useEffect(() => {
    if (isBegun.current || !returned?.handle) return
    isBegun.current = true
    void finish()
  })
  return { problem, isBusy, isCodeAsked, begin, finish, finishByPasskey }
}

/** The sign-in form: restores a remembered login, validates, sends, and shows errors. */

import type { PasskeyAnswer } from '@mimamori/contract/identity/passkey-answer.ts'
import type { ClipboardEvent, FormEvent } from 'react'
import { Suspense, useEffect, useRef, useState } from 'react'
import { ApiError, call } from '#lib/service/api.ts'
import { errorText } from '#lib/service/error-text.ts'
import { lazyPart } from '#lib/service/patient-load.ts'
import { deviceMarkOf } from '#lib/session/device-mark.ts'
import { isSharedBrowser, notePerson } from '#lib/session/people-here.ts'
import { forgetLogin, recallLogin, rememberLogin, toWirePassword } from '#lib/session/remembered-login.ts'
import { signIn } from '#lib/session/session.ts'
import { PublicAlert, PublicField, PublicSubmit } from './public/public-field.tsx'
import css from './public/public-form.module.css'
import { usePublicTexts } from './public/public-texts.ts'

const OidcPanel = lazyPart(async () => ({ default: (await import('./oidc/oidc-panel.tsx')).OidcPanel }))
/** The provider sent the browser back, or a link names an organization. */
const isOidcAddress = () => /[?&#](state|org)=/.test(location.search + location.hash)

/** `onDone`: the user is signed in; only needed where the page stays the same after sign-in. */
export function LoginForm({ onDone }: { onDone: () => void }) {
  const { session: t } = usePublicTexts()
  const login = useLogin(onDone)
  const [isShown, setShown] = useState(false)
  return (
    <>
      {login.oidc && (
        <Suspense>
          <OidcPanel isRequired={login.oidc === 'required'} onLink={login.setOidcHandle} onDone={onDone} />
        </Suspense>
      )}
      <form className={css.form} noValidate onSubmit={login.submit}>
        {login.problem && <PublicAlert>{login.problem}</PublicAlert>}
        <PublicField
          ref={login.nameField}
          label={t.username}
          name="username"
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          value={login.userName}
          onChange={(event) => login.setUserName(event.target.value)}
          error={login.isTried && !login.userName.trim() ? t['username-required-label'] : null}
        />
        <PublicField
          ref={login.passwordField}
          label={t.password}
          name="password"
          type={isShown && !login.isRestored ? 'text' : 'password'}
          autoComplete="current-password"
          value={login.password}
          onChange={(event) => login.typePassword(event.target.value, event.nativeEvent)}
          onPaste={login.pastePassword}
          error={login.isTried && !login.password ? t['password-required-label'] : null}
          end={
            !login.isRestored && (
              <button type="button" className={css.inside} aria-pressed={isShown} onClick={() => setShown(!isShown)}>
                {isShown ? t.hide : t.show}
              </button>
            )
          }
        />
        {login.isCodeAsked && (
          <PublicField
            ref={login.codeField}
            label={t['second-factor-code']}
            name="code"
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            value={login.code}
            onChange={(event) => login.setCode(event.target.value)}
            autoFocus
          />
        )}
        {login.isCodeAsked && <p className={css.hint}>{t['second-factor-help']}</p>}
        <label className={css.check}>
          <input
            type="checkbox"
            className="check"
            checked={login.remembers}
            disabled={login.isShared}
            onChange={(event) => login.setRemembers(event.target.checked)}
          />
          {t.remember}
        </label>
        {login.isShared && <p className={css.hint}>{t['remember-shared']}</p>}
        {login.remembers && !globalThis.isSecureContext && <p className={css.hint}>{t['remember-no-password']}</p>}
        <PublicSubmit isBusy={login.isBusy}>{t.login}</PublicSubmit>
        <button type="button" className={css.other} disabled={login.isBusy} onClick={login.enterByPasskey}>
          {t['passkey-login']}
        </button>
        {!login.oidc && (
          <button type="button" className={css.other} onClick={() => login.setOidc('chosen')}>
            {t['oidc-login']}
          </button>
        )}
      </form>
    </>
  )
}

function useLogin(onDone: () => void) {
  const { session: t, error: errorTexts } = usePublicTexts()
  const [userName, setUserName] = useState('')
  const [password, setPassword] = useState('')
  const [isRestored, setRestored] = useState(false)
  const [isShared] = useState(isSharedBrowser)
  const [remembers, setRemembers] = useState(!isShared)
  const [isTried, setTried] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [code, setCode] = useState('')
  const [isCodeAsked, setCodeAsked] = useState(false)
  const [oidc, setOidc] = useState<'chosen' | 'required' | null>(isOidcAddress() ? 'chosen' : null)
  const [oidcHandle, setOidcHandle] = useState<string>()
  const codeField = useRef<HTMLInputElement>(null)
  const nameField = useRef<HTMLInputElement>(null)
  const passwordField = useRef<HTMLInputElement>(null)

  useEffect(() => {
    if (isShared) {
      void forgetLogin()
      return
    }
    void recallLogin().then((remembered) => {
      if (!remembered) return
      // Input that was typed meanwhile has priority.
      setUserName((typed) => typed || remembered.email)
      if (passwordField.current?.value || !remembered.password) return
      setPassword(remembered.password)
      setRestored(true)
    })
  }, [isShared])

  /** A restored password cannot be read: an edit replaces it with the typed text. */
  const typePassword = (value: string, event: Event) => {
    const { inputType = '', data } = event as InputEvent
    const isWhole = inputType === '' || inputType === 'insertReplacementText'
    setPassword(!isRestored || isWhole ? value : (data ?? ''))
    setRestored(false)
  }
  const pastePassword = (event: ClipboardEvent<HTMLInputElement>) => {
    if (!isRestored) return
    event.preventDefault()
    setPassword(event.clipboardData.getData('text'))
    setRestored(false)
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    setProblem(null)
    if (!userName.trim()) return nameField.current?.focus()
    if (!password) return passwordField.current?.focus()
    if (isCodeAsked && !code.trim()) return codeField.current?.focus()
    await enter({ code: code || undefined })
  }

  /** With the second step, if it was asked for. */
  const enter = async (second: { code?: string | undefined; passkey?: PasskeyAnswer }) => {
    setProblem(null)
    setBusy(true)
    try {
      const userPassword = toWirePassword(password)
      const deviceMark = deviceMarkOf(userName)
      const body = {
        userName: userName.trim(),
        userPassword,
        deviceType: 'web',
        deviceMark,
        oidcHandle,
        ...second,
      } as const
      const user = await call('session.login', { body })
      notePerson(user)
      const isOwn = remembers && !isSharedBrowser()
      await (isOwn ? rememberLogin({ email: userName.trim(), password }) : forgetLogin())
      signIn(user)
      onDone()
    } catch (error) {
      const key = error instanceof ApiError ? error.key : null
      const isAboutCode = key === 'second-factor-needed' || key === 'second-factor-wrong'
      setBusy(false)
      if (isAboutCode) setCodeAsked(true)
      if (key === 'oidc-required') return setOidc('required')
      if (key !== 'second-factor-needed') {
        setProblem(error instanceof ApiError ? errorText(error, errorTexts) : t['invalid-credentials'])
      }
      // The field of the code takes the focus when it appears.
      const field = isAboutCode ? codeField : passwordField
      field.current?.focus()
    }
  }

  /** Beside the password where the code was asked for, else alone. */
  const enterByPasskey = async () => {
    setProblem(null)
    setBusy(true)
    try {
      const { tryPasskey } = await import('./passkey-enter.ts')
      const why = await tryPasskey(
        { session: t, error: errorTexts },
        isCodeAsked ? (passkey) => enter({ passkey }) : undefined,
      )
      if (why === 'oidc-required') setOidc('required')
      else if (why) setProblem(why)
      else if (!isCodeAsked) onDone()
    } finally {
      setBusy(false)
    }
  }

  const changeRemembers = (on: boolean) => {
    setRemembers(on)
    if (!on) void forgetLogin()
  }

  return {
    userName,
    setUserName,
    password,
    isRestored,
    isShared,
    typePassword,
    pastePassword,
    remembers,
    setRemembers: changeRemembers,
    isTried,
    isBusy,
    problem,
    ...{ code, setCode, isCodeAsked, codeField },
    nameField,
    passwordField,
    ...{ submit, enter, enterByPasskey, oidc, setOidc, setOidcHandle },
  }
}

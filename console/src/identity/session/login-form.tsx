/** The sign-in form itself: remembers, checks, sends, says what went wrong. */
import type { FormEvent } from 'react'
import { useEffect, useRef, useState } from 'react'
import { ApiError, call } from '#lib/service/api.ts'
import { errorText } from '#lib/service/error-text.ts'
import { deviceMarkOf } from '#lib/session/device-mark.ts'
import { forgetLogin, recallLogin, rememberLogin, toWirePassword } from '#lib/session/remembered-login.ts'
import { signIn } from '#lib/session/session.ts'
import { PublicAlert, PublicField, PublicSubmit } from './public/public-field.tsx'
import css from './public/public-form.module.css'
import { usePublicTexts } from './public/public-texts.ts'

/** `onDone`: signed in; where the page is the same for somebody who is, that alone leads on. */
export function LoginForm({ onDone }: { onDone: () => void }) {
  const { session: t } = usePublicTexts()
  const login = useLogin(onDone)
  const [isShown, setShown] = useState(false)
  return (
    <form className={css.form} noValidate onSubmit={login.submit}>
      {login.failure && <PublicAlert>{login.failure}</PublicAlert>}
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
        type={isShown ? 'text' : 'password'}
        autoComplete="current-password"
        value={login.password}
        onChange={(event) => login.setPassword(event.target.value)}
        error={login.isTried && !login.password ? t['password-required-label'] : null}
        end={
          <button type="button" className={css.inside} aria-pressed={isShown} onClick={() => setShown(!isShown)}>
            {isShown ? t.hide : t.show}
          </button>
        }
      />
      <label className={css.check}>
        <input
          type="checkbox"
          className="check"
          checked={login.remembers}
          onChange={(event) => login.setRemembers(event.target.checked)}
        />
        {t.remember}
      </label>
      {login.remembers && !globalThis.isSecureContext && <p className={css.hint}>{t['remember-no-password']}</p>}
      <PublicSubmit isBusy={login.isBusy}>{t.login}</PublicSubmit>
    </form>
  )
}

function useLogin(onDone: () => void) {
  const { session: t, error: errorTexts } = usePublicTexts()
  const [userName, setUserName] = useState('')
  const [password, setPassword] = useState('')
  const [remembers, setRemembers] = useState(true)
  const [isTried, setTried] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const nameField = useRef<HTMLInputElement>(null)
  const passwordField = useRef<HTMLInputElement>(null)

  useEffect(() => {
    void recallLogin().then((remembered) => {
      if (!remembered) return
      // What the person typed meanwhile is worth more.
      setUserName((typed) => typed || remembered.email)
      setPassword((typed) => typed || remembered.password)
    })
  }, [])

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    setFailure(null)
    if (!userName.trim()) return nameField.current?.focus()
    if (!password) return passwordField.current?.focus()
    setBusy(true)
    try {
      const userPassword = toWirePassword(password)
      const deviceMark = deviceMarkOf(userName)
      const body = { userName: userName.trim(), userPassword, deviceType: 'web', deviceMark } as const
      const user = await call('session.login', { body })
      await (remembers ? rememberLogin({ email: userName.trim(), password }) : forgetLogin())
      signIn(user)
      onDone()
    } catch (error) {
      setFailure(error instanceof ApiError ? errorText(error, errorTexts) : t['invalid-credentials'])
      setBusy(false)
      passwordField.current?.focus()
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
    setPassword,
    remembers,
    setRemembers: changeRemembers,
    isTried,
    isBusy,
    failure,
    nameField,
    passwordField,
    submit,
  }
}

/** An empty installation: the first administrator, created with the code that the service printed. */
import type { FormEvent } from 'react'
import { useState } from 'react'
import { ApiError, call } from '#lib/service/api.ts'
import { errorText } from '#lib/service/error-text.ts'
import { toWirePassword } from '#lib/session/remembered-login.ts'
import { signIn } from '#lib/session/session.ts'
import { PublicAlert, PublicField, PublicSubmit } from './public/public-field.tsx'
import css from './public/public-form.module.css'
import type { PublicPageProps } from './public/public-page.tsx'
import { PublicPage } from './public/public-page.tsx'
import { usePublicTexts } from './public/public-texts.ts'

const FIELDS = [
  { name: 'code', label: 'first-run-code', autoComplete: 'one-time-code', type: 'text' },
  { name: 'firstName', label: 'first-name', autoComplete: 'given-name', type: 'text' },
  { name: 'lastName', label: 'last-name', autoComplete: 'family-name', type: 'text' },
  { name: 'email', label: 'email', autoComplete: 'username', type: 'email' },
  { name: 'password', label: 'password', autoComplete: 'new-password', type: 'password' },
] as const
type Draft = Record<(typeof FIELDS)[number]['name'], string>

const EMPTY: Draft = { code: '', firstName: '', lastName: '', email: '', password: '' }

export default function FirstRunPage(page: PublicPageProps) {
  const { session: t } = usePublicTexts()
  return (
    <PublicPage {...page} title={t['first-run-title']} isNarrow>
      <p>{t['first-run-help']}</p>
      <FirstRunForm />
      <Restore />
    </PublicPage>
  )
}

/** The other choice of an empty installation. It is made where the service runs, since a restore needs an empty database. */
function Restore() {
  const { session: t } = usePublicTexts()
  return (
    <details className={css.restore}>
      <summary>{t['first-run-restore']}</summary>
      <p>{t['first-run-restore-help']}</p>
      <pre>{RESTORE.checkout}</pre>
      <p>{t['first-run-restore-release']}</p>
      <pre>{RESTORE.release}</pre>
    </details>
  )
}

const RESTORE = {
  checkout: `export MIMAMORI_DATA_DIR=.data-restored
MIMAMORI_BACKUP_PASSPHRASE=… npm run restore -- --from FOLDER
npm start -- --empty`,
  release: `systemctl stop mimamori
export MIMAMORI_DATA_DIR=/var/lib/mimamori-new
MIMAMORI_BACKUP_PASSPHRASE=… /opt/mimamori/bin/mimamori-service restore --from FOLDER`,
}

function FirstRunForm() {
  const { session: t, error: errorTexts, language } = usePublicTexts()
  const [draft, setDraft] = useState(EMPTY)
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [problem, setProblem] = useState<string | null>(null)
  const [isTried, setTried] = useState(false)
  const [isBusy, setBusy] = useState(false)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (Object.values(draft).some((value) => !value.trim())) return
    setBusy(true)
    try {
      const { password, ...person } = draft
      const timezone = Intl.DateTimeFormat().resolvedOptions().timeZone
      signIn(
        await call('session.firstRun', {
          body: { ...person, userPassword: toWirePassword(password), locale: language, timezone },
        }),
      )
    } catch (error) {
      setErrors(error instanceof ApiError ? error.fields : {})
      setProblem(errorText(error, errorTexts))
      setBusy(false)
    }
  }

  const errorOf = (name: keyof Draft) => {
    if (isTried && !draft[name].trim()) return t['field-required']
    const [key = '', limit = ''] = (errors[name === 'password' ? 'userPassword' : name] ?? '').split(' ')
    const words = (t as Record<string, string>)[key] ?? errorTexts['invalid-value']
    return key ? words.replace('{{limit}}', limit) : null
  }
  return (
    <form className={css.form} noValidate onSubmit={submit}>
      {problem && <PublicAlert>{problem}</PublicAlert>}
      {FIELDS.map(({ name, label, ...input }) => (
        <PublicField
          key={name}
          {...input}
          name={name}
          label={t[label]}
          value={draft[name]}
          onChange={(event) => setDraft({ ...draft, [name]: event.target.value })}
          error={errorOf(name)}
        />
      ))}
      <PublicSubmit isBusy={isBusy}>{t.create}</PublicSubmit>
    </form>
  )
}

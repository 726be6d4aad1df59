/**
 * auth/claim#token: the alarm of a message that rang a phone, with one button. Opening it claims nothing: previews of
 * links open it, too. REACH-02.
 */
import type { RungAlarm } from '@mimamori/contract/alerting/ringer.ts'
import { useEffect, useState } from 'react'
import { ApiError, call } from '#lib/service/api.ts'
import { errorText } from '#lib/service/error-text.ts'
import { useAccountText } from './public/account-texts.ts'
import { PublicAlert, PublicSubmit } from './public/public-field.tsx'
import css from './public/public-form.module.css'
import type { PublicPageProps } from './public/public-page.tsx'
import { PublicPage } from './public/public-page.tsx'
import { usePublicTexts } from './public/public-texts.ts'

export default function ClaimPage(page: PublicPageProps) {
  const t = useAccountText()
  const { alarm, problem, isBusy, read, claim } = useRung()
  const isOpen = alarm?.state === 'open'
  return (
    <PublicPage {...page} title={alarm?.title ?? t('claim-title')} isNarrow>
      {alarm && <p>{alarm.body}</p>}
      {problem && <PublicAlert>{problem}</PublicAlert>}
      {alarm && <p role="status">{t(`claim-${alarm.state}`)}</p>}
      {isOpen && (
        <form
          className={css.form}
          onSubmit={(event) => {
            event.preventDefault()
            void claim()
          }}
        >
          <PublicSubmit isBusy={isBusy}>{t('claim-go')}</PublicSubmit>
        </form>
      )}
      {problem && !alarm && (
        <button type="button" className={css.submit} onClick={() => void read()}>
          {t('claim-again')}
        </button>
      )}
      {!isOpen && (alarm || problem) && (
        <p>
          <a className={css.link} href="/app/alerts/list">
            {t('claim-console')}
          </a>
        </p>
      )}
    </PublicPage>
  )
}

/** What the link stands for. After an error the button stays: the press counts once, however often it is sent. */
function useRung() {
  const t = useAccountText()
  const { error: errorTexts } = usePublicTexts()
  const [token] = useState(() => location.hash.slice(1))
  const [alarm, setAlarm] = useState<RungAlarm | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const ask = async (key: 'ringClaim.read' | 'ringClaim.claim') => {
    setBusy(true)
    try {
      setAlarm(await call(key, { body: { token } }))
      setProblem(null)
    } catch (error) {
      const isInvalid = error instanceof ApiError && ['link-invalid', 'invalid-request'].includes(error.key)
      setProblem(isInvalid ? t('claim-invalid') : errorText(error, errorTexts))
      if (isInvalid) setAlarm(null)
    }
    setBusy(false)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: read once when the page opens
  useEffect(() => void ask('ringClaim.read'), [token])
  return { alarm, problem, isBusy, read: () => ask('ringClaim.read'), claim: () => ask('ringClaim.claim') }
}

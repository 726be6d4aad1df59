/** Asks who works here, by the second step or the password, and lets the call that waits go on. REACH-24. */
import { factorBegin, factorProof } from '@mimamori/contract/identity/second-factor.ts'
import { Alert, Button, Dialog, DialogContent, DialogTitle, Skeleton } from '@mui/material'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { StepForm } from '#console/identity/second-factor/step-form.tsx'
import { answerByPasskey, PasskeyHindered } from '#lib/access/passkey.ts'
import { toLanguage } from '#lib/browser/language.ts'
import { call } from '#lib/service/api.ts'
import { useCall } from '#lib/service/use-call.ts'
import { useErrorText } from '#lib/service/use-error-text.ts'
import { PROOF_BACK, PROOF_HANDLE } from '#lib/session/proof-journey.ts'
import { toWirePassword } from '#lib/session/remembered-login.ts'
import { Loaded } from '#ui/list/loaded.tsx'
import css from './factor-gate.module.css'

/** `onAnswer`: whether it is proven. */
export default function ProofDialog({ onAnswer }: { onAnswer: (isProven: boolean) => void }) {
  const { t } = useTranslation('second-factor')
  const ways = useCall(['proof'], 'proof.ways', {}, { staleTime: 0 })
  const step = {
    title: t('proof-title'),
    verb: t('proof-verb'),
    saved: null,
    onSaved: () => onAnswer(true),
    onCancel: () => onAnswer(false),
  }
  return (
    <Dialog open onClose={step.onCancel} maxWidth="xs" fullWidth>
      <DialogTitle>{t('proof-title')}</DialogTitle>
      <DialogContent className={css.column}>
        <p>{t('proof-help')}</p>
        <Loaded query={ways} isPart skeleton={<Skeleton height={96} />}>
          {({ code, passkey, provider }) => (
            <>
              {passkey && <ByPasskey onProven={step.onSaved} />}
              {code && (
                <StepForm
                  {...step}
                  schema={factorProof}
                  values={{ code: '' }}
                  field="code"
                  label={t('code-or-recovery')}
                  save={(body) => call('proof.give', { body })}
                />
              )}
              {!code && !passkey && provider !== null && <ByProvider onLeave={step.onCancel} />}
              {!code && !passkey && provider === null && (
                <StepForm
                  {...step}
                  schema={factorBegin}
                  values={{ currentPassword: '' }}
                  field="currentPassword"
                  label={t('password')}
                  isPassword
                  save={({ currentPassword }) =>
                    call('proof.give', { body: { currentPassword: toWirePassword(currentPassword) } })
                  }
                />
              )}
            </>
          )}
        </Loaded>
      </DialogContent>
    </Dialog>
  )
}

function ByPasskey({ onProven }: { onProven: () => void }) {
  const { t } = useTranslation('second-factor')
  const errorText = useErrorText()
  const [problem, setProblem] = useState<unknown>(null)
  const prove = async () => {
    setProblem(null)
    try {
      await call('proof.give', { body: { passkey: await answerByPasskey() } })
      onProven()
    } catch (error) {
      setProblem(error)
    }
  }
  const text = (error: unknown) =>
    error instanceof PasskeyHindered ? t(`passkey-${error.hindrance}`, { address: error.origin }) : errorText(error)
  return (
    <>
      <Button variant="contained" onClick={prove}>
        {t('proof-passkey')}
      </Button>
      {problem !== null && <Alert severity="error">{text(problem)}</Alert>}
    </>
  )
}

/** The session stays: what was asked for is pressed again afterwards, on the same page. */
function ByProvider({ onLeave }: { onLeave: () => void }) {
  const { t, i18n } = useTranslation('second-factor')
  const errorText = useErrorText()
  const [problem, setProblem] = useState<unknown>(null)
  const prove = async () => {
    setProblem(null)
    try {
      const departure = await call('oidc.beginProof', { body: { locale: toLanguage(i18n.language) } })
      onLeave()
      leaveToProve(departure)
    } catch (error) {
      setProblem(error)
    }
  }
  return (
    <>
      <p>{t('proof-provider-help')}</p>
      <Button variant="contained" onClick={prove}>
        {t('proof-provider')}
      </Button>
      {problem !== null && <Alert severity="error">{errorText(problem)}</Alert>}
    </>
  )
}

/** The browser leaves, and returns to this page. */
function leaveToProve({ url, handle }: { url: string; handle: string }): void {
  sessionStorage.setItem(PROOF_HANDLE, handle)
  sessionStorage.setItem(PROOF_BACK, `${location.pathname}${location.search}`)
  location.assign(url)
}

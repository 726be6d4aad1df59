/** Two-step sign-in of the user's account: set up with an app, recovery codes, switched off. REACH-20. */
import { factorProof } from '@mimamori/contract/identity/second-factor.ts'
import { Button, Skeleton } from '@mui/material'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useUser } from '#lib/session/session.ts'
import { useTime } from '#lib/time/use-time.ts'
import { Notice } from '#ui/feedback/notice.tsx'
import { Card } from '#ui/layout/card.tsx'
import { Loaded } from '#ui/list/loaded.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import css from './second-factor.module.css'
import { useFactorDeeds, useSecondFactor } from './second-factor-queries.ts'
import { SetUpFactor } from './set-up-factor.tsx'
import { StepForm } from './step-form.tsx'

/** Fewer recovery codes than this are named as few. */
const FEW = 3

export function SecondFactorCard() {
  const { t } = useTranslation('second-factor')
  const { type, role, impersonatedTenant } = useUser()
  // The demo's accounts are shared with everybody.
  if (impersonatedTenant || role === 'DEMO_USER') return null
  return <Card title={t('title')}>{type === 'SHARED' ? <p className={css.quiet}>{t('shared')}</p> : <Own />}</Card>
}

type Step = 'set-up' | 'renew' | 'switch-off' | null

function Own() {
  const { t } = useTranslation('second-factor')
  const { date } = useTime()
  const query = useSecondFactor()
  const { renew, remove } = useFactorDeeds()
  const [step, setStep] = useState<Step>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const end = () => setStep(null)
  const show = ({ recoveryCodes }: { recoveryCodes: readonly string[] }) => {
    setCodes(recoveryCodes)
    end()
  }
  if (step === 'set-up') return <SetUpFactor onDone={show} onCancel={end} />
  const proof = { schema: factorProof, values: { code: '' }, field: 'code', label: t('code-or-recovery') } as const
  if (step === 'renew') {
    return <StepForm {...proof} verb={t('renew')} saved={t('renewed')} save={renew} onSaved={show} onCancel={end} />
  }
  if (step === 'switch-off') {
    return (
      <StepForm
        {...proof}
        verb={t('switch-off')}
        saved={t('switched-off')}
        save={remove}
        onSaved={end}
        onCancel={end}
      />
    )
  }
  return (
    <Loaded query={query} isPart skeleton={<Skeleton height={60} />}>
      {({ onSince, recoveryLeft: left }) => (
        <div className={css.lines}>
          {codes && <RecoveryCodes codes={codes} onClose={() => setCodes(null)} />}
          <p className={css.quiet}>{onSince ? t('on', { day: date(onSince), left }) : t('off')}</p>
          {onSince && left < FEW && <Notice>{t('few', { left })}</Notice>}
          <div className={css.buttons}>
            {onSince ? (
              <>
                <Button onClick={() => setStep('renew')}>{t('renew')}</Button>
                <Button color="error" onClick={() => setStep('switch-off')}>
                  {t('switch-off')}
                </Button>
              </>
            ) : (
              <Button onClick={() => setStep('set-up')}>{t('set-up')}</Button>
            )}
          </div>
        </div>
      )}
    </Loaded>
  )
}

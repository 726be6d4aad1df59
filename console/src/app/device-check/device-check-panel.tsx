/** The steps of a device's check, one after the other; the page and its alarms stay usable beside them. ALARM-03. */
import type { ProofStepResult, ProofSteps } from '@mimamori/contract/identity/device-proof.ts'
import { Button } from '@mui/material'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { thisDevice } from '#console/alerting/notification/push-registration.ts'
import { call } from '#lib/service/api.ts'
import { useErrorText } from '#lib/service/use-error-text.ts'
import { notifySuccess } from '#ui/feedback/toast.ts'
import css from './device-check.module.css'
import { InstallStep } from './install-step.tsx'
import { NotificationStep } from './notification-step.tsx'
import { SilentStep } from './silent-step.tsx'
import { SoundStep } from './sound-step.tsx'
import { TestAlarmStep } from './test-alarm-step.tsx'

const STEPS = ['sound', 'notification', 'install', 'silent', 'test'] as const
type Step = (typeof STEPS)[number]
type Seen = { isSeen: boolean; isHeard: boolean }

const NONE: ProofSteps = { sound: 'skipped', notification: 'skipped', install: 'skipped', silent: 'skipped' }

export function DeviceCheckPanel({ onEnd }: { onEnd: () => void }) {
  const { t } = useTranslation('device-check')
  const errorText = useErrorText()
  const [step, setStep] = useState<Step>('sound')
  const [results, setResults] = useState(NONE)
  const heading = useRef<HTMLHeadingElement>(null)
  const title = useId()
  const saving = useMutation({
    mutationFn: (seen: Seen) => call('deviceProof.save', { body: { ...thisDevice(), steps: results, ...seen } }),
    onSuccess: ({ provenAt }) => {
      if (provenAt !== null) notifySuccess(t('proven'))
      onEnd()
    },
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: each step begins at its heading
  useEffect(() => heading.current?.focus(), [step])
  const next = (of: keyof ProofSteps) => (result: ProofStepResult) => {
    setResults((before) => ({ ...before, [of]: result }))
    setStep(STEPS[STEPS.indexOf(of) + 1]!)
  }
  const later = () => saving.mutate({ isSeen: false, isHeard: false })
  return (
    <section className={css.panel} aria-labelledby={title}>
      <h2 id={title} ref={heading} tabIndex={-1} className={css.title}>
        {t(`${step}-title`)}
      </h2>
      <p className={css.count}>{t('step-of', { step: STEPS.indexOf(step) + 1, steps: STEPS.length })}</p>
      {step === 'sound' && <SoundStep onNext={next('sound')} />}
      {step === 'notification' && <NotificationStep onNext={next('notification')} />}
      {step === 'install' && <InstallStep onNext={next('install')} />}
      {step === 'silent' && <SilentStep onNext={next('silent')} />}
      {step === 'test' && <TestAlarmStep isSaving={saving.isPending} onDone={saving.mutate} />}
      {saving.error && (
        <p role="alert" className={css.error}>
          {errorText(saving.error)}
        </p>
      )}
      <Button variant="text" color="inherit" className={css.later!} disabled={saving.isPending} onClick={later}>
        {t('later')}
      </Button>
    </section>
  )
}

/** The test alarm without the steps before it: it is seen and heard on this device, which proves it. DOOR-01, PROOF-01. */
import { Alert } from '@mui/material'
import { useMutation } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { changeSound } from '#console/alerting/alarm/sound/alarm-sound.ts'
import { thisDevice } from '#console/alerting/notification/push-registration.ts'
import { call } from '#lib/service/api.ts'
import { useErrorText } from '#lib/service/use-error-text.ts'
import css from './device-check.module.css'
import { TestAlarmStep } from './test-alarm-step.tsx'

const STEPS = { sound: 'done', silent: 'skipped', notification: 'skipped', install: 'skipped' } as const

export function TestAlarmHere() {
  const { t } = useTranslation('device-check')
  const errorText = useErrorText()
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: (seen: { isSeen: boolean; isHeard: boolean }) => {
      changeSound({ isOn: true })
      return call('deviceProof.save', { body: { ...thisDevice(), steps: STEPS, ...seen } })
    },
  })
  if (data?.provenAt) {
    return (
      <p role="status" className={css.proven}>
        <CircleCheck size={20} aria-hidden />
        {t('proven')}
      </p>
    )
  }
  return (
    <>
      <TestAlarmStep isSaving={isPending} onDone={mutate} />
      {error && <Alert severity="error">{errorText(error)}</Alert>}
    </>
  )
}

/** A test alarm that looks and sounds like one; the person says that it was seen, and that it was heard. ALARM-03, PROOF-01. */
import { Button, Checkbox, FormControlLabel } from '@mui/material'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { sound, useSoundSetting } from '#console/alerting/alarm/sound/alarm-sound.ts'
import { EVERY_MS } from '#console/alerting/alarm/sound/alarm-tones.ts'
import { pushState } from '#console/alerting/notification/push-registration.ts'
import { useSample } from '#console/alerting/notification/use-sample.ts'
import { mayCall } from '#lib/access/access.ts'
import { useUser } from '#lib/session/session.ts'
import { SeverityShape } from '#ui/layout/severity-badge.tsx'
import css from './device-check.module.css'

type Props = { isSaving: boolean; onDone: (seen: { isSeen: boolean; isHeard: boolean }) => void }

export function TestAlarmStep({ isSaving, onDone }: Props) {
  const { t } = useTranslation('device-check')
  const { role } = useUser()
  const sample = useSample()
  const [isRunning, setRunning] = useState(false)
  const [isSeen, setSeen] = useState(false)
  const [isHeard, setHeard] = useState(false)
  useRepeatedSound(isRunning && !isHeard)
  const hasPush = pushState() === 'on' && mayCall(role, 'alert.sendSample')
  const pushed = sample.error ? 'missing' : sample.state
  const start = () => {
    setRunning(true)
    if (hasPush) sample.send()
  }
  return (
    <>
      <p>{t('test-help')}</p>
      {isRunning && (
        <p className={css.alarm}>
          <SeverityShape severity="critical" size={20} />
          <strong>{t('test-alarm')}</strong>
        </p>
      )}
      {pushed !== 'none' && <p role="status">{t(`push-${pushed}`)}</p>}
      {isRunning && (
        <div className={css.answers}>
          <FormControlLabel
            control={<Checkbox checked={isSeen} onChange={(_, is) => setSeen(is)} />}
            label={t('test-seen')}
          />
          <FormControlLabel
            control={<Checkbox checked={isHeard} onChange={(_, is) => setHeard(is)} />}
            label={t('test-heard')}
          />
        </div>
      )}
      <div className={css.actions}>
        {isRunning ? (
          <Button
            variant="contained"
            loading={isSaving}
            disabled={!isSeen || !isHeard}
            onClick={() => onDone({ isSeen, isHeard })}
          >
            {t('test-done')}
          </Button>
        ) : (
          <Button variant="contained" onClick={start}>
            {t('test-start')}
          </Button>
        )}
      </div>
    </>
  )
}

/** As an alarm that nobody answers sounds. */
function useRepeatedSound(isOn: boolean): void {
  const { volume } = useSoundSetting(useUser().role)
  useEffect(() => {
    if (!isOn) return
    void sound('critical', volume)
    const timer = setInterval(() => void sound('critical', volume), EVERY_MS.critical)
    return () => clearInterval(timer)
  }, [isOn, volume])
}

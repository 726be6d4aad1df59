/** Switches the alarm's sound on and lets the person hear it. ALARM-03. */
import type { ProofStepResult } from '@mimamori/contract/identity/device-proof.ts'
import { Button } from '@mui/material'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { changeSound, mayBeHeard, sound, useSoundSetting } from '#console/alerting/alarm/sound/alarm-sound.ts'
import { useUser } from '#lib/session/session.ts'
import css from './device-check.module.css'

export function SoundStep({ onNext }: { onNext: (result: ProofStepResult) => void }) {
  const { t } = useTranslation('device-check')
  const { volume } = useSoundSetting(useUser().role)
  const [isBlocked, setBlocked] = useState<boolean | null>(null)
  const play = async () => {
    changeSound({ isOn: true })
    setBlocked(!(await mayBeHeard()))
    await sound('critical', volume)
  }
  return (
    <>
      <p>{t('sound-help')}</p>
      {isBlocked && <p role="alert">{t('sound-blocked')}</p>}
      <div className={css.actions}>
        <Button variant={isBlocked === false ? 'outlined' : 'contained'} onClick={() => void play()}>
          {t('sound-play')}
        </Button>
        {isBlocked === false && (
          <Button variant="contained" onClick={() => onNext('done')}>
            {t('sound-heard')}
          </Button>
        )}
        <Button variant="text" onClick={() => onNext(isBlocked ? 'impossible' : 'skipped')}>
          {t('skip')}
        </Button>
      </div>
    </>
  )
}

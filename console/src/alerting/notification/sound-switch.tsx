/** Whether this browser sounds when a critical alert is raised; off until somebody wants it. */
import { Switch } from '@mui/material'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isSoundOn, setSound } from './alert-sound.ts'
import css from './notification-card.module.css'

export function SoundSwitch() {
  const { t } = useTranslation('notification')
  const [isOn, setOn] = useState(isSoundOn)
  const help = useId()
  return (
    <div className={css.part}>
      {/* biome-ignore lint/a11y/noLabelWithoutControl: the switch is the control. */}
      <label className={css.line}>
        <span className={css.heading}>{t('sound')}</span>
        <Switch
          checked={isOn}
          onChange={(_, on) => {
            setSound(on)
            setOn(on)
          }}
          slotProps={{ input: { 'aria-describedby': help } }}
        />
      </label>
      <p id={help} className={css.quiet}>
        {t('sound-help')}
      </p>
    </div>
  )
}

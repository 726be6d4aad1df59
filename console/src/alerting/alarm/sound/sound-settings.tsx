/** In the own settings: whether this device sounds for alarms, how loud, and how it sounds. ALARM-03. */
import { Button, Slider, Switch } from '@mui/material'
import { Volume1, Volume2 } from 'lucide-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useUser } from '#lib/session/session.ts'
import { changeSound, sound, useSoundSetting } from './alarm-sound.ts'
import css from './sound-settings.module.css'

const PATTERNS = ['critical', 'high', 'other'] as const

export function SoundSettings() {
  const { t } = useTranslation('alarm')
  const { role } = useUser()
  const { isOn, volume } = useSoundSetting(role)
  const help = useId()
  return (
    <div className={css.part}>
      {/* biome-ignore lint/a11y/noLabelWithoutControl: the switch is the control. */}
      <label className={css.line}>
        <span className={css.heading}>{t('sound')}</span>
        <Switch
          checked={isOn}
          onChange={(_, on) => changeSound({ isOn: on })}
          slotProps={{ input: { 'aria-describedby': help } }}
        />
      </label>
      <p id={help} className={css.quiet}>
        {t('sound-help')}
      </p>
      <div className={css.volume}>
        <Volume1 size={20} aria-hidden />
        <Slider
          aria-label={t('volume')}
          min={10}
          max={100}
          step={5}
          value={Math.round(volume * 100)}
          valueLabelDisplay="auto"
          onChange={(_, value) => changeSound({ volume: Number(value) / 100 })}
          onChangeCommitted={(_, value) => void sound('high', Number(value) / 100)}
        />
        <Volume2 size={20} aria-hidden />
      </div>
      <div className={css.tests}>
        {PATTERNS.map((pattern) => (
          <Button key={pattern} variant="outlined" color="inherit" onClick={() => void sound(pattern, volume)}>
            {t(`test-${pattern}`)}
          </Button>
        ))}
      </div>
    </div>
  )
}

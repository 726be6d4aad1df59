/** How the console looks for this person on this device (GEN-06). */
import { Button, Drawer, IconButton, Switch } from '@mui/material'
import { X } from 'lucide-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { ThemeSettings } from '#lib/browser/theme-settings.ts'
import {
  changeThemeSettings,
  DEFAULT_SETTINGS,
  DIRECTIONS,
  LAYOUTS,
  PRESETS,
  SCHEMES,
  useThemeSettings,
} from '#lib/browser/theme-settings.ts'
import { Segmented } from '#ui/list/filter/segmented.tsx'
import css from './theme-drawer.module.css'

export default function ThemeDrawer({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['app', 'ui'])
  return (
    <Drawer anchor="right" open onClose={onClose} slotProps={{ paper: { className: css.paper } }}>
      <div className={css.head}>
        <h2 className={css.title}>{t('appearance')}</h2>
        <IconButton aria-label={t('ui.close')} onClick={onClose}>
          <X size={20} />
        </IconButton>
      </div>
      <ThemeChoices />
    </Drawer>
  )
}

function ThemeChoices() {
  const { t } = useTranslation(['appearance', 'app'])
  const { scheme, layout, direction, stretch } = useThemeSettings()
  const fullWidthHelp = useId()
  const change = (part: Partial<ThemeSettings>) => changeThemeSettings(part)
  return (
    <div className={css.choices}>
      <h3 className={css.label}>{t('scheme')}</h3>
      <Segmented
        label={t('scheme')}
        value={scheme}
        options={SCHEMES.map((value) => ({ value, label: t(`scheme-${value}`) }))}
        onChange={(value) => change({ scheme: value })}
      />
      <h3 className={css.label}>{t('colour')}</h3>
      <PresetChoice />
      <h3 className={css.label}>{t('layout')}</h3>
      <Segmented
        label={t('layout')}
        value={layout}
        options={LAYOUTS.map((value) => ({ value, label: t(`app.layout-${value}`) }))}
        onChange={(value) => change({ layout: value })}
      />
      <h3 className={css.label}>{t('direction')}</h3>
      <Segmented
        label={t('direction')}
        value={direction}
        options={DIRECTIONS.map((value) => ({ value, label: t(`direction-${value}`) }))}
        onChange={(value) => change({ direction: value })}
      />
      {/* biome-ignore lint/a11y/noLabelWithoutControl: the switch is the control. */}
      <label className={css.switch}>
        <span>
          <strong>{t('full-width')}</strong>
          <span id={fullWidthHelp} className={css.help}>
            {t('full-width-help')}
          </span>
        </span>
        <Switch
          checked={stretch}
          onChange={(_, on) => change({ stretch: on })}
          slotProps={{ input: { 'aria-describedby': fullWidthHelp } }}
        />
      </label>
      <Button onClick={() => change(DEFAULT_SETTINGS)}>{t('reset-appearance')}</Button>
    </div>
  )
}

function PresetChoice() {
  const { t } = useTranslation('appearance')
  const { preset } = useThemeSettings()
  return (
    <div className={css.presets} role="radiogroup" aria-label={t('colour')}>
      {PRESETS.map((value) => (
        <label key={value} className={css.preset} data-on={value === preset || undefined} data-preset-sample={value}>
          <input
            type="radio"
            name="preset"
            className="visually-hidden"
            checked={value === preset}
            onChange={() => changeThemeSettings({ preset: value })}
          />
          <span className={css.sample} />
          {t(`preset-${value}`)}
        </label>
      ))}
    </div>
  )
}

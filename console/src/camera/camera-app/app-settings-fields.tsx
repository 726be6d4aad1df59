/** The fields of an app's settings, by app: the shared ones, its own, its subscribers, its schedule. APP-03 to APP-05. */

import { SENSITIVITIES } from '@mimamori/contract/camera/app-thresholds.ts'
import type { CameraDetail } from '@mimamori/contract/camera/camera.ts'
import type { CameraApp } from '@mimamori/contract/camera/camera-app.ts'
import { hasOwnApplication } from '@mimamori/contract/camera/camera-fields.ts'
import { BED_APP_CODES } from '@mimamori/contract/camera/place/beds.ts'
import { APPS, SEVERITIES } from '@mimamori/contract/shared/app-catalogue.ts'
import { PenTool } from 'lucide-react'
import { useController, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { SwitchField } from '#ui/form/field/checkbox-field.tsx'
import { NumberField } from '#ui/form/field/number-field.tsx'
import { SelectField } from '#ui/form/field/select-field.tsx'
import { FieldRow, FormSection } from '#ui/form/record-form.tsx'
import { LinkButton } from '#ui/layout/link-button.tsx'
import { ScheduleEditor } from '#ui/schedule-editor/schedule-editor.tsx'
import { useScheduleWords } from '#ui/schedule-editor/schedule-words.ts'
import css from './app-settings.module.css'
import type { AppFormControl } from './app-settings-form-values.ts'
import { AppSettingsOwn } from './app-settings-own.tsx'
import { AppSettingsPeople } from './app-settings-people.tsx'
import { SeverityField } from './severity-field.tsx'

type Props = { camera: CameraDetail; app: CameraApp; control: AppFormControl }

export function AppSettingsFields({ camera, app, control }: Props) {
  const isWatching = 'regions' in app.settings
  return (
    <>
      {isWatching && <General camera={camera} app={app} control={control} />}
      <AppSettingsOwn camera={camera} appCode={app.appCode} control={control} />
      {'subscribers' in app.settings && <AppSettingsPeople camera={camera} control={control} settings={app.settings} />}
      <When app={app} control={control} />
    </>
  )
}

function General({ camera, app, control }: Props) {
  const { t } = useTranslation('app-settings')
  const environments = (['cloud', 'camera'] as const).map((value) => ({ value, label: t(`environment-${value}`) }))
  const levels = SENSITIVITIES.map((value) => ({ value, label: t(`sensitivity-${value}`) }))
  const usual = APPS[app.appCode].severity
  return (
    <FormSection title={t('general')} help={t('general-help')}>
      {hasOwnApplication(camera.type) && (
        <SelectField
          control={control}
          name="settings.inferenceEnvironment"
          label={t('environment')}
          options={environments}
          helperText={t('environment-help')}
        />
      )}
      <FieldRow>
        <SelectField control={control} name="settings.sensitivity" label={t('sensitivity')} options={levels} />
        {usual && <SeverityField control={control} usual={usual} severities={SEVERITIES} />}
      </FieldRow>
      <NumberField
        control={control}
        name="settings.snoozeSeconds"
        label={t('snooze')}
        unit={t('seconds')}
        helperText={t('snooze-help')}
        required
      />
      <Regions camera={camera} app={app} control={control} />
    </FormSection>
  )
}

function Regions({ camera, app, control }: Props) {
  const { t } = useTranslation('app-settings')
  const { fieldState } = useController({ control, name: 'settings.regions' })
  const { t: region } = useTranslation('region')
  const count = 'regions' in app.settings ? app.settings.regions.length : 0
  const isAboutBed = BED_APP_CODES.includes(app.appCode)
  const what = isAboutBed ? 'beds' : 'regions'
  return (
    <div className={css.regions}>
      <div>
        <strong>{t(what)}</strong>
        <p className={isAboutBed && count === 0 ? css.error : css.quiet}>
          {count === 0 ? t(`${what}-none`) : t(`${what}-count`, { number: count })}
        </p>
        {fieldState.error && (
          <p className={css.error} role="alert">
            {region('one-only')}
          </p>
        )}
      </div>
      <LinkButton
        to="/app/cameras/edit/$cameraId/regions"
        params={{ cameraId: camera.id }}
        search={{ layer: isAboutBed ? 'beds' : app.appCode }}
        startIcon={<PenTool size={18} />}
      >
        {t(`edit-${what}`)}
      </LinkButton>
    </div>
  )
}

function When({ app, control }: { app: CameraApp; control: AppFormControl }) {
  const { t } = useTranslation('app-settings')
  const words = useScheduleWords()
  const { field } = useController({ control, name: 'week' })
  const hasOwn = useWatch({ control, name: 'hasOwnSchedule' })
  const from = app.scheduleFrom === 'camera' ? 'none' : app.scheduleFrom
  const followed = app.schedule === null ? app.effectiveSchedule : null
  return (
    <FormSection title={t('schedule')} help={hasOwn ? undefined : t(`follows-${from}`, { schedule: words(followed) })}>
      <SwitchField control={control} name="hasOwnSchedule" label={t('own-schedule')} />
      {hasOwn && <ScheduleEditor label={t('schedule')} value={field.value} onChange={field.onChange} />}
    </FormSection>
  )
}

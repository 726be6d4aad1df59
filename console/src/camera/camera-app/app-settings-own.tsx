/** Settings of one app alone: motion, fall, bed exit. APP-04, APP-05. */

import { EXIT_SIDES } from '@mimamori/contract/camera/app-thresholds.ts'
import type { CameraDetail } from '@mimamori/contract/camera/camera.ts'
import type { AppCode } from '@mimamori/contract/shared/app-catalogue.ts'
import { Alert, FormControlLabel, Radio, RadioGroup } from '@mui/material'
import { useController } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { ProFeature } from '#shared/pro-feature.tsx'
import { useSettingsErrors } from '#shared/use-settings-errors.ts'
import { SwitchField } from '#ui/form/field/checkbox-field.tsx'
import { NumberField } from '#ui/form/field/number-field.tsx'
import { SelectField } from '#ui/form/field/select-field.tsx'
import { TimeField } from '#ui/form/field/time-field.tsx'
import { FieldRow, FormSection } from '#ui/form/record-form.tsx'
import type { AppFormControl } from './app-settings-form-values.ts'

type Props = { camera: CameraDetail; appCode: AppCode; control: AppFormControl }

export function AppSettingsOwn({ camera, appCode, control }: Props) {
  if (appCode === 'A003') return <Motion camera={camera} control={control} />
  if (appCode === 'A005') return <Fall camera={camera} control={control} />
  return appCode === 'A006' ? <BedExit control={control} /> : null
}

function Motion({ camera, control }: Omit<Props, 'appCode'>) {
  const { t } = useTranslation('app-settings')
  return (
    <FormSection title={t('detection')}>
      <FieldRow>
        <NumberField
          control={control}
          name="settings.pixelChangePercent"
          label={t('pixel-change')}
          unit="%"
          helperText={t('pixel-change-help', { value: camera.pixelChangePercent })}
        />
        <NumberField
          control={control}
          name="settings.motionDurationSeconds"
          label={t('motion-duration')}
          unit={t('seconds')}
          helperText={t('motion-duration-help', { value: camera.motionDurationSeconds })}
        />
      </FieldRow>
    </FormSection>
  )
}

function Fall({ camera, control }: Omit<Props, 'appCode'>) {
  const { t } = useTranslation('app-settings')
  const { field } = useController({ control, name: 'settings.model' })
  const modelErrors = useSettingsErrors(camera.shadow.errors, 'model-')
  return (
    <FormSection title={t('fall-model')} help={t('fall-model-help')}>
      <RadioGroup aria-label={t('fall-model')} {...field}>
        <FormControlLabel value="standard" control={<Radio />} label={t('model-standard')} />
        <ProFeature feature="advanced-fall-model" inline>
          <FormControlLabel value="advanced" control={<Radio />} label={t('model-advanced')} />
        </ProFeature>
      </RadioGroup>
      {modelErrors && field.value === 'advanced' && <Alert severity="warning">{modelErrors}</Alert>}
      <SelectField
        control={control}
        name="settings.lookIn"
        label={t('look-in')}
        options={[
          { value: 'quiet', label: t('look-in-quiet') },
          { value: 'possible', label: t('look-in-possible') },
        ]}
        helperText={t('look-in-help')}
      />
      <SwitchField
        control={control}
        name="settings.measuresOnly"
        label={t('measures-only')}
        helperText={t('measures-only-help')}
      />
    </FormSection>
  )
}

function BedExit({ control }: { control: AppFormControl }) {
  const { t } = useTranslation('app-settings')
  const sides = EXIT_SIDES.map((value) => ({ value, label: t(`sides-${value}`) }))
  return (
    <FormSection title={t('detection')}>
      <FieldRow>
        <NumberField
          control={control}
          name="settings.insidePercent"
          label={t('inside-percent')}
          unit="%"
          helperText={t('inside-percent-help')}
          required
        />
        <NumberField
          control={control}
          name="settings.crossPercent"
          label={t('cross-percent')}
          unit="%"
          helperText={t('cross-percent-help')}
          required
        />
      </FieldRow>
      <FieldRow>
        <NumberField
          control={control}
          name="settings.maxMergedContours"
          label={t('max-contours')}
          helperText={t('max-contours-help')}
          required
        />
        <SelectField
          control={control}
          name="settings.exitSides"
          label={t('exit-sides')}
          options={sides}
          helperText={t('exit-sides-help')}
        />
      </FieldRow>
      <NotBack control={control} />
    </FormSection>
  )
}

/** How long an exit waits for the resident's return, and when. NIGHT-06. */
function NotBack({ control }: { control: AppFormControl }) {
  const { t } = useTranslation('app-settings')
  return (
    <>
      <NumberField
        control={control}
        name="settings.notBackWithinMinutes"
        label={t('not-back')}
        unit={t('minutes')}
        helperText={t('not-back-help')}
        required
      />
      <FieldRow>
        <TimeField
          control={control}
          name="settings.notBackFromMinute"
          label={t('not-back-from')}
          helperText={t('not-back-hours-help')}
        />
        <TimeField control={control} name="settings.notBackToMinute" label={t('not-back-to')} />
      </FieldRow>
    </>
  )
}

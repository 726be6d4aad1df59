/** Which alerts of the site need an answer, and how long a claim lasts. ALARM-01, ALARM-02. */
import { SEVERITIES } from '@mimamori/contract/camera/app-catalogue.ts'

import { Checkbox, FormControlLabel, FormGroup, FormHelperText } from '@mui/material'
import { useController } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { NumberField } from '#ui/form/field/number-field.tsx'
import { FormSection } from '#ui/form/record-form.tsx'
import type { TenantControl } from '../tenant-control.ts'

export function AlarmFields({ control }: { control: TenantControl }) {
  const { t } = useTranslation('tenant')
  return (
    <FormSection title={t('alarms')} help={t('alarms-help')}>
      <SeverityBoxes control={control} />
      <NumberField
        control={control}
        name="arrivalLimitSeconds"
        label={t('arrival-limit')}
        unit={t('seconds')}
        helperText={t('arrival-limit-help')}
        required
      />
    </FormSection>
  )
}

/** Critical alerts are alarms everywhere. */
function SeverityBoxes({ control }: { control: TenantControl }) {
  const { t } = useTranslation('tenant')
  const { t: word } = useTranslation('word')
  const { field } = useController({ control, name: 'alarmSeverities' })
  const chosen = field.value ?? []
  const turn = (severity: (typeof SEVERITIES)[number], isOn: boolean) =>
    field.onChange(SEVERITIES.filter((each) => (each === severity ? isOn : chosen.includes(each))))
  return (
    <div>
      <FormGroup row role="group" aria-label={t('alarm-severities')}>
        {SEVERITIES.map((severity) => (
          <FormControlLabel
            key={severity}
            label={word(`severity-${severity}`)}
            control={
              <Checkbox
                checked={chosen.includes(severity)}
                disabled={severity === 'critical'}
                onChange={(_event, isOn) => turn(severity, isOn)}
                onBlur={field.onBlur}
              />
            }
          />
        ))}
      </FormGroup>
      <FormHelperText>{t('alarm-severities-help')}</FormHelperText>
    </div>
  )
}

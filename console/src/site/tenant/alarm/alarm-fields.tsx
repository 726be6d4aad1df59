/** Which alerts of the site need an answer, how long a claim lasts, which end by themselves, which are repeated. ALARM-01. */

import { SEVERITIES } from '@mimamori/contract/shared/app-catalogue.ts'
import type { AlertSeverity } from '@mimamori/contract/shared/apps.ts'
import { Checkbox, FormControlLabel, FormGroup, FormHelperText } from '@mui/material'
import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { SwitchField } from '#ui/form/field/checkbox-field.tsx'
import { NumberField } from '#ui/form/field/number-field.tsx'
import { FormSection } from '#ui/form/record-form.tsx'

/** For each form whose values hold these settings. */
export function AlarmFields<T extends FieldValues, O>({ control }: { control: Control<T, unknown, O> }) {
  const { t } = useTranslation('tenant')
  const { field } = useController({ control, name: 'alarmSeverities' as FieldPath<T> })
  return (
    <FormSection title={t('alarms')} help={t('alarms-help')}>
      <SeverityChoice chosen={field.value ?? []} onChange={field.onChange} onBlur={field.onBlur} />
      <NumberField
        control={control}
        name={'arrivalLimitSeconds' as FieldPath<T>}
        label={t('arrival-limit')}
        unit={t('seconds')}
        helperText={t('arrival-limit-help')}
        required
      />
      <SwitchField
        control={control}
        name={'isReturnEnding' as FieldPath<T>}
        label={t('return-ending')}
        helperText={t('return-ending-help')}
      />
      <NumberField
        control={control}
        name={'repeatMinutes' as FieldPath<T>}
        label={t('repeat')}
        unit={t('minutes')}
        helperText={t('repeat-help')}
        required
      />
      <NumberField
        control={control}
        name={'alarmsPerHourBudget' as FieldPath<T>}
        label={t('alarm-budget')}
        unit={t('alarms-an-hour')}
        helperText={t('alarm-budget-help')}
      />
    </FormSection>
  )
}

type ChoiceProps = {
  chosen: readonly AlertSeverity[]
  onChange: (chosen: AlertSeverity[]) => void
  onBlur: () => void
}

/** Critical alerts need an answer everywhere. */
function SeverityChoice({ chosen, onChange, onBlur }: ChoiceProps) {
  const { t } = useTranslation('tenant')
  const { t: word } = useTranslation('word')
  const turn = (severity: AlertSeverity, isOn: boolean) =>
    onChange(SEVERITIES.filter((each) => (each === severity ? isOn : chosen.includes(each))))
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
                onBlur={onBlur}
              />
            }
          />
        ))}
      </FormGroup>
      <FormHelperText>{t('alarm-severities-help')}</FormHelperText>
    </div>
  )
}

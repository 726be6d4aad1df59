/** Which alerts of the site need an answer, how long a claim lasts, which end by themselves, which are repeated. ALARM-01. */
import { useController } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { SwitchField } from '#ui/form/field/checkbox-field.tsx'
import { NumberField } from '#ui/form/field/number-field.tsx'
import { FormSection } from '#ui/form/record-form.tsx'
import type { TenantControl } from '../tenant-control.ts'
import { SeverityChoice } from './severity-choice.tsx'

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
      <SwitchField
        control={control}
        name="isReturnEnding"
        label={t('return-ending')}
        helperText={t('return-ending-help')}
      />
      <NumberField
        control={control}
        name="repeatMinutes"
        label={t('repeat')}
        unit={t('minutes')}
        helperText={t('repeat-help')}
        required
      />
      <NumberField
        control={control}
        name="alarmsPerHourBudget"
        label={t('alarm-budget')}
        unit={t('alarms-an-hour')}
        helperText={t('alarm-budget-help')}
      />
    </FormSection>
  )
}

function SeverityBoxes({ control }: { control: TenantControl }) {
  const { field } = useController({ control, name: 'alarmSeverities' })
  return <SeverityChoice chosen={field.value ?? []} onChange={field.onChange} onBlur={field.onBlur} />
}

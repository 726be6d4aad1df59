/** Whether a live session ends by itself, and after how many minutes. */

import type { tenantDraft } from '@mimamori/contract/site/tenant.ts'
import { FormControlLabel, Switch } from '@mui/material'
import { useController } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { NumberField } from '#ui/form/field/number-field.tsx'
import type { ControlOf } from '#ui/form/field/text-field.tsx'

const USUAL_MINUTES = 30

export function RestrictionField({ control }: { control: ControlOf<typeof tenantDraft> }) {
  const { t } = useTranslation('tenant')
  const { field } = useController({ control, name: 'streamingRestrictionMinutes' })
  const isOn = field.value !== null
  return (
    <>
      <FormControlLabel
        label={t('restriction')}
        control={<Switch checked={isOn} onChange={(_, on) => field.onChange(on ? USUAL_MINUTES : null)} />}
      />
      {isOn && <Minutes control={control} />}
    </>
  )
}

function Minutes({ control }: { control: ControlOf<typeof tenantDraft> }) {
  const { t } = useTranslation('tenant')
  return (
    <NumberField
      control={control}
      name="streamingRestrictionMinutes"
      label={t('restriction-minutes')}
      unit={t('minutes')}
      helperText={t('restriction-help')}
    />
  )
}

/** Several of a few in a react-hook-form form: a box for each. */
import type { WebhookForm, webhookForm } from '@mimamori/contract/alerting/webhook.ts'
import { Checkbox, FormControlLabel, FormHelperText } from '@mui/material'
import type { Control } from 'react-hook-form'
import { type FieldPath, useController } from 'react-hook-form'
import type { z } from 'zod'
import { useFieldError } from '#ui/form/field/text-field.tsx'
import css from './webhook.module.css'

type Props = {
  control: WebhookControl
  name: Extract<FieldPath<WebhookForm>, 'events' | 'severities' | 'kinds'>
  label: string
  help?: string
  options: readonly { value: string; label: string }[]
  required?: boolean
}

export function ChoiceBoxes({ control, name, label, help, options, required }: Props) {
  const { field, fieldState } = useController({ control, name })
  const error = useFieldError(fieldState.error?.message)
  const chosen = field.value as readonly string[]
  return (
    <fieldset className={css.boxes}>
      <legend className={css.legend}>
        {label}
        {required && ' *'}
      </legend>
      {options.map(({ value, label: option }, at) => (
        <FormControlLabel
          key={value}
          label={option}
          control={
            <Checkbox
              checked={chosen.includes(value)}
              onChange={(_, isOn) =>
                field.onChange(
                  options.flatMap((one) =>
                    (one.value === value ? isOn : chosen.includes(one.value)) ? [one.value] : [],
                  ),
                )
              }
              onBlur={field.onBlur}
              slotProps={{ input: at === 0 ? { ref: field.ref } : {} }}
            />
          }
        />
      ))}
      {(error ?? help) && <FormHelperText error={error !== null}>{error ?? help}</FormHelperText>}
    </fieldset>
  )
}

export type WebhookControl = Control<WebhookForm, unknown, z.output<typeof webhookForm>>

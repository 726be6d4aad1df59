/** The fields of the form by their kinds. What only some answers ask for appears with them. REPORT-05. */
import type { AccidentForm, AccidentPlan, AccidentField as Field } from '@mimamori/contract/care/accident-form.ts'
import { ACCIDENT_TEXT_MAX, isAsked, isNeeded } from '@mimamori/contract/care/accident-form.ts'
import { Checkbox, FormControlLabel, FormHelperText, MenuItem, TextField as MuiTextField } from '@mui/material'
import { type Control, useController } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useTime } from '#lib/time/use-time.ts'
import { instantOf, wallTime } from '#lib/time/wall-time.ts'
import { SwitchField } from '#ui/form/field/checkbox-field.tsx'
import { DateField } from '#ui/form/field/date-field.tsx'
import { NumberField } from '#ui/form/field/number-field.tsx'
import { TextField, useFieldError } from '#ui/form/field/text-field.tsx'
import css from './accident.module.css'

type Of = {
  control: Control<AccidentForm, unknown, AccidentForm>
  field: Field
  isClosed: boolean
  label: string
  help: string | undefined
  isRequired: boolean
}
type Props = Pick<Of, 'control' | 'field' | 'isClosed'> & {
  plan: AccidentPlan
  form: Readonly<Record<string, unknown>>
  isMissing: boolean
}

export function AccidentFieldRow({ form, isMissing, plan, ...of }: Props) {
  const { t } = useTranslation('accident')
  const { field, control, isClosed } = of
  if (!isAsked(field, form)) return null
  const { key: name, kind } = field
  const label = t(`field-${name}`)
  // A label has one line: what stands in brackets after it is its help.
  const [short = label, brackets] = label.split(/\s?[(（]|[)）]$/)
  const isUnprinted = name === 'personName' && plan.kind === 'accident' && plan.isNumberForName
  const help = isMissing ? t('missing') : isUnprinted ? t('name-unprinted') : undefined
  const isRequired = isNeeded(field, form, plan)
  const common = { control, name, label, required: isRequired, disabled: isClosed, helperText: help }
  switch (kind) {
    case 'flag':
      return <SwitchField {...{ control, name, label }} disabled={isClosed} />
    case 'line':
      return <TextField {...common} />
    case 'text':
      return (
        <TextField
          {...common}
          label={short}
          helperText={[brackets, help].filter(Boolean).join(' · ') || undefined}
          multiline
          minRows={3}
          slotProps={{ htmlInput: { maxLength: ACCIDENT_TEXT_MAX } }}
        />
      )
    case 'age':
      return <NumberField {...common} />
    case 'date':
      return <DateField {...common} />
    case 'moment':
      return <MomentField {...{ ...of, label, help, isRequired }} />
    case 'choice':
      return <ChoiceField {...{ ...of, label, help, isRequired }} />
    case 'choices':
      return <ChoicesField {...{ ...of, label, help, isRequired }} />
  }
}

/** An instant by the wall clock of the reader's zone. */
function MomentField({ control, field: { key }, label, help, isClosed, isRequired }: Of) {
  const { timeZone } = useTime().style
  const { field, fieldState } = useController({ control, name: key })
  const error = useFieldError(fieldState.error?.message)
  const { ref, value, onChange, ...bound } = field
  return (
    <MuiTextField
      fullWidth
      {...bound}
      type="datetime-local"
      label={label}
      required={isRequired}
      disabled={isClosed}
      inputRef={ref}
      value={typeof value === 'string' && value ? wallTime(value, timeZone) : ''}
      error={error !== null}
      helperText={error ?? help}
      slotProps={{ inputLabel: { shrink: true } }}
      onChange={(event) => onChange(instantOf(event.target.value, timeZone))}
    />
  )
}

function ChoiceField({ control, field: { key, options = [] }, label, help, isClosed, isRequired }: Of) {
  const { t } = useTranslation('accident')
  const { field, fieldState } = useController({ control, name: key })
  const error = useFieldError(fieldState.error?.message)
  const { ref, value, onChange, ...bound } = field
  return (
    <MuiTextField
      fullWidth
      select
      {...bound}
      label={label}
      required={isRequired}
      disabled={isClosed}
      inputRef={ref}
      value={value ?? ''}
      error={error !== null}
      helperText={error ?? help}
      onChange={(event) => onChange(event.target.value || null)}
    >
      <MenuItem value="">{t('not-answered')}</MenuItem>
      {options.map((option) => (
        <MenuItem key={option} value={option}>
          {t(`${key}-${option}` as 'severity-visit')}
        </MenuItem>
      ))}
    </MuiTextField>
  )
}

function ChoicesField({ control, field: { key, options = [] }, label, help, isClosed, isRequired }: Of) {
  const { t } = useTranslation('accident')
  const { field } = useController({ control, name: key })
  const chosen = Array.isArray(field.value) ? (field.value as string[]) : []
  const turn = (option: string, isOn: boolean) =>
    field.onChange(options.filter((one) => (one === option ? isOn : chosen.includes(one))))
  return (
    <fieldset className={css.choices} disabled={isClosed}>
      <legend>
        {label}
        {isRequired && ' *'}
      </legend>
      {options.map((option, at) => (
        <FormControlLabel
          key={option}
          label={t(`${key}-${option}` as 'severity-visit')}
          control={
            <Checkbox
              checked={chosen.includes(option)}
              disabled={isClosed}
              slotProps={{ input: at === 0 ? { ref: field.ref } : {} }}
              onChange={(_event, isOn) => turn(option, isOn)}
              onBlur={field.onBlur}
            />
          }
        />
      ))}
      {help && <FormHelperText>{help}</FormHelperText>}
    </fieldset>
  )
}

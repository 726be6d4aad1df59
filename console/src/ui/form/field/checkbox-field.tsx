/** A boolean in a react-hook-form form: a checkbox, or a switch with a line of explanation. */
import { Checkbox, FormControlLabel, FormHelperText, Switch } from '@mui/material'
import type { FieldValues } from 'react-hook-form'
import { useController } from 'react-hook-form'
import type { FieldOf } from './text-field.tsx'
import { useFieldError } from './text-field.tsx'

type Props<T extends FieldValues, O> = FieldOf<T, O> & {
  label: string
  helperText?: string
  disabled?: boolean
  onTurn?: (isOn: boolean) => void
}

/** For an agreement, or one of several options. */
export function CheckboxField<T extends FieldValues, O>(props: Props<T, O>) {
  return <BooleanField {...props} part={Checkbox} />
}

/** For a state that takes effect. */
export function SwitchField<T extends FieldValues, O>(props: Props<T, O>) {
  return <BooleanField {...props} part={Switch} />
}

type PartProps<T extends FieldValues, O> = Props<T, O> & { part: typeof Checkbox | typeof Switch }

function BooleanField<T extends FieldValues, O>({
  control,
  name,
  label,
  helperText,
  disabled,
  onTurn,
  part: Part,
}: PartProps<T, O>) {
  const { field, fieldState } = useController({ control, name })
  const error = useFieldError(fieldState.error?.message)
  const { ref, value, onChange, ...rest } = field
  const turn = (isOn: boolean) => {
    onChange(isOn)
    onTurn?.(isOn)
  }
  const state = { checked: Boolean(value), disabled, slotProps: { input: { ref } } }
  const box = <Part {...rest} {...state} onChange={(_event, isOn) => turn(isOn)} />
  return (
    <div>
      <FormControlLabel label={label} control={box} />
      {(error ?? helperText) && <FormHelperText error={error !== null}>{error ?? helperText}</FormHelperText>}
    </div>
  )
}

/** Stories of the fields of a form: empty, filled, wrong, disabled. */
import { type ReactNode, useEffect } from 'react'
import { type Control, useForm } from 'react-hook-form'
import { longName, type Say, type Stories } from '#lib/story.tsx'
import { CheckboxField, SwitchField } from './checkbox-field.tsx'
import { DateField } from './date-field.tsx'
import { DateFormatField } from './date-format-field.tsx'
import { EmailsField } from './emails-field.tsx'
import { FindField } from './find-field.tsx'
import { NumberField } from './number-field.tsx'
import { PasswordField } from './password-field.tsx'
import { PickField } from './pick-field.tsx'
import { SelectField } from './select-field.tsx'
import { TextField } from './text-field.tsx'
import { TimeField } from './time-field.tsx'
import { TimezoneField } from './timezone-field.tsx'

type Values = { it: unknown }
type FieldProps = { control: Control<Values>; name: 'it'; label: string }

function OneField({
  value,
  error,
  draw,
}: {
  value?: unknown
  error?: string
  draw: (props: Omit<FieldProps, 'label'>) => ReactNode
}) {
  const { control, setError } = useForm<Values>({ defaultValues: { it: value } })
  useEffect(() => {
    if (error) setError('it', { message: error })
  }, [error, setError])
  return draw({ control, name: 'it' })
}

/** The states that every field has. */
function statesOf(value: (say: Say) => unknown, draw: (props: FieldProps, say: Say) => ReactNode): Stories[string] {
  const story = (start: (say: Say) => unknown, error?: string) => (say: Say) => (
    <OneField
      value={start(say)}
      {...(error && { error })}
      draw={(props) => draw({ ...props, label: say('Name of the camera', 'カメラの名前') }, say)}
    />
  )
  return { empty: story(() => undefined), filled: story(value), error: story(value, 'form.error-required') }
}

const found = (say: Say) => [
  { id: 'long', label: longName(say), hint: say('East unit', '東ユニット') },
  { id: 'short', label: '101' },
]
const finder = (say: Say) => ({ queryKey: ['gallery'], find: async () => found(say) })

export const stories: Stories = {
  TextField: {
    ...statesOf(longName, (props) => <TextField {...props} />),
    disabled: (say) => (
      <OneField value={longName(say)} draw={(props) => <TextField {...props} disabled label={say('Name', '名前')} />} />
    ),
    focused: (say) => (
      <OneField
        draw={(props) => <TextField {...props} focused label={say('Name', '名前')} helperText={longName(say)} />}
      />
    ),
  },
  NumberField: statesOf(
    () => 12,
    (props, say) => <NumberField {...props} unit={say('minutes', '分')} />,
  ),
  SelectField: statesOf(
    () => 'long',
    (props, say) => <SelectField {...props} options={found(say).map(({ id, label }) => ({ value: id, label }))} />,
  ),
  CheckboxField: statesOf(
    () => true,
    (props, say) => <CheckboxField {...props} helperText={longName(say)} />,
  ),
  SwitchField: statesOf(
    () => true,
    (props, say) => <SwitchField {...props} helperText={longName(say)} />,
  ),
  DateField: statesOf(
    () => '2026-11-22',
    (props) => <DateField {...props} />,
  ),
  DateFormatField: statesOf(
    () => 'yyyy/MM/dd HH:mm',
    (props) => <DateFormatField {...props} timezone="Asia/Tokyo" />,
  ),
  EmailsField: statesOf(
    () => ['hanako@example.com', 'tsukuba-higashi-kaigo-center-night-shift@example.com'],
    (props, say) => <EmailsField {...props} helperText={longName(say)} />,
  ),
  FindField: statesOf(
    () => 'long',
    (props, say) => <FindField {...props} {...finder(say)} known={found(say)[0]!} />,
  ),
  PasswordField: statesOf(
    () => 'secret',
    (props) => <PasswordField {...props} autoComplete="new-password" />,
  ),
  PickField: statesOf(
    () => ['long', 'short'],
    (props, say) => <PickField {...props} {...finder(say)} known={found(say)} />,
  ),
  TimeField: statesOf(
    () => 570,
    (props) => <TimeField {...props} />,
  ),
  TimezoneField: statesOf(
    () => 'Asia/Tokyo',
    (props) => <TimezoneField {...props} />,
  ),
}

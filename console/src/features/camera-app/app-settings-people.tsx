/** Who hears of an app's alerts: addresses, users, units, escalation rules. APP-03. */
import { TextField } from '@mui/material'
import { useController, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useFieldFault } from '#ui/field-fault.ts'
import { PickField } from '#ui/pick-field.tsx'
import { FormSection } from '#ui/record-form.tsx'
import {
  escalationFinder,
  unitFinder,
  useEscalationNames,
  userFinder,
  useUnitNames,
  useUserNames,
} from './app-settings-choices.ts'
import type { AppFormControl } from './app-settings-form-values.ts'

const USER_KINDS = [
  { name: 'settings.subscribers.userIds', word: 'users' },
  { name: 'settings.subscribers.mobileUserIds', word: 'users-mobile' },
  { name: 'settings.subscribers.desktopUserIds', word: 'users-desktop' },
  { name: 'settings.subscribers.reminderUserIds', word: 'users-reminder' },
] as const

export function AppSettingsPeople({ control, hasEscalations }: { control: AppFormControl; hasEscalations: boolean }) {
  const { t } = useTranslation('app-settings')
  const chosen = useWatch({ control, name: USER_KINDS.map(({ name }) => name) })
  const users = useUserNames([...new Set(chosen.flatMap((ids) => (ids as string[] | undefined) ?? []))].sort())
  const units = useUnitNames()
  return (
    <FormSection title={t('people')} help={t('people-help')}>
      {USER_KINDS.map(({ name, word }) => (
        <PickField key={name} control={control} name={name} label={t(word)} known={users} {...userFinder} />
      ))}
      <PickField
        control={control}
        name="settings.subscribers.unitIds"
        label={t('units')}
        known={units}
        {...unitFinder}
      />
      <Emails control={control} />
      {hasEscalations && <Escalations control={control} />}
    </FormSection>
  )
}

function Escalations({ control }: { control: AppFormControl }) {
  const { t } = useTranslation('app-settings')
  const known = useEscalationNames()
  return (
    <PickField
      control={control}
      name="settings.escalationIds"
      label={t('escalations')}
      known={known}
      {...escalationFinder}
    />
  )
}

function Emails({ control }: { control: AppFormControl }) {
  const { t } = useTranslation('app-settings')
  const { field, fieldState } = useController({ control, name: 'settings.subscribers.emails' })
  const faults = fieldState.error as { message?: string } | ({ message?: string } | undefined)[] | undefined
  const first = Array.isArray(faults) ? faults.find((one) => one?.message)?.message : faults?.message
  const fault = useFieldFault(first)
  const emails = (field.value ?? []) as string[]
  return (
    <TextField
      multiline
      minRows={2}
      fullWidth
      label={t('emails')}
      name={field.name}
      inputRef={field.ref}
      value={emails.join('\n')}
      error={fault !== null}
      helperText={fault ?? t('emails-help')}
      slotProps={{ htmlInput: { inputMode: 'email', autoComplete: 'off' } }}
      onChange={(event) => field.onChange(event.target.value === '' ? [] : event.target.value.split('\n'))}
      onBlur={() => {
        field.onChange(emails.map((email) => email.trim()).filter((email) => email !== ''))
        field.onBlur()
      }}
    />
  )
}

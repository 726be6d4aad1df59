/** Who hears of an app's alerts: addresses, users, units, escalation rules. APP-03, CAM-04. */
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { CheckboxField } from '#ui/checkbox-field.tsx'
import { EmailsField } from '#ui/emails-field.tsx'
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
        <PickField
          key={name}
          control={control}
          name={name}
          label={t(word)}
          none={t(word === 'users' ? 'none-users' : 'none-subscribers')}
          known={users}
          {...userFinder}
        />
      ))}
      <PickField
        control={control}
        name="settings.subscribers.unitIds"
        label={t('units')}
        none={t('none-units')}
        known={units}
        {...unitFinder}
      />
      <EmailsField
        control={control}
        name="settings.subscribers.emails"
        label={t('emails')}
        helperText={t('emails-help')}
        none={t('none-subscribers')}
      />
      {hasEscalations && <Escalations control={control} />}
      {hasEscalations && (
        <CheckboxField
          control={control}
          name="settings.isNobodyNotified"
          label={t('nobody')}
          helperText={t('nobody-help')}
        />
      )}
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
      none={t('none-escalations')}
      known={known}
      {...escalationFinder}
    />
  )
}

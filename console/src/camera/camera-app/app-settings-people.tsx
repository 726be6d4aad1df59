/** The people that an app notifies: of alerts, or of planned check-ins. Only the lists that its settings have are asked for. APP-03, CAM-04. */
import type { AppSettings } from '@mimamori/contract/camera/app-settings.ts'
import type { CameraDetail } from '@mimamori/contract/camera/camera.ts'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { DutyField } from '#shared/duty-field.tsx'
import { CheckboxField } from '#ui/form/field/checkbox-field.tsx'
import { EmailsField } from '#ui/form/field/emails-field.tsx'
import { PickField } from '#ui/form/field/pick-field.tsx'
import { FormSection } from '#ui/form/record-form.tsx'
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
  { list: 'userIds', name: 'settings.subscribers.userIds', word: 'users' },
  { list: 'mobileUserIds', name: 'settings.subscribers.mobileUserIds', word: 'users-mobile' },
  { list: 'desktopUserIds', name: 'settings.subscribers.desktopUserIds', word: 'users-desktop' },
  { list: 'reminderUserIds', name: 'settings.subscribers.reminderUserIds', word: 'users-reminder' },
] as const

type Props = {
  camera: CameraDetail
  control: AppFormControl
  settings: Extract<AppSettings, { subscribers: object }>
}

export function AppSettingsPeople({ camera, control, settings }: Props) {
  const { t } = useTranslation('app-settings')
  const isAlerting = settings.appCode !== 'A008'
  const kinds = USER_KINDS.filter(({ list }) => list in settings.subscribers)
  const chosen = useWatch({ control, name: kinds.map(({ name }) => name) })
  const users = useUserNames([...new Set(chosen.flatMap((ids) => (ids as string[] | undefined) ?? []))].sort())
  return (
    <FormSection title={t(isAlerting ? 'people' : 'reminded')} help={t(isAlerting ? 'people-help' : 'reminded-help')}>
      {kinds.map(({ name, word }) => (
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
      {isAlerting && <AlertsToo camera={camera} control={control} />}
    </FormSection>
  )
}

/** What alerts alone know besides users: units, addresses, escalation rules, and nobody on purpose. */
function AlertsToo({ camera, control }: Pick<Props, 'camera' | 'control'>) {
  const { t } = useTranslation('app-settings')
  const units = useUnitNames()
  return (
    <>
      <DutyField control={control} name="settings.subscribers.onDuty" unitId={camera.unitId} cameraId={camera.id} />
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
      <Escalations control={control} />
      <CheckboxField
        control={control}
        name="settings.isNobodyNotified"
        label={t('nobody')}
        helperText={t('nobody-help')}
      />
    </>
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

/** The fields of a unit, for new and edit. Rules and their texts come from the contract. UNIT-01. */
import { type Unit, type UnitDetail, unitDraft } from '@mimamori/contract/site/unit.ts'
import { useTranslation } from 'react-i18next'
import { call } from '#lib/service/api.ts'
import { SwitchField } from '#ui/form/field/checkbox-field.tsx'
import { PickField } from '#ui/form/field/pick-field.tsx'
import { TextField } from '#ui/form/field/text-field.tsx'
import { FormSection, RecordForm } from '#ui/form/record-form.tsx'
import { useRecordForm } from '#ui/form/use-record-form.ts'
import { findCameras, findUsers, useRefreshUnits } from './unit-queries.ts'

type Props = {
  /** Left out: a new one. */
  unit?: UnitDetail
  onSaved?: (unit: Unit) => void
  onReload?: () => Promise<unknown>
}

export function UnitForm({ unit, onSaved, onReload }: Props) {
  const { t } = useTranslation('unit')
  const refresh = useRefreshUnits()
  const state = useRecordForm({
    schema: unitDraft,
    values: valuesOf(unit),
    record: unit,
    save: async (draft, shown) => {
      const saved = await (shown
        ? call('unit.patch', { body: { ...draft, id: shown.id, version: shown.version } })
        : call('unit.create', { body: draft }))
      await refresh()
      return saved
    },
    saved: unit ? t('updated') : t('created'),
    onSaved,
    onReload,
  })
  const { control } = state.form
  const isOverriding = state.form.watch('overridesReminderSubscribers')
  return (
    <RecordForm label={unit ? t('edit') : t('new')} state={state} verb={unit ? undefined : t('new')}>
      <FormSection title={t('section-unit')} help={t('section-unit-help')}>
        <TextField control={control} name="name" label={t('name')} required autoFocus={!unit} />
        <PickField
          control={control}
          name="cameraIds"
          label={t('cameras')}
          helperText={t('cameras-help')}
          queryKey={['camera', 'pick', unit?.tenantId]}
          find={findCameras(unit?.tenantId)}
          known={unit?.cameras.map(({ id, name, location }) => ({ id, label: name, hint: location })) ?? []}
        />
      </FormSection>
      <FormSection title={t('section-reminders')} help={t('section-reminders-help')}>
        <SwitchField
          control={control}
          name="overridesReminderSubscribers"
          label={t('overrides')}
          helperText={t('overrides-help')}
        />
        <PickField
          control={control}
          name="reminderUserIds"
          label={t('reminder-users')}
          disabled={!isOverriding}
          queryKey={['user', 'pick', unit?.tenantId]}
          find={findUsers(unit?.tenantId)}
          known={unit?.reminderSubscribers.map(({ id, name }) => ({ id, label: name })) ?? []}
        />
      </FormSection>
    </RecordForm>
  )
}

function valuesOf(unit: UnitDetail | undefined) {
  return {
    name: unit?.name ?? '',
    overridesReminderSubscribers: unit?.overridesReminderSubscribers ?? false,
    reminderUserIds: unit?.reminderSubscribers.map(({ id }) => id) ?? [],
    cameraIds: unit?.cameras.map(({ id }) => id) ?? [],
  }
}

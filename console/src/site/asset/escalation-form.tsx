/** The fields of an escalation rule. SET-02. */
import { type Escalation, escalationDraft } from '@mimamori/contract/site/asset.ts'
import { type Control, useController } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { isOverSites, useUser } from '#lib/session/session.ts'
import { NumberField } from '#ui/form/field/number-field.tsx'
import { PickField } from '#ui/form/field/pick-field.tsx'
import { TextField } from '#ui/form/field/text-field.tsx'
import { FormSection, RecordForm } from '#ui/form/record-form.tsx'
import { ScheduleEditor } from '#ui/schedule-editor/schedule-editor.tsx'
import { SiteChoice, useAssetForm } from './asset-form.tsx'
import { findUnits, findUsers } from './asset-queries.ts'

type Values = z.input<typeof escalationDraft>
type Draft = z.output<typeof escalationDraft>
type Props = { asset?: Escalation; onReload?: () => Promise<unknown> }

const FIRST_THRESHOLD_MINUTES = 5

export function EscalationForm({ asset, onReload }: Props) {
  const { t } = useTranslation('asset')
  const needsSite = isOverSites(useUser()) && !asset
  const state = useAssetForm({ kind: 'escalation', schema: escalationDraft, values: valuesOf(asset), asset, onReload })
  const { control } = state.form
  // The site whose users and units can be selected: the rule's own, or the selected one.
  const tenantId = state.form.watch('tenantId') ?? asset?.tenantId
  return (
    <RecordForm
      label={t(asset ? 'escalation-edit' : 'escalation-new')}
      state={state}
      verb={asset ? undefined : t('escalation-new')}
    >
      <FormSection title={t('section-rule')} help={t('section-rule-help')}>
        {needsSite && <SiteChoice control={control} name="tenantId" />}
        <TextField control={control} name="name" label={t('name')} required autoFocus={!asset} />
        <NumberField
          control={control}
          name="thresholdMinutes"
          label={t('threshold')}
          unit={t('minutes')}
          helperText={t('threshold-help')}
          required
        />
      </FormSection>
      <FormSection title={t('section-recipients')} help={t('section-recipients-help')}>
        <PickField
          control={control}
          name="userIds"
          label={t('users')}
          queryKey={['user', 'pick', tenantId]}
          find={(text, signal) => findUsers(text, tenantId, signal)}
          known={asset?.users.map(({ id, name }) => ({ id, label: name })) ?? []}
        />
        <PickField
          control={control}
          name="unitIds"
          label={t('units')}
          queryKey={['unit', 'pick', tenantId]}
          find={(text, signal) => findUnits(text, tenantId, signal)}
          known={asset?.units.map(({ id, name }) => ({ id, label: name })) ?? []}
        />
      </FormSection>
      <FormSection title={t('section-hours')} help={t('section-hours-help')}>
        <ActiveHours control={control} />
      </FormSection>
    </RecordForm>
  )
}

function ActiveHours({ control }: { control: Control<Values, unknown, Draft> }) {
  const { t } = useTranslation('asset')
  const { field } = useController({ control, name: 'activeHours' })
  return <ScheduleEditor label={t('active-hours')} value={field.value} onChange={field.onChange} />
}

function valuesOf(asset: Escalation | undefined): Values {
  return {
    type: 'ESCALATION',
    name: asset?.name ?? '',
    thresholdMinutes: asset?.thresholdMinutes ?? FIRST_THRESHOLD_MINUTES,
    userIds: asset?.users.map(({ id }) => id) ?? [],
    unitIds: asset?.units.map(({ id }) => id) ?? [],
    activeHours: asset?.activeHours ?? null,
  }
}

/** The form of an organisation or a site, new or not; the page decides what saving means. SITE-01, SITE-02. */
import { REGION, type Tenant, type TenantDraft, tenantDraft } from '@mimamori/contract/site/tenant.ts'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { useFactHint } from '#lib/browser/use-fact-hint.ts'
import { useUser } from '#lib/session/session.ts'
import { SwitchField } from '#ui/form/field/checkbox-field.tsx'
import { NumberField } from '#ui/form/field/number-field.tsx'
import { SelectField } from '#ui/form/field/select-field.tsx'
import { TextField } from '#ui/form/field/text-field.tsx'
import { TimezoneField } from '#ui/form/field/timezone-field.tsx'
import { FieldRow, FormSection, RecordForm } from '#ui/form/record-form.tsx'
import { type RecordFormState, useRecordForm } from '#ui/form/use-record-form.ts'
import { AlarmFields } from './alarm/alarm-fields.tsx'
import { LicenceFields } from './licence-fields.tsx'
import { NetworksField } from './networks-field.tsx'
import { ParentField } from './parent-field.tsx'
import { RestrictionField } from './restriction-field.tsx'

type Draft = z.output<typeof tenantDraft>
type TenantFormState = RecordFormState<TenantDraft, Draft>

type Props = {
  /** Left out: a new one. */
  tenant?: Tenant
  values: TenantDraft
  saved: string | ((tenant: Tenant) => string)
  /** `shown`: the state that the form shows, whose version the service compares. */
  save: (draft: Draft, shown: Tenant | undefined) => Promise<Tenant>
  onSaved?: (tenant: Tenant) => void
  onReload?: () => Promise<unknown>
}

export function TenantForm({ tenant, ...options }: Props) {
  const { t } = useTranslation('tenant')
  const state = useRecordForm({ schema: tenantDraft, record: tenant, ...options })
  const { control } = state.form
  const isSite = useWatch({ control, name: 'parentId' }) !== null || tenant?.kind === 'site'
  const fact = useFactHint()
  const isOperator = useUser().role === 'SUPER_ADMIN'
  return (
    <RecordForm label={tenant?.name ?? t('new')} state={state} verb={tenant ? undefined : t('create')}>
      <FormSection title={t('basics')} help={t(isSite ? 'basics-help' : 'basics-help-organisation')}>
        {isOperator && <ParentField control={control} isNew={!tenant} isSite={isSite} />}
        <TextField control={control} name="name" label={t('name')} required autoFocus={!tenant} />
        <FieldRow>
          <TextField control={control} name="code" label={t('code')} required helperText={t('code-help')} />
          <SelectField
            control={control}
            name="region"
            label={t('region')}
            required
            options={REGIONS}
            helperText={fact(['tenant.region'])}
          />
        </FieldRow>
        <TimezoneField
          control={control}
          name="timezone"
          label={t('timezone')}
          required
          helperText={t('timezone-help')}
        />
      </FormSection>
      {isSite && <Switches state={state} />}
      {isSite && <AlarmFields control={control} />}
      <FormSection title={t('sign-in')} help={t('sign-in-help')}>
        <NumberField
          control={control}
          name="passwordMinLength"
          label={t('password-length')}
          unit={t('characters')}
          helperText={t('password-length-help')}
          required
        />
      </FormSection>
      {/* A new one gets the usual licence of this installation from the service. */}
      {tenant && <LicenceFields control={control} tenant={tenant} isSite={isSite} isLocked={!isOperator} />}
      {isSite && (
        <FormSection title={t('networks')} help={t('networks-help')}>
          <NetworksField control={control} />
        </FormSection>
      )}
    </RecordForm>
  )
}

const REGIONS = [{ value: REGION, label: REGION }]

function Switches({ state }: { state: TenantFormState }) {
  const { t } = useTranslation('tenant')
  const { control } = state.form
  return (
    <FormSection title={t('switches')} help={t('switches-help')}>
      <SwitchField control={control} name="isRecordingEnabled" label={t('recording')} />
      <SwitchField control={control} name="isLiveStreamingEnabled" label={t('live')} />
      <RestrictionField control={control} />
    </FormSection>
  )
}

/** The fields of a hub, for new and edit. Rules and their texts come from the contract. HUB-01. */
import { agentDraft } from '@mimamori/contract/fleet/agent.ts'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { findTenants } from '#shared/find-tenants.ts'
import { SwitchField } from '#ui/form/field/checkbox-field.tsx'
import { FindField } from '#ui/form/field/find-field.tsx'
import { TextField } from '#ui/form/field/text-field.tsx'
import { FormSection, RecordForm } from '#ui/form/record-form.tsx'
import { useRecordForm } from '#ui/form/use-record-form.ts'

type AgentValues = z.output<typeof agentDraft>
export const NEW_AGENT: AgentValues = { name: '', tenantId: '', isNotificationEnabled: true }

type Props<B, R> = {
  values: AgentValues
  /** Left out: a new one. */
  record?: B
  /** Name of the site that the form begins with. */
  tenantName?: string
  /** It has cameras, which keep it at its site. */
  isSaved?: boolean
  save: (draft: AgentValues, record: B | undefined) => Promise<R>
  saved: string
  onSaved?: (result: R) => void
  onReload?: () => Promise<unknown>
}

export function AgentForm<B, R>({ values, record, tenantName, isSaved, save, saved, onSaved, onReload }: Props<B, R>) {
  const { t } = useTranslation('agent')
  const state = useRecordForm({ schema: agentDraft, values, record, save, saved, onSaved, onReload })
  const { control } = state.form
  return (
    <RecordForm
      label={record ? t('section-hub') : t('new')}
      state={state}
      verb={record ? undefined : t('create')}
      isWide={record !== undefined}
    >
      <FormSection title={t('section-hub')} help={t('section-hub-help')}>
        <TextField control={control} name="name" label={t('name')} required autoFocus={!record} />
        <FindField
          control={control}
          name="tenantId"
          label={t('site')}
          required
          disabled={isSaved}
          helperText={isSaved ? t('site-fixed') : t('site-help')}
          known={tenantName ? { id: values.tenantId, label: tenantName } : null}
          queryKey={['agent', 'sites']}
          find={findTenants('site')}
        />
        <SwitchField
          control={control}
          name="isNotificationEnabled"
          label={t('notification')}
          helperText={t('notification-help')}
        />
      </FormSection>
    </RecordForm>
  )
}

/** The fields of a hub, for new and edit. Rules and their texts come from the contract. HUB-01. */
import { agentDraft } from '@mimamori/contract/agent.ts'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { SwitchField } from '#ui/checkbox-field.tsx'
import { FormSection, RecordForm } from '#ui/record-form.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useRecordForm } from '#ui/use-record-form.ts'
import { useSites } from './agent-queries.ts'

export type AgentValues = z.output<typeof agentDraft>
export const NEW_AGENT: AgentValues = { name: '', tenantId: '', isNotificationEnabled: true }

type Props<B, R> = {
  values: AgentValues
  /** Left out: a new one. */
  record?: B
  /** It has cameras, which keep it at its site. `name`: of the site. */
  keptAt?: { name: string } | null
  save: (draft: AgentValues, record: B | undefined) => Promise<R>
  saved: string
  onSaved?: (result: R) => void
  onReload?: () => Promise<unknown>
}

export function AgentForm<B, R>({ values, record, keptAt, save, saved, onSaved, onReload }: Props<B, R>) {
  const { t } = useTranslation('agent')
  const sites = useSites().data?.records ?? []
  const state = useRecordForm({ schema: agentDraft, values, record, save, saved, onSaved, onReload })
  const { control } = state.form
  const listed = sites.map(({ id, name }) => ({ value: id, label: name }))
  const kept = keptAt && { value: values.tenantId, label: keptAt.name }
  const isKnown = listed.some(({ value }) => value === values.tenantId)
  return (
    <RecordForm
      label={record ? t('section-hub') : t('new')}
      state={state}
      verb={record ? undefined : t('create')}
      isWide={record !== undefined}
    >
      <FormSection title={t('section-hub')} help={t('section-hub-help')}>
        <TextField control={control} name="name" label={t('name')} required autoFocus={!record} />
        <SelectField
          control={control}
          name="tenantId"
          label={t('site')}
          required
          disabled={keptAt !== undefined && keptAt !== null}
          helperText={keptAt ? t('site-fixed') : t('site-help')}
          options={kept && !isKnown ? [kept, ...listed] : listed}
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

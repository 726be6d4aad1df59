/** A webhook target: where, what, and in which form. Rules and their texts come from the contract. REACH-55. */
import { type Webhook, type WebhookForm, webhookForm } from '@mimamori/contract/alerting/webhook.ts'
import { WEBHOOK_EVENTS, WEBHOOK_KINDS, WEBHOOK_TEMPLATES } from '@mimamori/contract/alerting/webhook-lists.ts'
import { SEVERITIES } from '@mimamori/contract/shared/app-catalogue.ts'
import type { TenantKind } from '@mimamori/contract/site/site-lists.ts'
import { useTranslation } from 'react-i18next'
import { useUser } from '#lib/session/session.ts'
import { findUnits } from '#shared/named-choices.ts'
import { SwitchField } from '#ui/form/field/checkbox-field.tsx'
import { NumberField } from '#ui/form/field/number-field.tsx'
import { PickField } from '#ui/form/field/pick-field.tsx'
import { SelectField } from '#ui/form/field/select-field.tsx'
import { TextField } from '#ui/form/field/text-field.tsx'
import { CardForm } from '#ui/form/record-form.tsx'
import { useRecordForm } from '#ui/form/use-record-form.ts'
import type { WebhookControl } from './choice-boxes.tsx'
import { ChoiceBoxes } from './choice-boxes.tsx'
import { WebhookPreview } from './webhook-preview.tsx'
import { useWebhookDeeds } from './webhook-queries.ts'
import { wordOf } from './webhook-words.ts'

const EMPTY: WebhookForm = {
  ...{ name: '', url: '', isEnabled: true, template: 'json', events: ['alert.raised'] },
  ...{ severities: SEVERITIES.slice(0, 2), kinds: [], hasSignals: false, isMarkedOnly: false },
  ...{ unitIds: [], withNames: false, minuteMost: 60 },
}

type Props = {
  kind: TenantKind
  webhook?: Webhook
  onReload?: () => Promise<unknown>
  onCreated?: (made: { webhook: Webhook; secret: string }) => void
  onEnd: () => void
}

export function WebhookFields({ kind, webhook, onReload, onCreated, onEnd }: Props) {
  const { t } = useTranslation('webhook')
  const { t: ui } = useTranslation('ui')
  const { impersonatedTenant } = useUser()
  const deeds = useWebhookDeeds()
  const state = useRecordForm({
    schema: webhookForm,
    values: webhook ? valuesOf(webhook) : EMPTY,
    record: webhook,
    save: async (draft, shown) => {
      const body = { ...draft, url: draft.url || undefined }
      if (!shown) return deeds.create(body)
      return { webhook: await deeds.change(shown, body), secret: '' }
    },
    saved: webhook ? t('saved') : t('added'),
    onSaved: (made) => (webhook ? onEnd() : onCreated?.(made)),
    ...(onReload && { onReload }),
  })
  const { control } = state.form
  const urlHelp = webhook ? t('url-set', { url: webhook.urlShown }) : t('url-help')
  return (
    <CardForm
      label={webhook ? `${t('edit')}: ${webhook.name}` : t('add')}
      state={state}
      verb={webhook ? ui('save') : t('add')}
      onCancel={onEnd}
    >
      <TextField control={control} name="name" label={t('name')} required autoFocus />
      <SwitchField control={control} name="isEnabled" label={t('is-enabled')} />
      <TextField
        control={control}
        name="url"
        label={t('url')}
        type="url"
        autoComplete="off"
        disabled={impersonatedTenant !== null}
        helperText={impersonatedTenant ? t('connected') : urlHelp}
      />
      <SelectField
        control={control}
        name="template"
        label={t('template')}
        helperText={t('template-help')}
        required
        options={WEBHOOK_TEMPLATES.map((value) => ({ value, label: t(`template-${value}`) }))}
      />
      <Filter control={control} kind={kind} webhook={webhook} />
      {kind === 'site' && (
        <SwitchField control={control} name="withNames" label={t('with-names')} helperText={t('with-names-help')} />
      )}
      <NumberField
        control={control}
        name="minuteMost"
        label={t('minute')}
        unit={t('minute-unit')}
        helperText={t('minute-help')}
        required
      />
      <WebhookPreview control={control} />
    </CardForm>
  )
}

type FilterProps = { control: WebhookControl; kind: TenantKind; webhook: Webhook | undefined }

function Filter({ control, kind, webhook }: FilterProps) {
  const { t } = useTranslation('webhook')
  const { t: word } = useTranslation('word')
  return (
    <>
      <ChoiceBoxes
        control={control}
        name="events"
        label={t('events')}
        options={WEBHOOK_EVENTS.map((value) => ({ value, label: t(`event-${wordOf(value)}`) }))}
        required
      />
      <ChoiceBoxes
        control={control}
        name="severities"
        label={t('severities')}
        options={SEVERITIES.map((value) => ({ value, label: word(`severity-${value}`) }))}
        required
      />
      <ChoiceBoxes
        control={control}
        name="kinds"
        label={t('kinds')}
        help={t('kinds-help')}
        options={WEBHOOK_KINDS.map((value) => ({ value, label: word(`app-${value}`) }))}
      />
      <SwitchField control={control} name="hasSignals" label={t('has-signals')} helperText={t('has-signals-help')} />
      <SwitchField control={control} name="isMarkedOnly" label={t('is-marked')} helperText={t('is-marked-help')} />
      {kind === 'site' && (
        <PickField
          control={control}
          name="unitIds"
          label={t('units')}
          known={(webhook?.units ?? []).map(({ id, name }) => ({ id, label: name }))}
          queryKey={['webhook', 'units']}
          find={findUnits}
          none={t('units-none')}
        />
      )}
    </>
  )
}

function valuesOf(of: Webhook): WebhookForm {
  const { name, isEnabled, template, events, severities, kinds } = of
  const { hasSignals, isMarkedOnly, unitIds, withNames, minuteMost } = of
  return {
    ...{ name, isEnabled, template, events, severities, kinds, url: '' },
    ...{ hasSignals, isMarkedOnly, unitIds, withNames, minuteMost },
  }
}

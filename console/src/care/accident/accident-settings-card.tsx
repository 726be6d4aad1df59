/** settings/list, tab Reports: what the site's municipality asks for beyond the ministry's form. REPORT-05. */
import {
  type AccidentSettings,
  type AccidentSettingsForm,
  accidentSettingsForm,
} from '@mimamori/contract/care/accident-settings.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#lib/service/api.ts'
import { useCall } from '#lib/service/use-call.ts'
import { SwitchField } from '#ui/form/field/checkbox-field.tsx'
import { FormSection, RecordForm } from '#ui/form/record-form.tsx'
import { useRecordForm } from '#ui/form/use-record-form.ts'
import { Loaded } from '#ui/list/loaded.tsx'
import { OwnItems } from './accident-own-items.tsx'

const KEY = ['accident-settings']

export function AccidentSettingsCard() {
  const query = useCall(KEY, 'accidentSettings.get')
  return <Loaded query={query}>{(settings) => <Form settings={settings} onReload={query.refetch} />}</Loaded>
}

function Form({ settings, onReload }: { settings: AccidentSettings; onReload: () => Promise<unknown> }) {
  const { t } = useTranslation('accident')
  const cache = useQueryClient()
  const { ownItems, isNumberForName } = settings
  const values: AccidentSettingsForm = useMemo(() => ({ ownItems, isNumberForName }), [ownItems, isNumberForName])
  const state = useRecordForm({
    schema: accidentSettingsForm,
    values,
    record: settings,
    save: async (draft, shown = settings) => {
      const saved = await call('accidentSettings.save', { body: { ...draft, version: shown.version } })
      cache.setQueryData(KEY, saved)
      return saved
    },
    saved: t('own-saved'),
    onReload,
  })
  const { control } = state.form
  return (
    <RecordForm label={t('own-title')} state={state}>
      <FormSection title={t('own-title')} help={t('own-help')}>
        <SwitchField
          control={control}
          name="isNumberForName"
          label={t('own-number')}
          helperText={t('own-number-help')}
        />
        <OwnItems control={control} />
      </FormSection>
    </RecordForm>
  )
}

/**
 * settings/list, tab Notifications: which alerts of the own site need an answer, how long a claim lasts, which end by
 * themselves, and how often an alarm is repeated. ALARM-01, ALARM-02, NIGHT-04, NIGHT-05.
 */
import {
  type AlarmSettings,
  type AlarmSettingsDraft,
  alarmSettingsDraft,
} from '@mimamori/contract/site/alarm-settings.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useController } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { call } from '#lib/service/api.ts'
import { isOverSites, useUser } from '#lib/session/session.ts'
import { SwitchField } from '#ui/form/field/checkbox-field.tsx'
import { NumberField } from '#ui/form/field/number-field.tsx'
import { FormSection, RecordForm } from '#ui/form/record-form.tsx'
import { useRecordForm } from '#ui/form/use-record-form.ts'
import { NotConnected } from '#ui/layout/not-connected.tsx'
import { Loaded } from '#ui/list/loaded.tsx'
import { SeverityChoice } from './severity-choice.tsx'

const KEY = ['alarm-settings']

/** Each site of an organisation has its own, on the site's page. */
export function AlarmSettingsTab() {
  if (isOverSites(useUser())) return <NotConnected />
  return <OfSite />
}

function OfSite() {
  const query = useQuery({ queryKey: KEY, queryFn: ({ signal }) => call('alarmSettings.get', {}, signal) })
  return (
    <Loaded query={query}>
      {(settings) => <Form key={settings.tenantId} settings={settings} onReload={query.refetch} />}
    </Loaded>
  )
}

function Form({ settings, onReload }: { settings: AlarmSettings; onReload: () => Promise<unknown> }) {
  const { t } = useTranslation('tenant')
  const cache = useQueryClient()
  const { alarmSeverities, arrivalLimitSeconds, isReturnEnding, alarmsPerHourBudget, repeatMinutes, version } = settings
  const values: AlarmSettingsDraft = useMemo(
    () => ({ alarmSeverities, arrivalLimitSeconds, isReturnEnding, alarmsPerHourBudget, repeatMinutes, version }),
    [alarmSeverities, arrivalLimitSeconds, isReturnEnding, alarmsPerHourBudget, repeatMinutes, version],
  )
  const save = async (draft: AlarmSettingsDraft) => {
    const saved = await call('alarmSettings.save', { body: draft })
    cache.setQueryData(KEY, saved)
    return saved
  }
  const state = useRecordForm({ schema: alarmSettingsDraft, values, save, saved: t('alarms-saved'), onReload })
  const { control } = state.form
  const { field } = useController({ control, name: 'alarmSeverities' })
  return (
    <RecordForm label={t('alarms')} state={state}>
      <FormSection title={t('alarms')} help={t('alarms-help')}>
        <SeverityChoice chosen={field.value ?? []} onChange={field.onChange} onBlur={field.onBlur} />
        <NumberField
          control={control}
          name="arrivalLimitSeconds"
          label={t('arrival-limit')}
          unit={t('seconds')}
          helperText={t('arrival-limit-help')}
          required
        />
        <SwitchField
          control={control}
          name="isReturnEnding"
          label={t('return-ending')}
          helperText={t('return-ending-help')}
        />
        <NumberField
          control={control}
          name="repeatMinutes"
          label={t('repeat')}
          unit={t('minutes')}
          helperText={t('repeat-help')}
          required
        />
        <NumberField
          control={control}
          name="alarmsPerHourBudget"
          label={t('alarm-budget')}
          unit={t('alarms-an-hour')}
          helperText={t('alarm-budget-help')}
        />
      </FormSection>
    </RecordForm>
  )
}

/**
 * settings/list, tab Notifications: which alerts of the own site need an answer, how long a claim lasts, which end by
 * themselves, and how often an alarm is repeated. ALARM-01, ALARM-02, NIGHT-04, NIGHT-05.
 */
import {
  type AlarmSettings,
  type AlarmSettingsDraft,
  alarmSettingsDraft,
} from '@mimamori/contract/site/alarm-settings.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#lib/service/api.ts'
import { useCall } from '#lib/service/use-call.ts'
import { isOverSites, useUser } from '#lib/session/session.ts'
import { RecordForm } from '#ui/form/record-form.tsx'
import { useRecordForm } from '#ui/form/use-record-form.ts'
import { NotConnected } from '#ui/layout/not-connected.tsx'
import { Loaded } from '#ui/list/loaded.tsx'
import { AlarmFields } from './alarm-fields.tsx'

const KEY = ['alarm-settings']

/** Each site of an organisation has its own, on the site's page. */
export function AlarmSettingsTab() {
  if (isOverSites(useUser())) return <NotConnected />
  return <OfSite />
}

function OfSite() {
  const query = useCall(KEY, 'alarmSettings.get')
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
  return (
    <RecordForm label={t('alarms')} state={state}>
      <AlarmFields control={state.form.control} />
    </RecordForm>
  )
}

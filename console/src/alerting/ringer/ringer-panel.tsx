/** settings/list, tab Notifications: the provider by which the site rings phones. REACH-01. */
import { type Ringer, ringerForm } from '@mimamori/contract/alerting/ringer.ts'
import { RINGER_PRESETS, RINGERS } from '@mimamori/contract/alerting/ringer-presets.ts'
import { Alert } from '@mui/material'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { mayCall } from '#lib/access/access.ts'
import { call } from '#lib/service/api.ts'
import { isOverSites, useUser } from '#lib/session/session.ts'
import { useTime } from '#lib/time/use-time.ts'
import { SwitchField } from '#ui/form/field/checkbox-field.tsx'
import { NumberField } from '#ui/form/field/number-field.tsx'
import { SelectField } from '#ui/form/field/select-field.tsx'
import { TextField } from '#ui/form/field/text-field.tsx'
import { FormSection, RecordForm } from '#ui/form/record-form.tsx'
import { useRecordForm } from '#ui/form/use-record-form.ts'
import { Loaded } from '#ui/list/loaded.tsx'
import { LineWorksFields } from './line-works-fields.tsx'
import css from './ringer.module.css'
import { RINGER_KEY, useRinger } from './ringer-queries.ts'

/** Each site of an organization has its own. */
export function RingerPanel() {
  const user = useUser()
  if (isOverSites(user) || !mayCall(user.role, 'ringer.get')) return null
  return <OfSite />
}

function OfSite() {
  const query = useRinger()
  return (
    <div className={css.below}>
      <Loaded query={query}>{(ringer) => <Form ringer={ringer} onReload={query.refetch} />}</Loaded>
    </div>
  )
}

function Form({ ringer, onReload }: { ringer: Ringer; onReload: () => Promise<unknown> }) {
  const { t } = useTranslation('ringer')
  const cache = useQueryClient()
  const { impersonatedTenant } = useUser()
  const { isEnabled, preset, url, hourlyMost, tokenLastFour } = ringer
  const state = useRecordForm({
    schema: ringerForm,
    values: { isEnabled, preset, url, hourlyMost, token: '' },
    record: ringer,
    save: async (draft, shown = ringer) => {
      const body = { ...draft, token: draft.token || undefined, version: shown.version }
      const saved = await call('ringer.save', { body })
      cache.setQueryData(RINGER_KEY, saved)
      return saved
    },
    saved: t('saved'),
    onReload,
  })
  const { control, getValues, setValue } = state.form
  const chosen = useWatch({ control, name: 'preset' })
  useEffect(() => {
    const usual = RINGERS[chosen].url ?? ''
    if (isUsual(getValues('url')) && getValues('url') !== usual) setValue('url', usual, { shouldDirty: true })
  }, [chosen, getValues, setValue])
  const tokenHelp = tokenLastFour ? t('token-set', { end: tokenLastFour }) : t(`token-${chosen}`)
  return (
    <RecordForm label={t('title')} state={state}>
      <FormSection title={t('title')} help={t('help')}>
        <Standing ringer={ringer} />
        <SwitchField control={control} name="isEnabled" label={t('is-enabled')} />
        <SelectField
          control={control}
          name="preset"
          label={t('preset')}
          required
          helperText={t(`preset-help-${chosen}`)}
          options={RINGER_PRESETS.map((value) => ({ value, label: t(`preset-${value}`) }))}
        />
        <TextField control={control} name="url" label={t('url')} helperText={t('url-help')} type="url" />
        {chosen === 'lineworks' ? (
          <LineWorksFields
            key={ringer.version}
            control={control}
            isDisabled={impersonatedTenant !== null}
            help={impersonatedTenant ? t('token-connected') : tokenHelp}
          />
        ) : (
          <TextField
            control={control}
            name="token"
            label={t('token')}
            type="password"
            autoComplete="new-password"
            disabled={impersonatedTenant !== null}
            helperText={impersonatedTenant ? t('token-connected') : tokenHelp}
          />
        )}
        <NumberField
          control={control}
          name="hourlyMost"
          label={t('hourly')}
          unit={t('messages')}
          helperText={t('hourly-help')}
          required
        />
      </FormSection>
    </RecordForm>
  )
}

/** An address that nobody entered: it follows the chosen provider. */
const isUsual = (url: string) => RINGER_PRESETS.some((one) => (RINGERS[one].url ?? '') === url)

/** How many people it rings, and whether the last check passed. */
function Standing({ ringer: { version, isEnabled, people, lastHour, checkedAt, checkError } }: { ringer: Ringer }) {
  const { t } = useTranslation(['ringer', 'delivery'])
  const { dateTime } = useTime()
  if (version === 0 || !isEnabled) return null
  return (
    <>
      {checkError && (
        <Alert severity="error">
          {t('check-failed', { time: dateTime(checkedAt!) })} {t(`delivery.reason-${checkError}`)}
        </Alert>
      )}
      <p className={css.quiet}>
        {t('people', { count: people })} · {t('last-hour', { count: lastHour })}
        {checkedAt && !checkError && ` · ${t('check-passed', { time: dateTime(checkedAt) })}`}
      </p>
    </>
  )
}

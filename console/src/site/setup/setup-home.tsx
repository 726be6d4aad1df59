/** The first screen: what the home is called, its time zone, and the language of the person who sets it up. */
import { LOCALES } from '@mimamori/contract/languages/locales.ts'
import { setupHomeForm } from '@mimamori/contract/site/setup.ts'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { LANGUAGE_OPTIONS } from '#lib/browser/language.ts'
import { call } from '#lib/service/api.ts'
import { changeUser, useUser } from '#lib/session/session.ts'
import { SelectField } from '#ui/form/field/select-field.tsx'
import { TextField } from '#ui/form/field/text-field.tsx'
import { TimezoneField } from '#ui/form/field/timezone-field.tsx'
import { FormSection, RecordForm } from '#ui/form/record-form.tsx'
import { useRecordForm } from '#ui/form/use-record-form.ts'
import type { Home } from './setup-parts.ts'
import { useSaveHome } from './setup-queries.ts'

const route = getRouteApi('/app/setup')

export function SetupHome({ home }: { home: Home | null }) {
  const { t } = useTranslation('setup')
  const { locale, timezone } = useUser()
  const navigate = route.useNavigate()
  const saveHome = useSaveHome()
  const values = useMemo(
    () => ({ name: home?.name ?? '', timezone: home?.timezone ?? timezone, locale }),
    [home?.name, home?.timezone, timezone, locale],
  )
  const state = useRecordForm({
    schema: setupHomeForm,
    values,
    saved: t('home-saved'),
    save: async ({ locale: chosen, ...wanted }) => {
      const setup = await saveHome(wanted)
      if (chosen !== locale) {
        const body = { locale: chosen, dateFormat: LOCALES[chosen].dateFormat }
        changeUser(await call('profile.patch', { body }))
      }
      return setup
    },
    onSaved: () => navigate({ to: '/app/setup', search: { step: 'hub' } }),
  })
  const { control } = state.form
  return (
    <RecordForm label={t('home-title')} state={state} verb={home ? undefined : t('home-create')}>
      <FormSection title={t('home-section')}>
        <TextField control={control} name="name" label={t('home-name')} required autoFocus />
        <TimezoneField control={control} name="timezone" label={t('home-timezone')} required />
        <SelectField control={control} name="locale" label={t('home-language')} required options={LANGUAGE_OPTIONS} />
      </FormSection>
    </RecordForm>
  )
}

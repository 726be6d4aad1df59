/** profile: the own language, time zone, date format and password, and where one is signed in. GEN-03, AUTH-18. */
import { type ProfileDraft, profileDraft } from '@mimamori/contract/identity/session.ts'
import { type ReactNode, useMemo } from 'react'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { LANGUAGE_OPTIONS } from '#lib/browser/language.ts'
import { call } from '#lib/service/api.ts'
import { changeUser, useUser } from '#lib/session/session.ts'
import { DateFormatField } from '#ui/form/field/date-format-field.tsx'
import { SelectField } from '#ui/form/field/select-field.tsx'
import { TimezoneField } from '#ui/form/field/timezone-field.tsx'
import { FieldRow, FormSection, RecordForm } from '#ui/form/record-form.tsx'
import { useRecordForm } from '#ui/form/use-record-form.ts'
import { PageHeader } from '#ui/layout/page-header.tsx'
import { PasswordCard } from './password-card.tsx'
import css from './profile.module.css'

/** `panels`: cards of other nouns about oneself. */
export function ProfilePage({ panels }: { panels: ReactNode }) {
  const { t } = useTranslation('profile')
  const { displayName, email } = useUser()
  return (
    <>
      <PageHeader title={displayName} subtitle={email} />
      <Display label={t('title')} />
      <div className={css.column}>
        <PasswordCard />
        {panels}
      </div>
    </>
  )
}

function Display({ label }: { label: string }) {
  const { t } = useTranslation('profile')
  const { locale, timezone, dateFormat } = useUser()
  const values: ProfileDraft = useMemo(() => ({ locale, timezone, dateFormat }), [locale, timezone, dateFormat])
  const state = useRecordForm({
    schema: profileDraft,
    values,
    saved: t('saved-toast'),
    // The new user object changes language and times of the whole page.
    save: async (draft) => changeUser(await call('profile.patch', { body: draft })),
  })
  const { control } = state.form
  const zone = useWatch({ control, name: 'timezone' })
  return (
    <RecordForm label={label} state={state}>
      <FormSection title={t('display')} help={t('display-help')}>
        <FieldRow>
          <SelectField control={control} name="locale" label={t('locale')} required options={LANGUAGE_OPTIONS} />
          <DateFormatField control={control} name="dateFormat" label={t('date-format')} required timezone={zone} />
        </FieldRow>
        <TimezoneField control={control} name="timezone" label={t('timezone')} required />
      </FormSection>
    </RecordForm>
  )
}

/** The form of a user, new or not; the page decides what saving means. USER-01, USER-02. */

import { type User, type UserDraft, userDraft } from '@mimamori/contract/identity/user.ts'
import { LOCALES } from '@mimamori/contract/languages/locales.ts'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { LANGUAGE_OPTIONS, toLanguage } from '#lib/browser/language.ts'
import { useFactHint } from '#lib/browser/use-fact-hint.ts'
import { DateFormatField } from '#ui/form/field/date-format-field.tsx'
import { SelectField } from '#ui/form/field/select-field.tsx'
import type { ControlOf } from '#ui/form/field/text-field.tsx'
import { TextField } from '#ui/form/field/text-field.tsx'
import { TimezoneField } from '#ui/form/field/timezone-field.tsx'
import { FieldRow, FormSection, RecordForm } from '#ui/form/record-form.tsx'
import { useRecordForm } from '#ui/form/use-record-form.ts'
import { LosingRooms } from './losing-rooms.tsx'
import { SignInFields } from './sign-in-fields.tsx'
import { WorkFields } from './work-fields.tsx'

export type Draft = z.output<typeof userDraft>

type Props<R extends User> = {
  /** Left out: a new one. */
  user?: User
  values: UserDraft
  saved: string
  save: (draft: Draft) => Promise<R>
  onSaved?: (user: R) => void
  onReload?: () => Promise<unknown>
}

export function UserForm<R extends User>({ user, ...options }: Props<R>) {
  const { t } = useTranslation('user')
  const state = useRecordForm({ schema: userDraft, ...options })
  const { control } = state.form
  const fact = useFactHint()
  return (
    <RecordForm label={user?.displayName ?? t('new')} state={state} verb={user ? undefined : t('create')}>
      <FormSection title={t('person')}>
        <Names control={control} isNew={!user} />
        <FieldRow>
          <TextField control={control} name="email" label={t('email')} type="email" required autoComplete="off" />
          <TextField
            control={control}
            name="mobileNo"
            label={t('mobile-no')}
            type="tel"
            autoComplete="off"
            helperText={fact(['user.mobileNo'])}
          />
        </FieldRow>
      </FormSection>
      <FormSection title={t('work')} help={t('work-help')}>
        <WorkFields form={state.form} user={user} />
        {user && <LosingByChange control={control} user={user} />}
      </FormSection>
      <FormSection title={t('sign-in')} help={t('sign-in-help')}>
        <SignInFields form={state.form} user={user} />
      </FormSection>
      <FormSection title={t('display')} help={t('display-help')}>
        <Display control={control} />
      </FormSection>
    </RecordForm>
  )
}

/** Before another role or other units are saved. */
function LosingByChange({ control, user }: { control: ControlOf<typeof userDraft>; user: User }) {
  const [role, unitIds = []] = useWatch({ control, name: ['role', 'unitIds'] })
  const isSame = role === user.role && [...unitIds].sort().join() === [...user.unitIds].sort().join()
  return <LosingRooms ids={[user.id]} change={{ role, unitIds }} isAsked={!isSame} />
}

/** The family name comes first where it is said first. */
export function Names({ control, isNew }: { control: ControlOf<typeof userDraft>; isNew: boolean }) {
  const { t, i18n } = useTranslation('user')
  const names = [
    { name: 'firstName', label: t('first-name') },
    { name: 'lastName', label: t('last-name') },
  ] as const
  const ordered = LOCALES[toLanguage(i18n.language)].isFamilyNameFirst ? names.toReversed() : names
  return (
    <>
      <FieldRow>
        {ordered.map((field, index) => (
          <TextField
            key={field.name}
            control={control}
            {...field}
            required
            autoComplete="off"
            autoFocus={isNew && index === 0}
          />
        ))}
      </FieldRow>
      <TextField control={control} name="kana" label={t('kana')} helperText={t('kana-help')} autoComplete="off" />
    </>
  )
}

function Display({ control }: { control: ControlOf<typeof userDraft> }) {
  const { t } = useTranslation('user')
  const timezone = useWatch({ control, name: 'timezone' })
  return (
    <>
      <FieldRow>
        <SelectField control={control} name="locale" label={t('locale')} required options={LANGUAGE_OPTIONS} />
        <DateFormatField control={control} name="dateFormat" label={t('date-format')} required timezone={timezone} />
      </FieldRow>
      <TimezoneField control={control} name="timezone" label={t('timezone')} required />
    </>
  )
}

/** By which name and password somebody signs in, alone or as a station. USER-01, AUTH-14, AUTH-18. */

import type { User, userDraft } from '@mimamori/contract/identity/user.ts'
import type { UserType } from '@mimamori/contract/shared/roles.ts'
import { USER_TYPES } from '@mimamori/contract/shared/roles.ts'
import { FormControl, FormControlLabel, FormLabel, Radio, RadioGroup } from '@mui/material'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useUser } from '#lib/session/session.ts'
import { PasswordField } from '#ui/form/field/password-field.tsx'
import { SelectField } from '#ui/form/field/select-field.tsx'
import type { FormOf } from '#ui/form/field/text-field.tsx'
import { TextField } from '#ui/form/field/text-field.tsx'
import { FieldRow } from '#ui/form/record-form.tsx'
import { placeToName } from './user-access.ts'
import { useChoices } from './user-queries.ts'

export function SignInFields({ form, user }: { form: FormOf<typeof userDraft>; user: User | undefined }) {
  const { t } = useTranslation('user')
  const { control } = form
  const me = useUser()
  const { impersonatedTenant } = me
  const passwordHelp = usePasswordHelp(form, user)
  const type = useWatch({ control, name: 'type' }) ?? 'REGULAR'
  const types = USER_TYPES.map((value) => ({ value, label: t(`type-${value}`) }))
  return (
    <>
      <FieldRow>
        <SelectField
          control={control}
          name="type"
          label={t('type')}
          options={types}
          // Nobody changes what the own account is.
          disabled={user?.id === me.id}
          helperText={t(helpOf(type, user))}
        />
        <TextField
          control={control}
          name="userName"
          label={t('user-name')}
          autoComplete="off"
          helperText={t('user-name-help')}
        />
      </FieldRow>
      {/* Passwords are the site's own business. */}
      {!impersonatedTenant && !user && <FirstPassword form={form} help={passwordHelp} />}
      {!impersonatedTenant && user?.type === 'SHARED' && type === 'SHARED' && !user.isOwnerAsked && (
        <PasswordField
          control={control}
          name="password"
          label={t('new-password')}
          autoComplete="new-password"
          helperText={passwordHelp}
        />
      )}
    </>
  )
}

/** How long a password must be at the user's site, before it is typed; nothing while the site is not known. */
function usePasswordHelp(form: FormOf<typeof userDraft>, user: User | undefined): string | undefined {
  const { t } = useTranslation('user')
  const me = useUser()
  const [role, tenantId] = useWatch({ control: form.control, name: ['role', 'tenantId'] })
  const isElsewhere = placeToName(me, role) !== null
  const isTyped = !me.impersonatedTenant && (!user || user.type === 'SHARED')
  const place = user?.tenantId ?? (isElsewhere ? (tenantId ?? null) : undefined)
  const { data } = useChoices(isTyped ? place : null)
  if (!data) return undefined
  return t(user ? 'new-password-help' : 'password-help', { least: data.passwordMinLength })
}

/** A change of type takes effect with the owner alone: the form says so before it is saved. */
function helpOf(type: UserType, user: User | undefined) {
  if (user?.isOwnerAsked && type === 'SHARED') return 'type-help-owner-asked'
  if (!user || user.type === type || user.isInvitationPending) return `type-help-${type}` as const
  return `type-change-${type}` as const
}

/** An invitation by e-mail, unless the administrator gives a first password: for stations, which read no mail. */
function FirstPassword({ form, help }: { form: FormOf<typeof userDraft>; help: string | undefined }) {
  const { t } = useTranslation('user')
  const [isGiven, setGiven] = useState(false)
  const choose = (given: boolean) => {
    setGiven(given)
    form.setValue('password', given ? '' : undefined, { shouldDirty: true })
    form.clearErrors('password')
  }
  return (
    <>
      <FormControl>
        <FormLabel id="first-sign-in">{t('first-sign-in')}</FormLabel>
        <RadioGroup
          aria-labelledby="first-sign-in"
          value={isGiven ? 'password' : 'invitation'}
          onChange={(_, next) => choose(next === 'password')}
        >
          <FormControlLabel value="invitation" control={<Radio />} label={t('by-invitation')} />
          <FormControlLabel value="password" control={<Radio />} label={t('by-password')} />
        </RadioGroup>
      </FormControl>
      {isGiven && (
        <PasswordField
          control={form.control}
          name="password"
          label={t('password')}
          autoComplete="new-password"
          required
          helperText={help}
        />
      )}
    </>
  )
}

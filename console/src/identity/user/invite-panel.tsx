/** Invites a colleague by name and address, for the first setup: all else has its usual value. DOOR-01, AUTH-14. */
import { userDraft } from '@mimamori/contract/identity/user.ts'
import { useMemo, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { toLanguage } from '#lib/browser/language.ts'
import { useUser } from '#lib/session/session.ts'
import { SelectField } from '#ui/form/field/select-field.tsx'
import { TextField } from '#ui/form/field/text-field.tsx'
import { FieldRow, FormSection, RecordForm } from '#ui/form/record-form.tsx'
import { useRecordForm } from '#ui/form/use-record-form.ts'
import { InvitationLink } from './invitation-link.tsx'
import { Names } from './user-form.tsx'
import { blankUser } from './user-new-page.tsx'
import { useSaveUser } from './user-queries.ts'

/** `isFirst`: nobody is there yet, so this person administers the site and is notified while nobody is on duty. */
type Props = { tenantId: string; isFirst: boolean; onInvited: () => void }
type Invited = { displayName: string; invitationLink: string | null }

export function InvitePanel({ tenantId, isFirst, onInvited }: Props) {
  const [invited, setInvited] = useState<Invited | null>(null)
  const [count, setCount] = useState(0)
  const done = (user: Invited) => {
    setInvited(user)
    setCount(count + 1)
    onInvited()
  }
  return (
    <>
      <InviteForm key={count} tenantId={tenantId} role={isFirst ? 'ADMIN' : 'USER'} onInvited={done} />
      {invited?.invitationLink && (
        <InvitationLink name={invited.displayName} link={invited.invitationLink} onClose={() => setInvited(null)} />
      )}
    </>
  )
}

type FormProps = { tenantId: string; role: 'ADMIN' | 'USER'; onInvited: (user: Invited) => void }

function InviteForm({ tenantId, role, onInvited }: FormProps) {
  const { t, i18n } = useTranslation('user')
  const { timezone } = useUser()
  const { create } = useSaveUser()
  const locale = toLanguage(i18n.language)
  // The role stays as it was when the form was opened: somebody else may be invited meanwhile.
  const [first] = useState(role)
  const values = useMemo(
    () => blankUser({ tenantId, role: first, timezone, locale }),
    [tenantId, first, timezone, locale],
  )
  const state = useRecordForm({ schema: userDraft, values, save: create, saved: t('added-toast'), onSaved: onInvited })
  const { control } = state.form
  const chosen = useWatch({ control, name: 'role' })
  const roles = (['USER', 'ADMIN'] as const).map((value) => ({ value, label: t(`role-${value}`) }))
  return (
    <RecordForm label={t('new')} state={state} verb={t('invite')}>
      <FormSection title={t('new')}>
        <Names control={control} isNew={false} />
        <FieldRow>
          <TextField control={control} name="email" label={t('email')} type="email" required autoComplete="off" />
          <SelectField
            control={control}
            name="role"
            label={t('role')}
            required
            options={roles}
            helperText={t(`role-help-${chosen}`)}
          />
        </FieldRow>
      </FormSection>
    </RecordForm>
  )
}

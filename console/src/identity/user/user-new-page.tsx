/** users/new: somebody who gets an invitation, or a first password. USER-01, AUTH-14. */

import type { UserDraft } from '@mimamori/contract/identity/user.ts'
import { LOCALES } from '@mimamori/contract/languages/locales.ts'
import type { Role } from '@mimamori/contract/shared/roles.ts'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toLanguage } from '#lib/browser/language.ts'
import { ApiError } from '#lib/service/api.ts'
import { useUser } from '#lib/session/session.ts'
import { PageHeader } from '#ui/layout/page-header.tsx'
import { BackToUsers } from '../../shared/back-to.tsx'
import { InvitationLink } from './invitation-link.tsx'
import { placeToName } from './user-access.ts'
import { type Draft, UserForm } from './user-form.tsx'
import { useSaveUser } from './user-queries.ts'

const route = getRouteApi('/app/users/new')

export function UserNewPage() {
  const { t, i18n } = useTranslation('user')
  const navigate = route.useNavigate()
  const { tenantId, role } = route.useSearch()
  const me = useUser()
  const { create } = useSaveUser()
  const [invited, setInvited] = useState<Awaited<ReturnType<typeof create>> | null>(null)
  const open = (id: string) => navigate({ to: '/app/users/edit/$id', params: { id } })
  const timezone = (me.impersonatedTenant ?? me.applicationTenant)?.timezone ?? me.timezone
  const locale = toLanguage(i18n.language)
  const values = useMemo(() => blankUser({ tenantId, role, timezone, locale }), [tenantId, role, timezone, locale])
  const save = (draft: Draft) => {
    const place = placeToName(me, draft.role)
    if (place && !draft.tenantId) throw new ApiError(400, 'invalid-request', '', { tenantId: `user.${place}-required` })
    // A place that was chosen for another role before means nothing.
    return create({ ...draft, tenantId: place ? draft.tenantId : undefined })
  }
  return (
    <>
      <PageHeader title={t('new')} lead={<BackToUsers />} />
      <UserForm
        values={values}
        save={save}
        saved={t('added-toast')}
        onSaved={(user) => (user.invitationLink ? setInvited(user) : open(user.id))}
      />
      {invited?.invitationLink && (
        <InvitationLink name={invited.displayName} link={invited.invitationLink} onClose={() => open(invited.id)} />
      )}
    </>
  )
}

type Known = Pick<UserDraft, 'tenantId' | 'timezone' | 'locale'> & { role: Role | undefined }

export function blankUser({ tenantId, role, timezone, locale }: Known): UserDraft {
  return {
    firstName: '',
    lastName: '',
    kana: '',
    email: '',
    mobileNo: '',
    userName: '',
    locale,
    timezone,
    // None until somebody says which: the rules of the contract ask for it.
    role: (role ?? '') as Role,
    dateFormat: LOCALES[locale].dateFormat,
    type: 'REGULAR',
    unitIds: [],
    shiftIds: [],
    awayUntil: null,
    tenantId,
  }
}

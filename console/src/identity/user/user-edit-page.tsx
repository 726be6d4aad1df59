/** users/edit/{id}: a user's form, access, devices, and the way out. USER-01, AUTH-16, AUTH-18. */
import type { User, UserDraft } from '@mimamori/contract/identity/user.ts'
import { getRouteApi } from '@tanstack/react-router'
import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useUser } from '#lib/session/session.ts'
import { PageHeader } from '#ui/layout/page-header.tsx'
import { Loaded } from '#ui/list/loaded.tsx'
import { BackToUsers } from '../../shared/back-to.tsx'
import { AccessPanel } from './access-panel.tsx'
import { DeletePanel } from './delete-panel.tsx'
import css from './user.module.css'
import { reachesSites } from './user-access.ts'
import { UserForm } from './user-form.tsx'
import { useOneUser, useSaveUser } from './user-queries.ts'
import { UserState } from './user-state.tsx'

const route = getRouteApi('/app/users/edit/$id')

type Props = {
  /** Panels of other nouns about this user, between access and the way out. */
  panels?: (user: User) => ReactNode
}

export function UserEditPage({ panels }: Props) {
  const { id } = route.useParams()
  const query = useOneUser(id)
  const me = useUser()
  return (
    <Loaded query={query} back={<BackToUsers />}>
      {(user) => (
        <>
          <Head user={user} />
          <Form key={user.id} user={user} onReload={query.refetch} />
          <div className={css.column}>
            <AccessPanel user={user} />
            {panels?.(user)}
            {user.id !== me.id && <DeletePanel user={user} />}
          </div>
        </>
      )}
    </Loaded>
  )
}

function Head({ user }: { user: User }) {
  const { t } = useTranslation('user')
  const role = t(`role-${user.role}`)
  const hasSites = reachesSites(useUser())
  return (
    <PageHeader
      lead={<BackToUsers />}
      title={user.displayName}
      badge={<UserState user={user} />}
      subtitle={hasSites ? `${role} · ${user.tenantName}` : role}
    />
  )
}

function Form({ user, onReload }: { user: User; onReload: () => Promise<unknown> }) {
  const { t } = useTranslation('user')
  const { patch } = useSaveUser()
  const values = useMemo(() => draftOf(user), [user])
  const { id, version } = user
  return (
    <UserForm
      user={user}
      values={values}
      save={({ tenantId: _, ...draft }) => patch({ ...draft, id, version })}
      saved={t('updated-toast')}
      onReload={onReload}
    />
  )
}

function draftOf(user: User): UserDraft {
  const { firstName, lastName, kana, email, mobileNo, userName, locale, timezone, role, dateFormat, type } = user
  const { unitIds, shiftIds, awayUntil } = user
  return {
    ...{ firstName, lastName, kana, email, mobileNo, userName, locale, timezone, role, dateFormat, type },
    ...{ unitIds, shiftIds, awayUntil },
  }
}

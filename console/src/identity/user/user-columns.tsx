/** The columns of the list of users. USER-01. */

import type { User } from '@mimamori/contract/identity/user.ts'
import { LOCALES } from '@mimamori/contract/languages/locales.ts'
import { Link } from '@tanstack/react-router'
import type { TFunction } from 'i18next'
import { Check } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { RelativeTime } from '#ui/layout/relative-time.tsx'
import type { ListColumn } from '#ui/list/list-column.ts'
import css from './user.module.css'
import { UserState } from './user-state.tsx'

type Texts = TFunction<'user'>

/** `hasSites`: the list holds people of several places. */
export function useUserColumns(hasSites: boolean): ListColumn<User>[] {
  const { t } = useTranslation('user')
  return useMemo(
    () => [
      {
        id: 'name',
        header: t('name'),
        isSortable: true,
        cell: (user) => <Name user={user} />,
        csv: (user) => user.displayName,
      },
      { id: 'email', header: t('email'), cell: (user) => user.email, csv: (user) => user.email },
      {
        id: 'role',
        header: t('role'),
        isSortable: true,
        cell: (user) => t(`role-${user.role}`),
        csv: (user) => t(`role-${user.role}`),
      },
      ...(hasSites ? [text('tenantName', t('site'), (user) => user.tenantName)] : []),
      { ...text('units', t('units'), (user) => user.unitNames.join(', ')), cell: (user) => <Units user={user} /> },
      text('shifts', t('shifts'), (user) => user.shiftNames.join(', ')),
      {
        id: 'lastSignIn',
        header: t('last-sign-in'),
        isSortable: true,
        cell: ({ lastSignInAt }) => (lastSignInAt ? <RelativeTime at={lastSignInAt} /> : <Quiet word={t('never')} />),
        csv: (user) => user.lastSignInAt,
      },
      ...optional(t),
    ],
    [t, hasSites],
  )
}

function optional(t: Texts): ListColumn<User>[] {
  const columns = [
    text('userName', t('user-name'), (user) => user.userName),
    text('mobileNo', t('mobile-no'), (user) => user.mobileNo),
    text('type', t('type'), (user) => t(`type-${user.type}`)),
    yes('isMobileRegistered', t('mobile-registered'), t),
    yes('isWebRegistered', t('web-registered'), t),
    text('locale', t('locale'), (user) => LOCALES[user.locale].name),
    text('timezone', t('timezone'), (user) => user.timezone),
    text('dateFormat', t('date-format'), (user) => user.dateFormat),
    text('state', t('state'), (user) => stateWord(user, t)),
  ]
  return columns.map((column) => ({ ...column, isOptional: true }))
}

function text(id: string, header: string, of: (user: User) => string): ListColumn<User> {
  return { id, header, cell: of, csv: of }
}

function yes(id: 'isMobileRegistered' | 'isWebRegistered', header: string, t: Texts): ListColumn<User> {
  const mark = <Check size={18} aria-label={t('yes')} />
  return { id, header, cell: (user) => (user[id] ? mark : null), csv: (user) => t(user[id] ? 'yes' : 'no') }
}

/** The one word of the export. */
function stateWord(user: User, t: Texts): string {
  if (user.isDisabled) return t('disabled')
  return user.isInvitationPending ? t('invited') : t('active')
}

function Name({ user }: { user: User }) {
  const { t } = useTranslation('user')
  return (
    <span className={css.name}>
      <Link to="/app/users/edit/$id" params={{ id: user.id }} className={css.link}>
        {user.displayName}
      </Link>
      {user.type === 'SHARED' && <span className={css.tag}>{t('type-SHARED')}</span>}
      <UserState user={user} />
    </span>
  )
}

/** Nobody is bound to none: then it is all of them, or for some roles nothing. */
function Units({ user }: { user: User }) {
  const { t } = useTranslation('user')
  if (user.unitNames.length > 0) return user.unitNames.join(', ')
  if (user.role === 'RESTRICTED_USER') return <Quiet word={t('no-units')} />
  return user.role === 'USER' ? <Quiet word={t('all-units')} /> : null
}

function Quiet({ word }: { word: string }) {
  return <span className={css.quiet}>{word}</span>
}

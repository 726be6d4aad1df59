/** The navigation as one row under the top bar: the horizontal layout. */
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { navigationFor } from '#app/navigation.ts'
import type { Waiting } from '#app/unread.ts'
import { isBound } from '#lib/access/access.ts'
import { siteOf, useUser } from '#lib/session/session.ts'
import { NavLink } from './nav-link.tsx'
import css from './nav-row.module.css'

export function NavRow({ waiting }: { waiting: Waiting }) {
  const { t } = useTranslation('app')
  const user = useUser()
  return (
    <nav className={css.row} aria-label={t('main-navigation')}>
      {navigationFor(user.role, siteOf(user), isBound(user)).map((group, index) => (
        <Fragment key={group.label}>
          {index > 0 && <i className={css.divider} />}
          {group.items.map((item) => (
            <NavLink key={item.to} item={item} waiting={waiting} classes={{ link: css.link, badge: css.badge }} />
          ))}
        </Fragment>
      ))}
    </nav>
  )
}

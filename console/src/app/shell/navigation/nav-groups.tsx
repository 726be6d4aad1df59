/** The navigation as groups under each other: side bar and drawer. */
import { useTranslation } from 'react-i18next'
import { navigationFor } from '#app/navigation.ts'
import type { Waiting } from '#app/unread.ts'
import { isBound } from '#lib/access/access.ts'
import { siteOf, useUser } from '#lib/session/session.ts'
import css from './nav-groups.module.css'
import { NavLink } from './nav-link.tsx'

type Props = { waiting: Waiting; isMini?: boolean; onChoose?: () => void }

export function NavGroups({ waiting, isMini, onChoose }: Props) {
  const { t } = useTranslation('app')
  const user = useUser()
  return (
    <nav className={css.groups} data-mini={isMini || undefined} aria-label={t('main-navigation')}>
      {navigationFor(user.role, siteOf(user), isBound(user)).map((group) => (
        <section key={group.label} className={css.group}>
          <h2 className={css.label}>{t(group.label)}</h2>
          {group.items.map((item) => (
            <NavLink
              key={item.to}
              item={item}
              waiting={waiting}
              hasIcon
              onClick={onChoose}
              classes={{ link: css.link, badge: css.badge }}
            />
          ))}
        </section>
      ))}
    </nav>
  )
}

/** One entry of the navigation, drawn by its place: in the row, in the side bar, in the drawer. */
import { Link, useRouterState } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { isGreyed, type NavItem } from '#app/navigation.ts'
import { badgeText, countOf, type Waiting } from '#app/unread.ts'
import { useUser } from '#lib/session/session.ts'

type Props = {
  item: NavItem
  waiting: Waiting
  classes: { link: string | undefined; badge: string | undefined }
  hasIcon?: boolean
  onClick?: () => void
}

export function NavLink({ item, waiting, classes, hasIcon, onClick }: Props) {
  const { t } = useTranslation('app')
  const isCurrent = useRouterState({
    select: ({ location: { pathname } }) =>
      pathname.startsWith(item.section) || (item.also !== undefined && pathname.startsWith(item.also)),
  })
  const { role } = useUser()
  const count = item.badge ? countOf(waiting) : 0
  if (isGreyed(item, role)) {
    return (
      // biome-ignore lint/a11y/useSemanticElements: a link that leads nowhere
      <span
        role="link"
        tabIndex={0}
        aria-disabled
        title={t('not-for-role')}
        className={classes.link}
        style={{ opacity: 0.5, cursor: 'default' }}
      >
        {hasIcon && <item.icon size={20} aria-hidden />}
        <span>{t(item.label)}</span>
        <span className="visually-hidden">{t('not-for-role')}</span>
      </span>
    )
  }
  return (
    <Link
      to={item.to}
      // People who answer alarms begin with those that need an answer.
      search={item.badge && waiting.alarms !== null ? { tab: 'needs' } : {}}
      className={classes.link}
      data-on={isCurrent || undefined}
      aria-current={isCurrent ? 'page' : undefined}
      onClick={onClick}
    >
      {hasIcon && <item.icon size={20} aria-hidden />}
      <span>{t(item.label)}</span>
      {count > 0 && (
        <b className={classes.badge}>
          <span aria-hidden>{badgeText(count)}</span>
          <span className="visually-hidden">
            {t(waiting.alarms === null ? 'unread-alerts' : 'alarms-waiting', { count, number: badgeText(count) })}
          </span>
        </b>
      )}
    </Link>
  )
}

/** The bar at the end of a phone's window: where a carer goes most, and the whole menu. NAV-07, NIGHT-02. */
import { Link, useLocation } from '@tanstack/react-router'
import { BedSingle, Bell, ClipboardList, Menu } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { badgeText, countOf, type Waiting } from '#app/unread.ts'
import { useUser } from '#lib/session/session.ts'
import { mayOpen } from '../../navigation.ts'
import css from '../shell.module.css'

const GOALS = [
  { to: '/app/rooms', section: '/app/rooms', label: 'rooms', icon: BedSingle },
  { to: '/app/alerts/list', section: '/app/alerts', label: 'alarms', icon: Bell, search: { tab: 'needs' } },
  { to: '/app/handover', section: '/app/handover', label: 'handover', icon: ClipboardList },
] as const

export function PhoneBar({ waiting, onMore }: { waiting: Waiting; onMore: () => void }) {
  const { t } = useTranslation('app')
  const { role } = useUser()
  const path = useLocation().pathname
  const count = countOf(waiting)
  return (
    <nav className={css.bottom} aria-label={t('quick-navigation')} data-holds-actions>
      {GOALS.filter(({ section }) => mayOpen(role, section)).map(({ to, section, label, icon: Icon, ...rest }) => (
        <Link key={to} to={to} {...rest} className={css.goal} data-current={path.startsWith(section) || undefined}>
          <Icon size={22} aria-hidden />
          <span>{t(label)}</span>
          {label === 'alarms' && count > 0 && <span className={css.badge}>{badgeText(count)}</span>}
        </Link>
      ))}
      <button type="button" className={css.goal} onClick={onMore} aria-haspopup="dialog">
        <Menu size={22} aria-hidden />
        <span>{t('more')}</span>
      </button>
    </nav>
  )
}

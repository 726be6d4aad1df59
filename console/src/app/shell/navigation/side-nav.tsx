/** The navigation at the side: 280 px with groups, or 88 px with icons over small words (NAV-07). */
import { IconButton } from '@mui/material'
import { Link } from '@tanstack/react-router'
import { PanelLeftClose, PanelLeftOpen } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Waiting } from '#app/unread.ts'
import { changeThemeSettings } from '#lib/browser/theme-settings.ts'
import { useUser } from '#lib/session/session.ts'
import { Logo } from '#ui/feedback/logo.tsx'
import { NavGroups } from './nav-groups.tsx'
import css from './side-nav.module.css'

export default function SideNav({ waiting, isMini }: { waiting: Waiting; isMini: boolean }) {
  const { t } = useTranslation('app')
  const { impersonatedTenant } = useUser()
  const switchTo = isMini ? 'vertical' : 'mini'
  return (
    <aside className={css.side} data-impersonating={impersonatedTenant ? true : undefined}>
      <div className={css.head}>
        <Link to="/app" className={css.logo} aria-label="Mimamori">
          <Logo />
          {!isMini && 'Mimamori'}
        </Link>
      </div>
      <NavGroups waiting={waiting} isMini={isMini} />
      <div className={css.foot}>
        <IconButton
          aria-label={t(`layout-${switchTo}`)}
          data-tip={t(`layout-${switchTo}`)}
          data-tip-at="start"
          onClick={() => changeThemeSettings({ layout: switchTo })}
        >
          {isMini ? <PanelLeftOpen size={20} /> : <PanelLeftClose size={20} />}
        </IconButton>
      </div>
    </aside>
  )
}

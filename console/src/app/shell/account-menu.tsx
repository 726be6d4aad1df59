/** The account menu: the person's own pages, the look of the page, and the way out (NAV-06, AUTH-12). */

import { Divider, Menu, MenuItem } from '@mui/material'
import { useNavigate } from '@tanstack/react-router'
import {
  BellRing,
  House,
  Keyboard,
  ListChecks,
  LogOut,
  Palette,
  ScrollText,
  Send,
  Unplug,
  UserRound,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { mayCall } from '#lib/access/access.ts'
import { loadTexts } from '#lib/browser/i18n.ts'
import { lazyPart } from '#lib/service/patient-load.ts'
import { isOverSites, siteOf, useUser } from '#lib/session/session.ts'
import { LazyOverlay } from '#ui/feedback/lazy-overlay.tsx'
import { stopImpersonating, useLogout } from '../use-logout.ts'
import css from './account-menu.module.css'
import { openShortcuts } from './keyboard.tsx'

const ThemeDrawer = lazyPart(async () => {
  const [drawer] = await Promise.all([import('./theme-drawer.tsx'), loadTexts('appearance')])
  return drawer
})

type Props = {
  /** Null: the menu is closed. */
  anchor: HTMLElement | null
  onClose: () => void
}

export default function AccountMenu({ anchor, onClose }: Props) {
  const { t } = useTranslation('app')
  const user = useUser()
  const site = siteOf(user)
  const navigate = useNavigate()
  const [isThemeOpen, setThemeOpen] = useState(false)
  const item = (icon: ReactNode, label: string, act: () => unknown) => (
    <MenuItem
      onClick={() => {
        onClose()
        void act()
      }}
    >
      {icon}
      {label}
    </MenuItem>
  )
  const logout = useLogout()
  return (
    <>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={onClose} slotProps={{ paper: { className: css.menu } }}>
        <li className={css.person}>
          <strong>{user.displayName}</strong>
          <span className={css.mail}>{user.email}</span>
          {site && <span className={css.mail}>{site.schemaName}</span>}
        </li>
        <Divider component="li" sx={{ my: '6px' }} />
        {item(<House size={18} />, t('home'), () => navigate({ to: '/app' }))}
        {item(<UserRound size={18} />, t('profile'), () => navigate({ to: '/app/profile' }))}
        {item(<BellRing size={18} />, t('notifications'), () =>
          navigate({ to: '/app/profile', hash: 'notifications' }),
        )}
        {item(<Palette size={18} />, t('appearance'), () => setThemeOpen(true))}
        {item(<Keyboard size={18} />, t('shortcuts'), openShortcuts)}
        {site &&
          !isOverSites(user) &&
          mayCall(user.role, 'firstSteps.get') &&
          item(<ListChecks size={18} />, t('first-steps'), () => navigate({ to: '/app/first-steps' }))}
        {mayCall(user.role, 'audit.search') &&
          item(<ScrollText size={18} />, t('audit-log'), () => navigate({ to: '/app/audit' }))}
        {mayCall(user.role, 'delivery.search') &&
          item(<Send size={18} />, t('deliveries'), () => navigate({ to: '/app/deliveries' }))}
        {user.impersonatedTenant && item(<Unplug size={18} />, t('stop-impersonating'), stopImpersonating)}
        {item(<LogOut size={18} />, t('logout'), logout)}
      </Menu>
      {isThemeOpen && (
        <LazyOverlay onFailed={() => setThemeOpen(false)}>
          <ThemeDrawer onClose={() => setThemeOpen(false)} />
        </LazyOverlay>
      )}
    </>
  )
}

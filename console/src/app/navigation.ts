/** What the menu offers to whom (NAV-01, NAV-02). A page that does not exist yet is not in it. */

import { READERS, type Role } from '@mimamori/contract/roles.ts'
import { Bell, LayoutDashboard, type LucideIcon, Video } from 'lucide-react'
import type { AppTexts } from './app.en.ts'

export type NavItem = {
  to: string
  /** The page is current while the path begins with this. */
  section: string
  label: keyof AppTexts
  icon: LucideIcon
  badge?: 'unread-alerts'
  /** Left out: every role. */
  roles?: readonly Role[]
}
export type NavGroup = { label: keyof AppTexts; items: readonly NavItem[] }

const GROUPS: readonly NavGroup[] = [
  {
    label: 'general',
    items: [
      { to: '/app/dashboard', section: '/app/dashboard', label: 'dashboard', icon: LayoutDashboard, roles: READERS },
      { to: '/app/alerts/list', section: '/app/alerts', label: 'alerts', icon: Bell, badge: 'unread-alerts' },
    ],
  },
  {
    label: 'management',
    items: [{ to: '/app/cameras/list', section: '/app/cameras', label: 'cameras', icon: Video, roles: READERS }],
  },
]

export function navigationFor(role: Role): NavGroup[] {
  return GROUPS.map((group) => ({
    ...group,
    items: group.items.filter((item) => !item.roles || item.roles.includes(role)),
  })).filter((group) => group.items.length > 0)
}

/** What the menu offers to whom (NAV-01, NAV-02). A page that does not exist yet is not in it. */

import type { Role } from '@mimamori/contract/roles.ts'
import { Bell, LayoutDashboard, type LucideIcon, Video } from 'lucide-react'
import { mayCall } from '#lib/access.ts'
import type { CallKey } from '#lib/api.ts'
import type { AppTexts } from './app.en.ts'

export type NavItem = {
  to: string
  /** The page is current while the path begins with this. */
  section: string
  label: keyof AppTexts
  icon: LucideIcon
  badge?: 'unread-alerts'
  /** Who may make this call sees the page. */
  call: CallKey
}
export type NavGroup = { label: keyof AppTexts; items: readonly NavItem[] }

const GROUPS: readonly NavGroup[] = [
  {
    label: 'general',
    items: [
      {
        to: '/app/dashboard',
        section: '/app/dashboard',
        label: 'dashboard',
        icon: LayoutDashboard,
        call: 'alert.latest',
      },
      {
        to: '/app/alerts/list',
        section: '/app/alerts',
        label: 'alerts',
        icon: Bell,
        badge: 'unread-alerts',
        call: 'alert.search',
      },
    ],
  },
  {
    label: 'management',
    items: [{ to: '/app/cameras/list', section: '/app/cameras', label: 'cameras', icon: Video, call: 'camera.search' }],
  },
]

export function navigationFor(role: Role): NavGroup[] {
  return GROUPS.map((group) => ({
    ...group,
    items: group.items.filter((item) => mayCall(role, item.call)),
  })).filter((group) => group.items.length > 0)
}

/** What the menu offers to whom (NAV-01, NAV-02). A page that does not exist yet is not in it. */

import { RESIDENT_READERS, RESIDENT_STAFF } from '@mimamori/contract/care/resident-title.ts'
import type appTexts from '@mimamori/contract/languages/en/app.json'
import { ADMINS, ORGANISERS, PLATFORM, READERS, ROLES, type Role, STAFF } from '@mimamori/contract/shared/roles.ts'
import {
  BedSingle,
  Bell,
  Building,
  ChartColumn,
  ClipboardList,
  Eye,
  Film,
  Layers,
  LayoutDashboard,
  type LucideIcon,
  Mail,
  Server,
  Settings,
  UserRound,
  Users,
  Video,
} from 'lucide-react'

export type NavItem = {
  to: string
  /** The page is current while the path begins with this. */
  section: string
  /** Or with this: pages that belong to it and stand elsewhere. */
  also?: string
  label: keyof typeof appTexts
  icon: LucideIcon
  badge?: 'unread-alerts'
  /** Who sees the entry, and everything below its section: see `mayOpen`. */
  roles: readonly Role[]
  /** Who sees it greyed, and may not open it. */
  greyedFor?: readonly Role[]
  /** Only at sites that have it, and for ORG_ADMIN over all sites. */
  siteHas?: 'isRecordingEnabled'
  /** Concerns the whole site: not for administrators who are bound to units. */
  ofWholeSite?: true
}
type NavGroup = { label: keyof typeof appTexts; items: readonly NavItem[] }

const GROUPS: readonly NavGroup[] = [
  {
    label: 'general',
    items: [
      {
        to: '/app/dashboard',
        section: '/app/dashboard',
        label: 'dashboard',
        icon: LayoutDashboard,
        roles: READERS,
      },
      { to: '/app/rooms', section: '/app/rooms', label: 'rooms', icon: BedSingle, roles: READERS },
      { to: '/app/residents', section: '/app/residents', label: 'residents', icon: UserRound, roles: RESIDENT_READERS },
      { to: '/app/handover', section: '/app/handover', label: 'handover', icon: ClipboardList, roles: READERS },
      {
        to: '/app/roster',
        section: '/app/roster',
        label: 'roster',
        icon: ClipboardList,
        roles: READERS,
      },
      {
        to: '/app/accidents',
        section: '/app/accidents',
        label: 'accidents',
        icon: ClipboardList,
        roles: RESIDENT_STAFF,
      },
      {
        to: '/app/analytics',
        section: '/app/analytics',
        label: 'analytics',
        icon: ChartColumn,
        roles: READERS,
        greyedFor: ['RESTRICTED_USER'],
      },
      {
        to: '/app/alerts/list',
        section: '/app/alerts',
        label: 'alerts',
        icon: Bell,
        badge: 'unread-alerts',
        roles: ROLES,
      },
      {
        to: '/app/recordings/list',
        section: '/app/recordings',
        label: 'recordings',
        icon: Film,
        roles: [...STAFF, 'DEMO_USER', 'RESTRICTED_USER'],
        greyedFor: ['RESTRICTED_USER'],
        siteHas: 'isRecordingEnabled',
      },
      {
        to: '/app/virtualCheckIn',
        section: '/app/virtualCheckIn',
        also: '/app/booking',
        label: 'check-in',
        icon: Eye,
        roles: READERS,
      },
    ],
  },
  {
    label: 'management',
    items: [
      { to: '/app/agents/list', section: '/app/agents', label: 'hubs', icon: Server, roles: ADMINS, ofWholeSite: true },
      { to: '/app/cameras/list', section: '/app/cameras', label: 'cameras', icon: Video, roles: READERS },
      { to: '/app/coverage', section: '/app/coverage', label: 'coverage', icon: Server, roles: READERS },
      { to: '/app/users/list', section: '/app/users', label: 'users', icon: Users, roles: ADMINS },
      {
        to: '/app/settings/list',
        section: '/app/settings',
        label: 'settings',
        icon: Settings,
        roles: ADMINS,
        ofWholeSite: true,
      },
      { to: '/app/tenants/list', section: '/app/tenants', label: 'sites', icon: Building, roles: ORGANISERS },
      { to: '/app/units/list', section: '/app/units', label: 'units', icon: Layers, roles: ADMINS },
      { to: '/app/mail/list', section: '/app/mail', label: 'mailbox', icon: Mail, roles: PLATFORM },
    ],
  },
]

/** What of the site counts; null: in no site. */
type Site = { isRecordingEnabled: boolean } | null

/** The menu of this role at this site. */
export function navigationFor(role: Role, site: Site = null, isBound = false): NavGroup[] {
  const isShown = (item: NavItem) =>
    item.roles.includes(role) &&
    (!item.siteHas || (site ? site[item.siteHas] : role === 'ORG_ADMIN')) &&
    !(item.ofWholeSite && isBound)
  return GROUPS.map((group) => ({ ...group, items: group.items.filter(isShown) })).filter(
    (group) => group.items.length > 0,
  )
}

/** Whether the role sees the entry without being let in. */
export function isGreyed({ greyedFor }: NavItem, role: Role): boolean {
  return greyedFor?.includes(role) ?? false
}

/** Whether this role may open the pages of a section, which is so when its menu has it. */
export function mayOpen(role: Role, section: string, site: Site = null, isBound = false): boolean {
  return navigationFor(role, site, isBound).some((group) =>
    group.items.some((item) => item.section === section && !isGreyed(item, role)),
  )
}

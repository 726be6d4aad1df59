/** Results of the command palette (Ctrl or Cmd with K): pages and units from memory, cameras from the service. */

import { isFound } from '@mimamori/contract/shared/plain.ts'
import { useNavigate } from '@tanstack/react-router'
import type { LucideIcon } from 'lucide-react'
import { Building, Building2, LayoutGrid, ScrollText, Send, Video } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { isBound, mayCall, mayWatchLive } from '#lib/access/access.ts'
import { useDebounced } from '#lib/list/paced.ts'
import { useCall, usePageCall } from '#lib/service/use-call.ts'
import { siteOf, useUser } from '#lib/session/session.ts'
import { chooseUnits } from '#lib/session/unit-filter.ts'
import { isGreyed, navigationFor } from '../navigation.ts'

export type Entry = { key: string; label: string; kind: string; icon: LucideIcon; go: () => unknown }

const TYPING_PAUSE_MS = 150
const MOST_CAMERAS = 8
const MOST_SITES = 8

/** Pages first, then sites, cameras and units; without input all except sites and cameras. */
export function useEntries(typed: string): Entry[] {
  const known = [usePages(), useUnits()].map((entries) => entries.filter(({ label }) => isFound(label, typed)))
  const [pages = [], units = []] = known
  return [...pages, ...useSites(typed), ...useCameras(typed), ...units]
}

function usePages(): Entry[] {
  const { t } = useTranslation('app')
  const user = useUser()
  const { role } = user
  const navigate = useNavigate()
  const inMenu = navigationFor(role, siteOf(user), isBound(user)).flatMap((group) =>
    group.items
      .filter((item) => !isGreyed(item, role))
      .map((item) => ({
        key: item.to,
        label: t(item.label),
        kind: t(group.label),
        icon: item.icon,
        go: () => navigate({ to: item.to }),
      })),
  )
  const kind = t('general')
  const others = [
    { call: 'audit.search', key: '/app/audit', label: t('audit-log'), icon: ScrollText },
    { call: 'delivery.search', key: '/app/deliveries', label: t('deliveries'), icon: Send },
  ] as const
  const open = others.filter(({ call }) => mayCall(role, call))
  const wall = { key: '/app/cameras/wall', label: t('live-wall'), icon: LayoutGrid } as const
  const pages = mayWatchLive(user) ? [wall, ...open] : open
  return [...inMenu, ...pages.map((page) => ({ ...page, kind, go: () => navigate({ to: page.key }) }))]
}

function useCameras(typed: string): Entry[] {
  const { t } = useTranslation('app')
  const { role } = useUser()
  const navigate = useNavigate()
  const text = useDebounced(typed, TYPING_PAUSE_MS)
  const { data } = usePageCall(
    ['camera', 'palette', text],
    'camera.search',
    { query: { pageSize: MOST_CAMERAS, sortAscending: true }, body: { text } },
    { enabled: text !== '' && mayCall(role, 'camera.search') },
  )
  if (typed === '') return []
  const mayWatch = mayCall(role, 'live.open')
  // The service also searches by location, so the label shows it.
  return (data?.records ?? [])
    .map((camera) => ({
      key: camera.id,
      label: camera.name === camera.location ? camera.name : `${camera.name} · ${camera.location}`,
      kind: t('cameras'),
      icon: Video,
      go: () =>
        mayWatch
          ? navigate({ to: '/app/cameras/live/$cameraId', params: { cameraId: camera.id } })
          : navigate({ to: '/app/cameras/list', search: { text: camera.name } }),
    }))
    .filter(({ label }) => isFound(label, typed))
}

/** Organizations and sites, for users with several; the service also searches by code. */
function useSites(typed: string): Entry[] {
  const { t } = useTranslation('app')
  const { role } = useUser()
  const navigate = useNavigate()
  const text = useDebounced(typed, TYPING_PAUSE_MS)
  const { data } = usePageCall(
    ['tenant', 'palette', text],
    'tenant.search',
    { query: { pageSize: MOST_SITES }, body: { text } },
    { enabled: text !== '' && mayCall(role, 'tenant.search') },
  )
  if (typed === '') return []
  return (data?.records ?? [])
    .map(({ id, name, code }) => ({
      key: id,
      label: `${name} · ${code}`,
      kind: t('sites'),
      icon: Building,
      go: () => navigate({ to: '/app/tenants/edit/$id', params: { id } }),
    }))
    .filter(({ label }) => isFound(label, typed))
}

function useUnits(): Entry[] {
  const { t } = useTranslation('app')
  const { role } = useUser()
  const { data } = useCall(
    ['unit', 'palette'],
    'unit.search',
    { query: { pageSize: 100, sortAscending: true } },
    { enabled: mayCall(role, 'unit.search') },
  )
  return (data?.records ?? []).map((unit) => ({
    key: unit.id,
    label: unit.name,
    kind: t('units'),
    icon: Building2,
    go: () => chooseUnits([{ id: unit.id, name: unit.name }]),
  }))
}

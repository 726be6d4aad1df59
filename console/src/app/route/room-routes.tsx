/** Rooms now, and one of them, by path (NAV-09). How a page is added says routes.tsx. */
import { createRoute } from '@tanstack/react-router'
import type { RoomsSearch } from '#console/care/room/room-list-page.tsx'
import { loadTexts } from '#lib/browser/i18n.ts'
import { isTrue, toListSearch } from '#lib/list/list-search.ts'
import { app, inMenu, needs, pageWithTexts } from './app-route.tsx'

const rooms = createRoute({
  getParentRoute: () => app,
  path: 'rooms',
  beforeLoad: inMenu('/app/rooms'),
  validateSearch: toRoomsSearch,
  component: pageWithTexts('room', () => import('#console/care/room/room-list-page.tsx'), 'RoomListPage'),
})

const room = createRoute({
  getParentRoute: () => app,
  path: 'rooms/$cameraId',
  beforeLoad: inMenu('/app/rooms'),
  component: pageWithTexts(
    'room',
    async () => {
      const [page] = await Promise.all([import('./room-route.tsx'), loadTexts('live'), loadTexts('alarm')])
      return page
    },
    'RoomRoute',
  ),
})

const coverage = createRoute({
  getParentRoute: () => app,
  path: 'coverage',
  beforeLoad: needs('coverage.list'),
  component: pageWithTexts('room', () => import('#console/alerting/coverage/coverage-page.tsx'), 'CoveragePage'),
})

export const roomRoutes = [rooms, room, coverage] as const

export function toRoomsSearch(raw: Record<string, unknown>): RoomsSearch {
  const { text } = toListSearch(raw, ['name'])
  return { ...(text && { text }), ...(isTrue(raw.station) && { station: true }) }
}

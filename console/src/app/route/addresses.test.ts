/** What anybody may type behind a page's address is read without an error, and asks the service for nothing it refuses. */

import { readdirSync, readFileSync } from 'node:fs'
import { endpoints } from '@mimamori/contract/endpoints.ts'
import { parseSearchWith } from '@tanstack/react-router'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toCameraRegionSearch } from '#app/route/management-routes.tsx'
import { toMailSearch } from '#app/route/oversight-routes.tsx'
import { toFilter as toAlertFilter, toAlertSearch } from '#console/alerting/alert/list/alert-search.ts'
import { toDeliverySearch } from '#console/alerting/delivery/delivery-search.ts'
import { filterOf, toCameraSearch } from '#console/camera/camera/list/camera-search.ts'
import { toAccidentSearch } from '#console/care/accident/accident-search.ts'
import { daysOf } from '#console/care/booking/booking-days.ts'
import { toBookingSearch, toNewBookingSearch } from '#console/care/booking/booking-search.ts'
import { toFilter as toEventFilter, toEventSearch, toRoomSearch } from '#console/care/event/event-search.ts'
import { toEvidenceSearch } from '#console/care/evidence/evidence-search.ts'
import { toHandoverSearch } from '#console/care/handover/handover-search.ts'
import { toAgentFilter, toAgentSearch, toNewAgentSearch } from '#console/fleet/agent/agent-search.ts'
import { toWallSearch } from '#console/footage/live/wall/wall-search.ts'
import {
  toRecordingAt,
  toFilter as toRecordingFilter,
  toRecordingSearch,
} from '#console/footage/recording/list/recording-search.ts'
import { toAuditFilter, toAuditSearch } from '#console/identity/audit/audit-search.ts'
import { toNewUserSearch, toUserFilter, toUserSearch } from '#console/identity/user/user-search.ts'
import { toDashboardSearch } from '#console/insight/dashboard/dashboard-range.ts'
import { toWhySearch } from '#console/insight/measurement/why-search.ts'
import { toMetricsSearch } from '#console/insight/metrics/metrics-search.ts'
import { toSettingsSearch } from '#console/site/asset/settings-search.ts'
import { toRosterSearch } from '#console/site/roster/roster-search.ts'
import { toSetupSearch } from '#console/site/setup/setup-search.ts'
import { toParent, toTenantFilter, toTenantSearch } from '#console/site/tenant/tenant-search.ts'
import { toListSearch } from '#lib/list/list-search.ts'
import { boundsOf } from '#lib/list/time-range.ts'
import { toCameraTab, toLoadSearch } from './management-routes.tsx'
import { toResidentSearch } from './resident-routes.tsx'
import { toRoomsSearch } from './room-routes.tsx'
import { readValue, strictly, writeSearch } from './strict-search.ts'

const NOW = new Date('2026-11-22T10:00:00.000Z')
const HERE = new URL('.', import.meta.url)
const RUNS = 200

type Search = Record<string, unknown>
type Page = { read: (raw: Search) => object; asks?: (search: never) => unknown; call?: keyof typeof endpoints }

/** Every function that a route names in `validateSearch`, and what its page asks the service for. */
const PAGES: Record<string, Page> = {
  toAlertSearch: {
    read: toAlertSearch,
    call: 'alert.search',
    asks: (search) => toAlertFilter(search, [], { now: NOW, timeZone: 'UTC' }),
  },
  toDashboardSearch: { read: toDashboardSearch, call: 'alert.search', asks: (search) => boundsOf(search, NOW, 'UTC') },
  toCameraSearch: { read: toCameraSearch, call: 'camera.search', asks: (search) => filterOf(search, undefined) },
  toWallSearch: { read: toWallSearch },
  toRecordingSearch: {
    read: toRecordingSearch,
    call: 'recording.search',
    asks: (search) => toRecordingFilter(search, [], { now: NOW, timeZone: 'UTC' }),
  },
  toRecordingAt: { read: toRecordingAt },
  toMetricsSearch: {
    read: toMetricsSearch,
    call: 'alert.search',
    asks: ({ from, to, cameraIds }: { from?: string; to?: string; cameraIds?: string[] }) => ({ from, to, cameraIds }),
  },
  toWhySearch: { read: toWhySearch },
  toAgentSearch: { read: toAgentSearch, call: 'agent.search', asks: toAgentFilter },
  toNewAgentSearch: { read: toNewAgentSearch },
  toSetupSearch: { read: toSetupSearch },
  toRosterSearch: { read: toRosterSearch },
  toTenantSearch: { read: toTenantSearch, call: 'tenant.search', asks: toTenantFilter },
  toParent: { read: toParent },
  toUserSearch: { read: toUserSearch, call: 'user.search', asks: toUserFilter },
  toNewUserSearch: { read: toNewUserSearch },
  toListSearch: { read: (raw) => toListSearch(raw, ['name']) },
  toCameraTab: { read: toCameraTab },
  toCameraRegionSearch: { read: toCameraRegionSearch },
  toMailSearch: { read: toMailSearch },
  toAuditSearch: { read: toAuditSearch, call: 'audit.search', asks: (search) => toAuditFilter(search, NOW) },
  toDeliverySearch: {
    read: toDeliverySearch,
    call: 'delivery.search',
    asks: ({ page: _, ...filter }: { page?: number }) => filter,
  },
  toSettingsSearch: { read: toSettingsSearch },
  toHandoverSearch: { read: toHandoverSearch },
  toEvidenceSearch: { read: toEvidenceSearch },
  toEventSearch: {
    read: toEventSearch,
    call: 'event.search',
    asks: (search) => toEventFilter(search, [], { now: NOW, timeZone: 'UTC' }),
  },
  toRoomSearch: { read: toRoomSearch },
  toLoadSearch: { read: toLoadSearch },
  toRoomsSearch: { read: toRoomsSearch },
  toAccidentSearch: { read: toAccidentSearch },
  toResidentSearch: { read: toResidentSearch },
  toBookingSearch: {
    read: toBookingSearch,
    call: 'booking.search',
    asks: ({ span = 'week', day = '2026-11-22' }: { span?: 'day' | 'week' | 'month'; day?: string }) => {
      const days = daysOf(span, day, 'ja')
      return { fromDay: days[0], toDay: days.at(-1) }
    },
  },
  toNewBookingSearch: { read: toNewBookingSearch },
}

const NAMES = [
  ...[
    'text',
    'sort',
    'turned',
    'view',
    'page',
    'tabIndex',
    'tab',
    'range',
    'from',
    'to',
    'unread',
    'archived',
    'plain',
  ],
  ...['severities', 'activities', 'cameraIds', 'cameraId', 'tagIds', 'shiftIds', 'window', 'verdicts', 'unanswered'],
  ...[
    'status',
    'type',
    'sync',
    'app',
    'unit',
    'hub',
    'tag',
    'shift',
    'layout',
    'turn',
    'unitIds',
    'camera',
    'month',
    'room',
  ],
  ...['report', 'at', 'span', 'state', 'kind', 'parentId', 'disabled', 'offline', 'roles', 'units', 'shifts', 'role'],
  ...['tenantId', 'open', 'areas', 'views', 'connected', 'refused', 'actorId', 'objectId', 'states', 'channels', 'day'],
  ...['userIds', 'start', 'layer', '__proto__', 'constructor', 'x'],
]
const ID = '0197f3b2-0000-7000-8000-000000000001'
const WORDS = [
  ...['year', 'day', 'week', 'list', 'true', 'false', 'any', 'name', 'critical', 'A005', 'A999', 'morning', 'none', ''],
  ...['constructor', 'toString', 'Online', 'ROOM', 'ADMIN', 'falls', '2026-13', '2099-12', '2026-02-30', '0000-01-01'],
  ...[
    '0001-01-01T00:00:00Z',
    '9999-12-31',
    '-271821-04-20T00:00:00Z',
    '2026-11-22',
    '1999-01-01',
    'a\u0000b',
    '\ud800',
  ],
  ...[ID, '00000000-0000-0000-0000-000000000001', 'x'.repeat(5000), '%', "' or 1=1 --"],
]
const one = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...WORDS) },
  fc.constantFrom<unknown>(0, -1, 7, 1.5, 1e9, Number.MAX_SAFE_INTEGER, true, false, null),
  fc.string(),
  fc.double(),
)
const value = fc.oneof({ weight: 3, arbitrary: one }, fc.array(one, { maxLength: 4 }), fc.dictionary(fc.string(), one))
const address = fc
  .array(fc.tuple(fc.constantFrom(...NAMES), value), { maxLength: 8 })
  .map((pairs) => Object.fromEntries(pairs) as Search)

const said = (search: object) => Object.fromEntries(Object.entries(search).filter(([, of]) => of !== undefined))

describe('odd addresses', () => {
  test('every validation that a route names is among those of this test', () => {
    const sources = readdirSync(HERE).filter((name) => /routes\.tsx$/.test(name))
    const named = sources.flatMap((name) => [
      ...readFileSync(new URL(name, HERE), 'utf8').matchAll(/validateSearch: (?:\(.*?\) => )?(\w+)/g),
    ])
    expect([...new Set(named.map((match) => match[1]))].sort()).toEqual(Object.keys(PAGES).sort())
  })

  test.each(Object.entries(PAGES))('NAV-09 %s reads 200 generated addresses and asks nothing odd', (_, page) => {
    fc.assert(
      fc.property(address, (raw) => {
        const search = said(page.read(raw))
        expect(said(page.read(search))).toEqual(search)
        expect(said(page.read(parseSearchWith(readValue)(writeSearch(search))))).toEqual(search)
        if (page.call && page.asks) {
          expect(endpoints[page.call].body.safeParse(page.asks(search as never)).error).toBeUndefined()
        }
      }),
      { numRuns: RUNS, seed: 17 },
    )
  })

  test.each(['8e39', '1.0', '1e3', '-0', '203', '007', '80 %'])(
    'NAV-09 a link with text=%s searches for it',
    (text) => {
      const raw = parseSearchWith(readValue)(`?text=${encodeURIComponent(text)}&page=2`)
      expect(said(toListSearch(raw, ['name']))).toEqual({ text, page: 2 })
    },
  )

  test('NAV-09 several words and ids of an address can be read by a person', () => {
    const search = toAlertSearch({ severities: ['critical', 'high'], cameraIds: [ID], page: 2 })
    expect(writeSearch(search)).toBe(`?page=2&severities=critical,high&cameraIds=${ID}`)
  })

  test('NAV-09 a value that is not understood is said to be nothing, so that the router drops it', () => {
    const read = strictly(toSettingsSearch)
    expect(Object.entries(read({ tabIndex: 7, x: 1, page: 2 }))).toEqual([
      ['tabIndex', undefined],
      ['x', undefined],
      ['page', 2],
    ])
  })
})

test('NAV-09 the address of the deliveries keeps what it understands and leaves out the rest', () => {
  expect(toDeliverySearch({ states: ['failed', 'lost'], channels: ['push'], page: '2', sort: 'createdAt' })).toEqual({
    states: ['failed'],
    channels: ['push'],
    page: 2,
  })
  expect(toDeliverySearch({ states: 'lost,failed', channels: [7], text: 'x' })).toEqual({ states: ['failed'] })
})

const CAMERA_ID = '019470aa-1111-7111-8111-111111111111'

test('LIVE-04 an address says view, day, rooms and people, and leaves out what there is not', () => {
  expect(toBookingSearch({ span: 'month', day: '2026-11-22', cameraIds: [CAMERA_ID], userIds: ['x'] })).toEqual({
    ...{ span: 'month', day: '2026-11-22', cameraIds: [CAMERA_ID] },
  })
  expect(toBookingSearch({ span: 'week', day: '2026-02-30' })).toEqual({})
  expect(toNewBookingSearch({ cameraId: CAMERA_ID, day: 'tomorrow' })).toEqual({ cameraId: CAMERA_ID })
})

/** The frame around every page, for each role. */
import { ROLES, type Role } from '@mimamori/contract/shared/roles.ts'
import { createElement } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { mayWatchLive } from '#lib/access/access.ts'
import { changeThemeSettings, startThemeSettings } from '#lib/browser/theme-settings.ts'
import { session } from '#lib/session/session.ts'
import { chooseUnits } from '#lib/session/unit-filter.ts'
import { NotFound } from '../route/status-route.tsx'
import { draw, leaveBrowser, newBrowser, signInAs, speak } from '../testing-draw.ts'
import { NavRow } from './navigation/nav-row.tsx'
import { Shell } from './shell.tsx'
import { TopBar } from './top-bar.tsx'
import UnitOptions from './units/unit-options.tsx'

const QUIET = { unread: 0, alarms: 0 } as Parameters<typeof TopBar>[0]['waiting']
const topBar = () => draw(() => createElement(TopBar, { waiting: QUIET, hasLogo: true }))
const of = (role: Role) => `of ${role}`

beforeEach(() => speak('en'))
// Test files share their modules.
afterEach(leaveBrowser)

/** Written by hand from the requirement: entries of a site's carers, in order; analytics and recordings are grayed. */
const CARE = [
  ...['Dashboard', 'Rooms', 'Residents', 'Handover', 'Roster', 'Accident reports'],
  ...['Analytics', 'Alerts', 'Recordings', 'Check-in', 'Cameras', 'Coverage'],
]
const without = (...names: string[]) => CARE.filter((name) => !names.includes(name))
const WITH_HUBS = CARE.flatMap((name) => (name === 'Cameras' ? ['Hubs', name] : [name]))
const MENUS: Record<Role, string[]> = {
  SUPER_ADMIN: [
    ...['Dashboard', 'Rooms', 'Handover', 'Roster', 'Analytics', 'Alerts', 'Check-in', 'Hubs', 'Cameras', 'Coverage'],
    ...['Users', 'Settings', 'Sites', 'Units', 'Mailbox'],
  ],
  ORG_ADMIN: [...WITH_HUBS, 'Users', 'Settings', 'Sites', 'Units'],
  ADMIN: [...WITH_HUBS, 'Users', 'Settings', 'Units'],
  USER: CARE,
  RESTRICTED_USER: without('Accident reports'),
  DEMO_USER: without('Residents', 'Accident reports'),
  ANNOTATOR: ['Alerts'],
}
const JAPANESE: Record<string, string> = {
  ...{ Dashboard: 'ダッシュボード', Rooms: '居室', Residents: 'ご利用者', Handover: '申し送り', Roster: '勤務表' },
  ...{ 'Accident reports': '事故とヒヤリ・ハット', Analytics: '分析', Alerts: 'アラート', Recordings: '録画' },
  ...{
    'Check-in': '見守り確認',
    Hubs: 'ハブ',
    Cameras: 'カメラ',
    Coverage: '通知の確認',
    Users: 'ユーザー',
    Settings: '設定',
  },
  ...{ Sites: '施設', Units: 'ユニット', Mailbox: 'メールボックス' },
}

describe('NAV-01 NAV-02 the menu', () => {
  test.each(Object.entries(MENUS) as [Role, string[]][])('of %s is in order, in both languages', async (role, menu) => {
    signInAs(role)
    const namesIn = async () => {
      const { html } = await draw(() => createElement(NavRow, { waiting: QUIET }))
      return [...html.matchAll(/<span>([^<]*)<\/span>/g)].map(([, name]) => name)
    }
    expect(await namesIn()).toEqual(menu)
    await speak('ja')
    signInAs(role)
    expect(await namesIn()).toEqual(menu.map((name) => JAPANESE[name]))
  })

  test('of a restricted user shows analytics and recordings grayed, without links', async () => {
    signInAs('RESTRICTED_USER')
    const { links, html } = await draw(() => createElement(NavRow, { waiting: QUIET }))
    expect(Object.keys(links)).toEqual(without('Accident reports', 'Analytics', 'Recordings'))
    expect(html.match(/opacity:0\.5/g)).toHaveLength(2)
  })
})

describe('NAV-03 the bar at the top', () => {
  test.each(ROLES.map((role) => [of(role), role] as const))(
    '%s has manual, language, bell and account',
    async (_, role) => {
      signInAs(role)
      const { links, buttons } = await topBar()
      expect(links).toEqual({ Mimamori: '/app', 'User manual': '/manual/en.html' })
      const isNarrowing = role !== 'SUPER_ADMIN' && role !== 'ANNOTATOR'
      expect(buttons).toEqual([...(isNarrowing ? ['Units All units'] : []), 'Language', 'Notifications', 'YS Account'])
    },
  )

  test('GEN-02 GEN-05 is in Japanese for a Japanese user, with the manual of that language', async () => {
    await speak('ja')
    signInAs('USER', { firstName: '由紀', lastName: '佐藤' })
    const { links, buttons } = await topBar()
    expect(Object.values(links)).toEqual(['/app', '/manual/ja.html'])
    expect(buttons).toEqual(['ユニット 全ユニット', '言語', '通知', '佐 アカウント'])
  })

  test('NAV-04 shows the first unit of the filter, and how many more', async () => {
    signInAs('ADMIN')
    chooseUnits([
      { id: '1', name: 'East' },
      { id: '2', name: 'West' },
      { id: '3', name: 'North' },
    ])
    expect((await topBar()).buttons[0]).toBe('Units East +2')
    chooseUnits([])
    expect((await topBar()).buttons[0]).toBe('Units All units')
  })
})

test.each([
  ['ORG_ADMIN', ['Momo · Sakura', 'Momo · Kaede']],
  ['ADMIN', ['Momo', 'Momo']],
] as const)('NAV-03 two units of one name bear their sites for %s, and a single site’s do not', async (role, names) => {
  signInAs(role)
  const records = ['Sakura', 'Kaede'].map((tenantName, at) => ({
    id: `${at}`,
    name: 'Momo',
    tenantName,
    cameraCount: 2,
  }))
  const pages = { pages: [{ records, totalCount: 2 }], pageParams: [0] }
  const { html } = await draw(() => createElement(UnitOptions), [[['unit', 'options', ''], pages]])
  expect([...html.matchAll(/_name_\w+">(.*?)</g)].map(([, name]) => name)).toEqual(names)
})

describe('GEN-13 a missing page', () => {
  test.each([
    ['ANNOTATOR', { 'Go to the alerts': '/app/alerts/list' }],
    ['USER', { 'Go to the dashboard': '/app/dashboard' }],
  ] as const)('leads %s to one that may be seen', async (role, links) => {
    signInAs(role)
    expect((await draw(() => createElement(NotFound))).links).toEqual(links)
  })
})

describe('LIVE-01 live video', () => {
  test.each([
    ['ORG_ADMIN', true],
    ['ADMIN', true],
    ['USER', true],
    ['RESTRICTED_USER', true],
    ['ANNOTATOR', false],
    ['SUPER_ADMIN', false],
  ] as const)('are offered to %s: %s', (role, isOffered) => {
    signInAs(role)
    const now = session() as Extract<ReturnType<typeof session>, { status: 'signed-in' }>
    expect(mayWatchLive(now.user)).toBe(isOffered)
  })
})

describe('GEN-06 the theme', () => {
  test('of a new device is light, blue, from left to right, with one row of pages', async () => {
    const page = newBrowser()
    startThemeSettings()
    expect([page.dataset, page.dir]).toEqual([{ scheme: 'light', preset: 'blue' }, 'ltr'])
  })

  test('a selected theme is restored; an invalid stored value gives the default', () => {
    const chosen = newBrowser({ settings: '{"scheme":"system","preset":"green","direction":"rtl"}' })
    startThemeSettings()
    expect([chosen.dataset, chosen.dir]).toEqual([{ scheme: 'system', preset: 'green' }, 'rtl'])
    const odd = newBrowser({ settings: '{"scheme":"pink"}' })
    startThemeSettings()
    expect(odd.dataset).toEqual({ scheme: 'light', preset: 'blue' })
  })

  test.each([
    ['horizontal', undefined],
    ['vertical', 'vertical'],
    ['mini', 'mini'],
  ] as const)('of the layout %s has its pages in a row or beside the page', async (layout, side) => {
    newBrowser()
    startThemeSettings()
    changeThemeSettings({ layout, stretch: layout === 'mini' })
    vi.unstubAllGlobals()
    signInAs('ADMIN')
    vi.stubGlobal('window', { matchMedia: () => ({ matches: true, addEventListener() {}, removeEventListener() {} }) })
    const { html } = await draw(() => createElement(Shell))
    expect(/data-side="(\w+)"/.exec(html)?.[1]).toBe(side)
    expect(html.includes('aria-label="Main navigation"')).toBe(layout === 'horizontal')
    expect(html.includes('data-stretch="true"')).toBe(layout === 'mini')
  })
})

/** Invalid addresses in the running console: no page crashes, and no list fails. */
import { readdirSync, readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import fc from 'fast-check'
import { type Account, expect, signIn, test } from '../stack/test.ts'

/** Number of generated addresses per path: each takes a tenth of a second. */
const EACH = 6
const SEED = 17
const NOBODY = '019470aa-1111-7111-8111-111111111111'

/** Every page with parameters, by account; the unit test of the validations feeds each of them 200. */
const PATHS: Partial<Record<Account, string[]>> = {
  admin: [
    ...['dashboard', 'analytics', 'why', 'alerts/list', 'cameras/list', 'cameras/wall', 'recordings/list'],
    ...['virtualCheckIn', 'virtualCheckIn/rooms', 'booking', 'booking/new', 'users/list', 'users/new', 'settings/list'],
    ...[
      'audit',
      'deliveries',
      'cameras/new',
      `alerts/detail/${NOBODY}`,
      `recordings/detail/${NOBODY}`,
      'alerts/detail/x',
    ],
    ...[`cameras/edit/${NOBODY}`, `cameras/edit/${NOBODY}/regions`, `virtualCheckIn/room/${NOBODY}`],
    ...['accidents', 'accidents/evidence', 'handover', 'handover/records', 'handover/rounds', 'roster'],
    ...['roster/import', 'load', 'residents', 'rooms'],
  ],
  super: [
    ...['agents/list', 'agents/new', 'setup', 'tenants/list', 'tenants/new', 'units/list', 'mail/list', 'dashboard'],
    'alerts/list',
  ],
}
/** The routes of the console below /app: their paths, and whether they have parameters. */
const ROUTES_FOLDER = new URL('../../console/src/app/route/', import.meta.url)
const ROUTES = readdirSync(ROUTES_FOLDER)
  .filter((file) => file.endsWith('.tsx'))
  .map((file) => readFileSync(new URL(file, ROUTES_FOLDER), 'utf8'))
  .flatMap((text) => [...text.matchAll(/createRoute\(\{(.*?)\n\}\)/gs)].map(([, route]) => route!))
  .filter((route) => route.includes('getParentRoute: () => app,'))
  .flatMap((route) => {
    const path = /path: '([\w$/-]+)'/.exec(route)?.[1]
    return path && path !== '/' ? [{ path, isRead: route.includes('validateSearch') }] : []
  })
const KNOWN: Partial<Record<Account, string[]>> = {
  admin: [
    ...[
      'settings/list?tabIndex=7',
      'settings/list?tabIndex={"valueOf":1}',
      'alerts/list?range=year',
      'dashboard?range=year',
    ],
    ...[
      'alerts/list?page=0&severities=x',
      'alerts/list?from=0001-01-01&to=9999-12-31',
      'cameras/list?status=%00&sort=x',
    ],
    ...[
      'recordings/list?sort=x&turned=7',
      'analytics?month=2099-12',
      'analytics?month=2026-13&report=x',
      'booking?span=year',
    ],
    ...['booking?day=0000-01-01', 'users/list?roles=x&type=y', 'audit?range=never', 'deliveries?states=["x"]'],
    ...['virtualCheckIn?range=year&cameraIds=["x"]', 'cameras/wall?layout=99&turn=1', 'why?at=x&span=99&cameraId=x'],
    ...[
      `alerts/list?shiftIds=["${NOBODY}"]&from=2020-01-01&to=2026-01-01`,
      'alerts/list?cameraIds=["00000000-0000-0000-0000-000000000001"]',
    ],
  ],
}

const NAMES = [
  ...['text', 'sort', 'turned', 'view', 'page', 'tabIndex', 'tab', 'range', 'from', 'to', 'severities', 'activities'],
  ...[
    'cameraIds',
    'shiftIds',
    'window',
    'verdicts',
    'status',
    'type',
    'app',
    'unit',
    'layout',
    'turn',
    'month',
    'report',
  ],
  ...[
    'at',
    'span',
    'state',
    'kind',
    'parentId',
    'roles',
    'units',
    'areas',
    'actorId',
    'states',
    'day',
    'layer',
    'room',
  ],
]
const values = fc.constantFrom<unknown>(
  ...[
    'year',
    'x',
    '',
    'constructor',
    '2099-12',
    '0001-01-01',
    '9999-12-31',
    '%',
    'a\u0000b',
    'list',
    NOBODY,
    true,
    null,
  ],
  ...[-1, 7, 1e9, ['x'], [7], [NOBODY], { toString: 1 }, [[]]],
)
const query = fc.array(fc.tuple(fc.constantFrom(...NAMES), values), { minLength: 1, maxLength: 6 }).map((pairs) => {
  const text = (value: unknown) => encodeURIComponent(typeof value === 'string' ? value : JSON.stringify(value))
  return [...pairs, ['nonsense', 1] as const].map(([name, value]) => `${name}=${text(value)}`).join('&')
})

/** Navigates without a full load; returns the visible messages once nothing loads any more. */
async function visit(page: Page, address: string): Promise<string[]> {
  return page.evaluate(async (to) => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 20)))
    history.pushState(null, '', to)
    await frame()
    const endsAt = performance.now() + 3000
    const isLoading = () => document.querySelector('main .MuiSkeleton-root, main [role=progressbar]') !== null
    while (performance.now() < endsAt && isLoading()) await frame()
    const alerts = [...document.querySelectorAll('main [role=alert]')].map((each) => each.textContent ?? '')
    return [...alerts, ...(document.querySelector('main') ? [] : ['no page'])]
  }, address)
}

/** Details of missing objects: the page shows that in place. */
const MISSING = new RegExp(`${NOBODY}|/x$`)
/** Ignores the dashboard's own alert. */
const SAID = /does not exist, or it is not yours|nobody is going yet/

test.use({ allowedErrors: [/status of 404/] })

for (const account of ['admin', 'super'] as const) {
  test(`NAV-09 invalid addresses neither crash a page nor fail a list for ${account}`, async ({ page }) => {
    const errors: string[] = []
    await signIn(page, account, '/app/profile')
    page.on('response', (answer) => {
      const isMissing = answer.status() === 404 && MISSING.test(answer.url())
      if (answer.status() >= 400 && !isMissing)
        errors.push(`${page.url()} ${answer.status()} ${answer.url()} ${answer.request().postData()}`)
    })
    const generated = fc.sample(query, { numRuns: PATHS[account]!.length * EACH, seed: SEED })
    const odd = PATHS[account]!.flatMap((path, at) =>
      generated.slice(at * EACH, (at + 1) * EACH).map((search) => `${path}?${search}`),
    )
    for (const address of [...(KNOWN[account] ?? []), ...odd]) {
      const said = await visit(page, `/app/${address}`)
      errors.push(...said.filter((error) => !SAID.test(error)).map((error) => `${address}: ${error}`))
    }
    expect(errors).toEqual([])
  })
}

test('NAV-09 every page with parameters is among those tested with invalid ones', () => {
  const given = Object.values(PATHS).flat()
  expect(ROUTES.length).toBeGreaterThan(50)
  const left = ROUTES.filter(({ path, isRead }) => isRead && !given.includes(path.replaceAll(/\$\w+/g, NOBODY)))
  expect(left.map(({ path }) => path)).toEqual([])
})

for (const account of ['admin', 'super'] as const) {
  test(`NAV-09 a page about a missing object works and sends only valid requests, for ${account}`, async ({ page }) => {
    const errors: string[] = []
    await signIn(page, account, '/app/profile')
    page.on('response', (answer) => {
      if (answer.status() >= 400 && answer.status() !== 404)
        errors.push(`${page.url()} ${answer.status()} ${answer.url()}`)
    })
    const about = ROUTES.filter(({ path }) => path.includes('$')).map(({ path }) => path)
    const odd = about.flatMap((path) => ['x', '%00', NOBODY].map((id) => path.replaceAll(/\$\w+/g, id)))
    for (const address of odd) {
      const said = await visit(page, `/app/${address}`)
      errors.push(...said.filter((each) => /has a problem|no page/.test(each)).map((each) => `${address}: ${each}`))
    }
    expect(errors).toEqual([])
  })
}

/** The frame around every page: by keys, what it is called, and what it says when the session ends elsewhere. */
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { seriousErrors } from '#console/testing/accessibility.ts'
import { ALERT_DETAIL, ALERT_LIST, DASHBOARD } from '#console/testing/answers.ts'
import { openConsole } from '#console/testing/open.tsx'
import { aCamera, anAlertDetail, aUser, idOf, NOW, pageOf } from '#console/testing/rows.ts'
import { type Answers, disconnect, errorAnswer, reconnect, serve } from '#console/testing/service.ts'

const main = page.getByRole('main')
const mainTitle = page.getByRole('heading', { level: 1 })

test('the shell is used by keys alone: skip link, account menu, list of shortcuts', async () => {
  await openConsole('/app/alerts/list', { user: aUser({ role: 'USER' }), answers: ALERT_LIST })
  await expect.element(mainTitle).toBeVisible()
  await userEvent.tab()
  await expect.element(page.getByRole('button', { name: 'Skip to content' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(main).toHaveFocus()

  const account = page.getByRole('button', { name: 'Account' })
  account.element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('menuitem', { name: 'Home' })).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(page.getByRole('menuitem', { name: 'Profile' })).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(account).toHaveFocus()

  await userEvent.keyboard('?')
  await expect.element(page.getByRole('dialog')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
})

test('NAV-03 NAV-04 a unit that is chosen by keys narrows the page until all are shown again', async () => {
  await openConsole('/app/alerts/list', { answers: ALERT_LIST })
  const all = page.getByRole('button', { name: /All units/ })
  await expect.element(all).toBeVisible()
  all.element().focus()
  await userEvent.keyboard('{Enter}')
  const units = page.getByRole('dialog', { name: 'Units' })
  await expect.element(units.getByRole('searchbox', { name: 'Search units' })).toHaveFocus()
  const first = units.getByRole('checkbox').first()
  await expect.element(first).toBeVisible()
  first.element().focus()
  await userEvent.keyboard(' ')
  await expect.element(first).toBeChecked()
  units.getByRole('button', { name: 'Show all units' }).element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(first).not.toBeChecked()
  // The button has nothing left to do: the list has the focus again.
  await expect.element(units).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(units).not.toBeInTheDocument()
  await expect.element(all).toHaveFocus()
})

test('AUTH-12 a session that ends elsewhere is said at the sign-in, which leads back to the page', async () => {
  const user = aUser({ role: 'USER' })
  await openConsole('/app/alerts/list', { user, answers: ALERT_LIST })
  await expect.element(mainTitle).toBeVisible()
  serve({
    'session.firstRunOpen': () => ({ isOpen: false }),
    'session.login': () => user,
    'alert.search': () => {
      throw errorAnswer('session-ended')
    },
  })
  await page.getByRole('combobox', { name: 'Order' }).selectOptions('Oldest first')
  const login = page.getByRole('button', { name: 'Login' })
  await expect.element(login).toBeVisible()
  await expect.element(page.getByText('Your session has ended. Sign in to continue where you were.')).toBeVisible()
  serve({ 'alert.search': () => pageOf() })
  await page.getByLabelText('Username').fill('yuki@sakura.example')
  await page.getByLabelText('Password', { exact: true }).fill('mimamori-demo')
  await login.click()
  await expect.element(mainTitle).toHaveTextContent('Alerts')
  expect(location.pathname).toBe('/app/alerts/list')
})

test('pages load again when the network returned and the browser did not report it', async () => {
  const answers = { ...ALERT_LIST, ...DASHBOARD }
  await openConsole('/app/alerts/list', { user: aUser({ role: 'USER' }), answers })
  await expect.element(page.getByText('Nothing has happened yet.')).toBeVisible()
  disconnect()
  await expect.element(page.getByText(/connection is lost/i).first()).toBeVisible()
  reconnect({ isReported: false })
  await page.getByRole('link', { name: 'Cameras' }).click()
  await expect.element(page.getByText('No camera is registered yet.')).toBeVisible()
})

test('NAV-03 NAV-08 outside of a site an operator has no units to choose from, and the title counts nothing', async () => {
  const answers = { 'tenant.search': () => pageOf(), 'unit.search': () => pageOf() }
  const user = aUser({ role: 'SUPER_ADMIN' })
  await openConsole('/app/tenants/list', { user, answers })
  await expect.element(mainTitle).toBeVisible()
  await expect.poll(() => document.title).toBe('Sites · Mimamori')
  await expect.element(page.getByRole('banner').getByRole('button', { name: /All units/ })).not.toBeInTheDocument()
  await openConsole('/app/units/list', { user, answers })
  await expect.element(mainTitle).toBeVisible()
  // Deliveries are of one site: an empty list would say that nothing was ever sent.
  serve({ 'delivery.search': () => pageOf() })
  await openConsole('/app/deliveries', { user, answers })
  await expect.element(main.getByRole('link', { name: /site/i })).toHaveAttribute('href', '/app/tenants/list')
})

test('NAV-08 the window is named after its page, what waits before it', async () => {
  const answers = {
    'alarm.open': () => ({
      records: [],
      totalCount: 2,
      roomCount: 2,
      unclaimedCount: 2,
      now: new Date().toISOString(),
    }),
    'user.search': () => pageOf(),
    'user.choices': () => ({ units: [], shifts: [], passwordMinLength: 10 }),
  }
  await openConsole('/app/users/list', { answers })
  await expect.poll(() => document.title).toBe('(2) Users · Mimamori')
  await expect.element(page.getByRole('button', { name: /All units/ })).toBeVisible()
  await page.getByRole('link', { name: 'New user' }).first().click()
  await expect.poll(() => location.pathname).toBe('/app/users/new')
  await expect.poll(() => document.title).toBe('(2) New user · Mimamori')
})

test('NAV-08 title and icon carry the number of unseen alerts for people who answer no alarms', async () => {
  const onIcon: (number | undefined)[] = []
  navigator.setAppBadge = async (count) => void onIcon.push(count)
  const answers = { ...ALERT_LIST, 'alert.search': () => ({ records: [], totalCount: 120, currentPage: 0 }) }
  await openConsole('/app/alerts/list', { user: aUser({ id: idOf(902), role: 'DEMO_USER' }), answers })
  await expect.poll(() => document.title).toMatch(/^\(\+99\) /)
  expect(onIcon.at(-1)).toBe(120)
})

test.for([
  ['RESTRICTED_USER', 'Accident reports', '/app/accidents'],
  ['ANNOTATOR', 'Accident reports', '/app/accidents'],
] as const)('NAV-02 REPORT-05 %s finds no %s in the menu, and no page', async ([role, name, path]) => {
  await openConsole('/app/alerts/list', { user: aUser({ role }), answers: ALERT_LIST })
  await expect.element(mainTitle).toBeVisible()
  await expect.element(page.getByRole('navigation').getByRole('link', { name })).not.toBeInTheDocument()
  await openConsole(path, { user: aUser({ role }), answers: ALERT_LIST })
  await expect.poll(() => location.pathname).toBe('/404')
})

test('NAV-02 a user without the right to change cameras finds neither buttons nor pages', async () => {
  const user = aUser({ role: 'USER' })
  const answers = { ...ALERT_LIST, ...DASHBOARD, 'camera.search': () => pageOf(aCamera(1)) }
  await openConsole('/app/cameras/list', { user, answers })
  await expect.element(main.getByRole('listitem').first()).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Add camera' })).not.toBeInTheDocument()
  await expect.element(page.getByRole('checkbox')).not.toBeInTheDocument()
  await openConsole('/app/cameras/new', { user, answers })
  await expect.poll(() => location.pathname).toBe('/404')
})

test('NAV-09 unknown parts of an address are removed', async () => {
  await openConsole('/app/alerts/list?range=year&unread=true&nonsense=1', { answers: ALERT_LIST })
  await expect.poll(() => location.pathname + location.search).toBe('/app/alerts/list?unread=true')
  await openConsole('/app/settings/list?tabIndex=7&nonsense=1', { answers: ALERT_LIST })
  await expect.poll(() => location.pathname + location.search).toBe('/app/settings/list')
})

test('GEN-13 a page that crashes shows an error in place, and the menu still works', async () => {
  const errors = vi.spyOn(console, 'error').mockReturnValue()
  const answers: Answers = {
    ...ALERT_LIST,
    'user.search': () => Response.json({ records: [null], totalCount: 1, currentPage: 0 }),
    'user.choices': () => ({ units: [], shifts: [], passwordMinLength: 10 }),
  }
  await openConsole('/app/users/list', { answers })
  await expect.element(page.getByText('This page has a problem')).toBeVisible()
  expect(String(errors.mock.calls[0])).toContain('TypeError')
  await page.getByRole('link', { name: 'Settings' }).click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
})

/** A line of the bell's popup, one minute older with each number. */
const aLine = (number: number) => ({
  ...{
    id: idOf(number),
    cause: 'raised' as const,
    alertId: idOf(number),
    occurrenceId: null,
    activity: 'A005' as const,
  },
  ...{
    isPossible: false,
    kindName: null,
    severity: 'high' as const,
    location: `Room ${number}`,
    unitName: '2F',
    thumbnailUrl: null,
  },
  ...{ occurredAt: NOW, at: NOW, hasRead: true, escalationName: null, unansweredMinutes: null },
})

test('NAV-05 the bell leads to what waits and opens the latest, older ones on scroll', async () => {
  const lines = Array.from({ length: 20 }, (_, at) => aLine(at + 1))
  const answers: Answers = {
    ...ALERT_LIST,
    ...ALERT_DETAIL,
    'alert.search': () => ({ records: [], totalCount: 3, currentPage: 0 }),
    'alert.get': () => anAlertDetail(1),
    'notification.search': ({ body }) => {
      const from = Number(body.before ?? 0)
      const next = from + body.pageSize < lines.length ? String(from + body.pageSize) : null
      return { records: lines.slice(from, from + body.pageSize), next }
    },
  }
  await openConsole('/app/alerts/list', { user: aUser({ role: 'USER' }), answers })
  const bell = page.getByRole('button', { name: /unseen alert/ })
  await bell.click()
  await expect.poll(() => location.search).toContain('unread=true')
  const popup = page.getByRole('dialog', { name: 'Notifications' })
  const rows = popup.getByRole('listitem')
  await expect.poll(() => rows.elements().length).toBe(10)
  expect(await seriousErrors()).toEqual([])
  rows.last().element().scrollIntoView()
  await expect.poll(() => rows.elements().length).toBe(20)
  await userEvent.keyboard('{Escape}')
  await expect.element(bell).toHaveFocus()
  await bell.click()
  await rows.first().getByRole('link').click()
  await expect.poll(() => location.pathname).toBe(`/app/alerts/detail/${idOf(1)}`)
  await expect.element(popup).not.toBeInTheDocument()
})

/** The frame around every page: what each role finds in it, in both languages, by pointer and by keys. */
import type { Page } from '@playwright/test'
import { CARE_MENU } from '../stack/menu.ts'
import { type Account, expect, gotoIn, PASSWORD, signIn, test } from '../stack/test.ts'

/** By hand from the requirement: what the menu of each role has, in its order. */
const MENUS: Record<Exclude<Account, 'kaede'>, string[]> = {
  super: [
    'Dashboard',
    'Rooms',
    'Handover',
    'Analytics',
    'Alerts',
    'Check-in',
    'Hubs',
    'Cameras',
    'Users',
    'Settings',
    'Sites',
    'Units',
    'Mailbox',
  ],
  org: [
    ...[
      'Dashboard',
      'Rooms',
      'Residents',
      'Handover',
      'Accident reports',
      'Analytics',
      'Alerts',
      'Check-in',
      'Cameras',
      'Users',
      'Settings',
    ],
    ...['Sites', 'Units'],
  ],
  admin: [...CARE_MENU, 'Users', 'Settings', 'Units'],
  nurse: CARE_MENU,
  // Analytics and recordings are there in grey, and lead nowhere.
  guest: ['Dashboard', 'Rooms', 'Residents', 'Handover', 'Alerts', 'Check-in', 'Cameras', 'Coverage'],
  // Nobody lives there for everybody to read.
  demo: CARE_MENU.filter((name) => name !== 'Residents' && name !== 'Accident reports'),
  annotator: ['Alerts'],
}
const JAPANESE: Record<string, string> = {
  Dashboard: 'ダッシュボード',
  Rooms: '居室',
  Residents: 'ご利用者',
  Handover: '申し送り',
  'Accident reports': '市町村への事故報告',
  Analytics: '分析',
  Alerts: 'アラート',
  Recordings: '録画',
  'Check-in': '見守り確認',
  Hubs: 'ハブ',
  Cameras: 'カメラ',
  Users: 'ユーザー',
  Settings: '設定',
  Sites: '施設',
  Units: 'ユニット',
  Mailbox: 'メールボックス',
}

/** The names of the menu's links, without the count of unseen alerts. */
function menuOf(page: Page) {
  return page.getByRole('navigation', { name: /^(Main navigation|メインメニュー)$/ }).locator('a > span')
}

for (const [account, menu] of Object.entries(MENUS) as [keyof typeof MENUS, string[]][]) {
  test(`NAV-01 NAV-02 the menu of ${account} leads to what the role may open, in both languages`, async ({ page }) => {
    await signIn(page, account, '/')
    await expect(menuOf(page)).toHaveText(menu)
    await gotoIn(page, 'ja', '/app/alerts/list')
    await expect(menuOf(page)).toHaveText(menu.map((entry) => JAPANESE[entry]!))
  })
}

test('NAV-02 a restricted user sees analytics and recordings in grey, and they are no links', async ({ page }) => {
  await signIn(page, 'guest', '/app/alerts/list')
  const navigation = page.getByRole('navigation', { name: 'Main navigation' })
  for (const name of ['Analytics', 'Recordings']) {
    await expect(navigation.getByText(name, { exact: true })).toBeVisible()
    await expect(navigation.getByRole('link', { name })).toHaveCount(0)
  }
})

test('the shell is used by keys alone: skip link, account menu, list of shortcuts', async ({ page }) => {
  await signIn(page, 'nurse', '/app/alerts/list')
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()

  await page.getByRole('button', { name: 'Account' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Home' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitem', { name: 'Profile' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Account' })).toBeFocused()

  await page.keyboard.press('?')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('NAV-03 NAV-04 a unit that is chosen by keys narrows the page until all are shown again', async ({ page }) => {
  await signIn(page, 'admin', '/app/alerts/list')
  await page.getByRole('button', { name: /All units/ }).focus()
  await page.keyboard.press('Enter')
  const units = page.getByRole('dialog', { name: 'Units' })
  await expect(units.getByRole('searchbox', { name: 'Search units' })).toBeFocused()
  const first = units.getByRole('checkbox').first()
  await first.focus()
  await page.keyboard.press('Space')
  await expect(first).toBeChecked()
  await units.getByRole('button', { name: 'Show all units' }).press('Enter')
  await expect(first).not.toBeChecked()
  // The button has nothing left to do: the list has the focus again.
  await expect(units).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(units).toHaveCount(0)
  await expect(page.getByRole('button', { name: /All units/ })).toBeFocused()
})

test.describe('a session that ends elsewhere', () => {
  // Demo rows have no files here, and calls that were under way are refused.
  test.use({ allowedErrors: [/status of 40[14]/] })

  test('AUTH-12 is said at the sign-in, which leads back to the page', async ({ page }) => {
    await signIn(page, 'nurse', '/app/cameras/list')
    await page.evaluate(async () => {
      const { token } = JSON.parse(localStorage.getItem('session')!) as { token: string }
      await fetch('/api/logout', { method: 'POST', headers: { 'X-AuthToken': token } })
    })
    await expect(page.getByRole('button', { name: 'Login' })).toBeVisible()
    await expect(page.getByText('Your session has ended. Sign in to continue where you were.')).toBeVisible()
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Login' }).click()
    await expect(page).toHaveURL(/\/app\/cameras\/list/)
  })
})

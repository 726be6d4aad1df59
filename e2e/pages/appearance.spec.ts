/** Every page in both languages, both schemes and four widths: nothing overflows, axe finds nothing serious. */
import type { Page } from '@playwright/test'
import { seriousErrors, widthErrors } from '../stack/accessibility.ts'
import { expect, followSystem, gotoIn, signIn, test } from '../stack/test.ts'

const PAGES = [
  '/app/dashboard',
  '/app/alerts/list',
  '/app/alerts/list?view=list',
  '/app/cameras/list',
  '/app/cameras/list?view=list',
  '/404',
]
const WIDTHS = [1440, 820, 390, 320]
const LOOKS = [
  { scheme: 'light', language: 'en', axeWidth: 1440 },
  { scheme: 'dark', language: 'ja', axeWidth: 390 },
] as const

for (const { scheme, language, axeWidth } of LOOKS) {
  test(`GEN-01 GEN-06 every page is accessible and fits its width (${scheme}, ${language})`, async ({ page }) => {
    await followSystem(page, scheme)
    await signIn(page, 'nurse', '/app/dashboard')
    const [alert, camera] = [
      await firstRecord(page, '/app/alerts/list?severities=critical'),
      await firstRecord(page, '/app/cameras/list'),
    ]
    const errors: string[] = []
    for (const path of [...PAGES, alert, camera]) {
      await open(page, path, language)
      errors.push(...(await errorsOf(page, path, axeWidth)))
    }
    expect(errors).toEqual([])
  })
}

/** Opens it in the language and waits until everything on it has come. */
async function open(page: Page, path: string, language: string): Promise<void> {
  await page.setViewportSize({ width: WIDTHS[0]!, height: 900 })
  await gotoIn(page, language, path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('.MuiSkeleton-root')).toHaveCount(0)
  await expect(page.locator('html')).toHaveAttribute('lang', language)
}

/** The address of the first record of a list, without the list that it leads back to. */
async function firstRecord(page: Page, list: string): Promise<string> {
  await page.goto(list)
  return (await page.locator('main li').getByRole('link').first().getAttribute('href'))!.split('?')[0]!
}

/** What is wrong with the page as it stands: overflow at every width, and what axe finds at one. */
async function errorsOf(page: Page, name: string, axeWidth: number): Promise<string[]> {
  const errors: string[] = []
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    errors.push(...(await widthErrors(page)).map((error) => `${name} at ${width}px ${error}`))
    if (width === axeWidth) errors.push(...(await seriousErrors(page)).map((error) => `${name} at ${width}px ${error}`))
  }
  return errors
}

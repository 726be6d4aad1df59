/** Every page in both languages, both schemes and three widths: nothing overflows, axe finds nothing serious. */
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
const WIDTHS = [1440, 820, 390]
const LOOKS = [
  { scheme: 'light', language: 'en', axeWidth: 1440 },
  { scheme: 'dark', language: 'ja', axeWidth: 390 },
] as const

for (const { scheme, language, axeWidth } of LOOKS) {
  test(`GEN-01 GEN-06 every page is accessible and fits its width (${scheme}, ${language})`, async ({ page }) => {
    await followSystem(page, scheme)
    await signIn(page, 'nurse', '/app/dashboard')
    const [alert, camera] = [
      await firstRecord(page, '/app/alerts/list?severities=["critical"]'),
      await firstRecord(page, '/app/cameras/list?status=Online'),
    ]
    const errors: string[] = []
    for (const path of [...PAGES, alert]) {
      await open(page, path, language)
      errors.push(...(await errorsOf(page, path, axeWidth)))
    }
    // Not left before it plays: a socket that is closed while it opens is an error in the browser's eyes.
    await open(page, camera, language)
    await expect(page.getByText(/^(Live|ライブ) /)).toBeVisible()
    errors.push(...(await errorsOf(page, camera, axeWidth)))
    expect(errors).toEqual([])
  })
}

test('S11 the main pages break no rule of their policy', async ({ page }) => {
  await page.addInitScript(() => {
    const broken: string[] = JSON.parse(sessionStorage.getItem('broken') ?? '[]')
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, sourceFile, sample }) => {
      broken.push(`${location.pathname}: ${effectiveDirective} ${sourceFile} ${sample}`)
      sessionStorage.setItem('broken', JSON.stringify(broken))
    })
  })
  await signIn(page, 'admin', '/app/alerts/list')
  const alert = await firstRecord(page, '/app/alerts/list?activities=["A005"]')
  const camera = await firstRecord(page, '/app/cameras/list?status=Online')
  const cameraId = camera.split('/').at(-1)!
  const paths = [
    ...['/app/dashboard', '/app/alerts/list', alert, '/app/analytics'],
    ...['/app/recordings/list', `/app/cameras/edit/${cameraId}`, `/app/cameras/edit/${cameraId}/regions`],
    ...[`/app/cameras/apps/${cameraId}`, '/app/users/list', '/app/profile', '/app/settings/list', camera],
  ]
  for (const path of paths) await open(page, path, 'en')
  await expect(page.getByText(/^Live /)).toBeVisible()
  await page.goto(`/app/alerts/report/${alert.split('/').at(-1)}`)
  await expect(page.getByRole('link', { name: 'Back to the alert' })).toBeVisible()
  expect(await page.evaluate(() => sessionStorage.getItem('broken'))).toBeNull()
})

test.describe('code that somebody slips into a page', () => {
  test.use({ allowedErrors: [/Trusted|Content Security Policy/] })

  test('S11 becomes neither markup nor a script nor a worker', async ({ page }) => {
    await signIn(page, 'nurse', '/app/alerts/list')
    const outcomes = await page.evaluate(() => {
      const script = document.createElement('script')
      const parts: Record<string, () => unknown> = {
        markup: () => {
          document.body.innerHTML = '<img src=x onerror="document.title=1">'
        },
        text: () => {
          script.text = 'document.title = 2'
        },
        address: () => {
          script.src = '/service-worker.js'
        },
        handler: () => document.body.setAttribute('onclick', 'document.title = 3'),
        worker: () => new Worker('/service-worker.js'),
        policy: () => {
          const { trustedTypes } = window as unknown as {
            trustedTypes: { createPolicy(name: string, of: object): void }
          }
          trustedTypes.createPolicy('another', {})
        },
      }
      return Object.entries(parts).map(([name, act]) => {
        try {
          act()
          return `${name} worked`
        } catch (error) {
          return `${name} ${(error as Error).name}`
        }
      })
    })
    const names = ['markup', 'text', 'address', 'handler', 'worker', 'policy']
    expect(outcomes).toEqual(names.map((name) => `${name} TypeError`))
    await expect(page.getByRole('heading', { name: 'Alerts' })).toBeVisible()
  })
})

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

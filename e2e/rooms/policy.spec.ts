/** What the pages' content security policy allows: all that they need, and nothing that somebody slips in. S11. */
import type { Page } from '@playwright/test'
import { expect, signIn, test } from '../stack/test.ts'

test('S11 the main pages break no rule of their policy', async ({ page }) => {
  await page.addInitScript(() => {
    const broken: string[] = JSON.parse(sessionStorage.getItem('broken') ?? '[]')
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, sourceFile, sample }) => {
      broken.push(`${location.pathname}: ${effectiveDirective} ${sourceFile} ${sample}`)
      sessionStorage.setItem('broken', JSON.stringify(broken))
    })
  })
  await signIn(page, 'admin', '/app/alerts/list')
  const alert = await firstRecord(page, '/app/alerts/list?activities=A005')
  const camera = await firstRecord(page, '/app/cameras/list?status=Online')
  const cameraId = camera.split('/').at(-1)!
  const paths = [
    ...['/app/dashboard', '/app/alerts/list', alert, '/app/analytics'],
    ...['/app/recordings/list', `/app/cameras/edit/${cameraId}`, `/app/cameras/edit/${cameraId}/regions`],
    ...[`/app/cameras/apps/${cameraId}`, '/app/users/list', '/app/profile', '/app/settings/list', camera],
  ]
  for (const path of paths) await open(page, path)
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

/** Opens it and waits until everything on it has come. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('.MuiSkeleton-root')).toHaveCount(0)
}

/** The address of the first record of a list, without the list that it leads back to. */
async function firstRecord(page: Page, list: string): Promise<string> {
  await page.goto(list)
  return (await page.locator('main li').getByRole('link').first().getAttribute('href'))!.split('?')[0]!
}

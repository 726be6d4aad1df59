/** Every page in both languages, both schemes and three widths: nothing overflows, axe finds nothing serious. */
import AxeBuilder from '@axe-core/playwright'
import { expect, signIn, test } from './test.ts'

const PAGES = [
  '/app/dashboard',
  '/app/alerts/list',
  '/app/alerts/list?view=list',
  '/app/cameras/list',
  '/app/cameras/list?view=list',
]
const WIDTHS = [1440, 820, 390]

for (const scheme of ['light', 'dark'] as const) {
  test(`in the ${scheme} scheme every page is accessible and fits its width`, async ({ page }) => {
    test.setTimeout(180_000)
    await page.emulateMedia({ colorScheme: scheme })
    await signIn(page, 'nurse', '/app/dashboard')
    const faults: string[] = []
    for (const path of PAGES) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await page.waitForLoadState('load')
      const found = await new AxeBuilder({ page }).analyze()
      const serious = found.violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
      faults.push(...serious.map(({ id, nodes }) => `${path} ${id}: ${nodes.map(({ target }) => target).join(' | ')}`))
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 })
        const overflow = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        )
        faults.push(...(overflow > 0 ? [`${path} is ${overflow}px too wide at ${width}px`] : []))
      }
      await page.setViewportSize({ width: 1440, height: 900 })
    }
    expect(faults).toEqual([])
  })
}

test('GEN-01 the sign-in page is accessible in Japanese too', async ({ page }) => {
  await page.goto('/auth/login?lng=ja')
  await expect(page.getByRole('button', { name: 'ログイン' })).toBeVisible()
  const found = await new AxeBuilder({ page }).analyze()
  expect(found.violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')).toEqual([])
})

/** Live video in Firefox and in WebKit, whose players continue playback under other conditions than Chromium's. */
import { signIn } from '../stack/demo-site.ts'
import type { ForeignPage } from '../stack/foreign-page.ts'
import { OTHER_BROWSERS, secondsOf, signInAsNurse } from '../stack/other-browsers.ts'
import { BASE_URL } from '../stack/place.ts'
import { expect, test } from '../stack/test.ts'

for (const [name, { isHere, open, packages }] of Object.entries(OTHER_BROWSERS)) {
  test.describe(name, () => {
    test.skip(!isHere, `${name} is missing: apt-get install ${packages}`)

    let page: ForeignPage
    test.beforeEach(async () => {
      page = await open()
    })
    test.afterEach(() => page?.close())

    test(`LIVE-01 in ${name} a live view comes and goes on`, async () => {
      const { call } = await signIn(BASE_URL, 'nurse@sakura.example')
      const { records } = await call('camera.search', { query: { pageSize: 50 }, body: {} })
      const { id } = records.find((camera) => camera.name === '203-A')!
      await signInAsNurse(page)
      await page.goto(`/app/cameras/live/${id}`)
      // The cameras of a fresh start come one after the other.
      await expect.poll(() => secondsOf(page), { timeout: 60_000 }).toBeGreaterThanOrEqual(0)
      const from = await secondsOf(page)
      await expect.poll(() => secondsOf(page), { timeout: 30_000 }).toBeGreaterThan(from + 8)
      expect(await page.textOf('main')).toContain('Live')
    })
  })
}

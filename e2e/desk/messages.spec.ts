/** Messages of success that stand beside work with other systems and sites. */
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { expect, signIn, test } from '../stack/test.ts'

const said = (page: Page, text: string) => expect(page.getByText(text, { exact: true })).toBeVisible()

async function openSite(page: Page, name: string): Promise<void> {
  await signIn(page, 'org', '/app/tenants/list')
  await page.getByRole('link', { name }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
}

test('MSG-01 a site says that it is updated', async ({ page }) => {
  await openSite(page, 'Sakura no Sato')
  const length = page.getByLabel('Least length of a password')
  const before = await length.inputValue()
  await length.fill('11')
  await page.keyboard.press('Control+s')
  await said(page, 'Site updated')
  await expect(page.getByText('Site updated', { exact: true })).toHaveCount(0)
  await length.fill(before)
  await page.keyboard.press('Control+s')
  await said(page, 'Site updated')
})

test.describe('an external system that takes what it is sent', () => {
  const bodies: string[] = []
  let partner: Server
  test.beforeAll(async () => {
    partner = createServer(async (request, response) => {
      let body = ''
      for await (const part of request) body += part
      bodies.push(body)
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"accepted":true}')
    }).listen(0, '127.0.0.1')
    await once(partner, 'listening')
  })
  test.afterAll(() => {
    partner.closeAllConnections()
    partner.close()
  })

  test('MSG-01 its sync says that it is completed', async ({ page }) => {
    await openSite(page, 'Sakura no Sato')
    const form = page.getByRole('form', { name: 'External system' })
    await form.getByLabel('Address').fill(`http://127.0.0.1:${(partner.address() as AddressInfo).port}/cameras`)
    await form.getByLabel('Auth access key').fill('a key of sixteen letters')
    const isOn = form.getByRole('switch', { name: 'Send to the external system' })
    await isOn.check()
    await form.getByRole('button', { name: 'Save' }).click()
    await said(page, 'Changes saved.')
    try {
      await page.getByRole('button', { name: 'Sync now' }).click()
      await said(page, 'Sync with the external system completed.')
      expect(JSON.parse(bodies[0]!)).toMatchObject({ corporation_code: 'H-0077' })
    } finally {
      await isOn.uncheck()
      await form.getByRole('button', { name: 'Save' }).click()
      await said(page, 'Changes saved.')
    }
  })
})

/** The console at a local address without TLS: not a secure context, so the browser lacks many web APIs. */
import { chromium } from '@playwright/test'
import { button, lineOf, startAlarmRoom } from '../../stack/alarm-room.ts'
import { CHROMIUM_ARGS, CHROMIUM_PATH, PORT } from '../../stack/place.ts'
import { expect, signIn, test } from '../../stack/test.ts'

const HOST = 'mimamori.test'

test('ALARM-02 on a page without TLS an alarm is claimed, and its page and its notes can be used', async () => {
  const room = await startAlarmRoom('Plain room')
  const browser = await chromium.launch({
    executablePath: CHROMIUM_PATH,
    args: [...CHROMIUM_ARGS, `--host-resolver-rules=MAP ${HOST} 127.0.0.1`],
  })
  const page = await (await browser.newContext({ baseURL: `http://${HOST}:${PORT}` })).newPage()
  const errors: string[] = []
  page.on('pageerror', ({ message }) => errors.push(message))

  await signIn(page, 'nurse', '/app/dashboard')
  expect(await page.evaluate(() => [isSecureContext, typeof crypto.randomUUID])).toEqual([false, 'undefined'])
  const alertId = await room.raiseFall()
  const line = lineOf(page, alertId)
  await button(line, 'I’m going').click()
  await expect(line).toContainText('You are going')
  const stored = () => room.admin.call('alert.get', { params: { id: alertId } })
  await expect.poll(async () => (await stored()).alarm?.state).toBe('claimed')

  await page.goto(`/app/alerts/detail/${alertId}`)
  await page.getByLabel('Note', { exact: true }).fill('She sat beside the bed.')
  await page.getByRole('button', { name: 'Add the note' }).click()
  await expect(page.getByText('She sat beside the bed.').first()).toBeVisible()
  expect(errors).toEqual([])
  await browser.close()
  await room.stop()
})

/** An alarm in WebKit, the engine of every browser on iPhones and iPads. */
import { type AlarmRoom, startAlarmRoom } from '../../stack/alarm-room.ts'
import type { ForeignPage } from '../../stack/foreign-page.ts'
import { signInAsNurse } from '../../stack/other-browsers.ts'
import { expect, test } from '../../stack/test.ts'
import { HAS_WEBKIT, openWebKit } from '../../stack/webkit.ts'

test.skip(!HAS_WEBKIT, 'WebKitGTK is missing: apt-get install webkit2gtk-driver xvfb')

let room: AlarmRoom
let page: ForeignPage
test.beforeEach(async () => {
  room = await startAlarmRoom('WebKit room')
  page = await openWebKit()
})
test.afterEach(async () => {
  await page?.close()
  await room?.stop()
})

test('ALARM-02 ALARM-03 in WebKit an alarm comes over one stream that stays open, and is claimed', async () => {
  await signInAsNurse(page)
  const { alertId, line } = await raiseAndSee()
  // A row that has just appeared ignores presses.
  await page.click(`${line} button:not([aria-disabled])`)
  await expect.poll(() => page.textOf(line)).toContain('You are going')
  const stored = () => room.admin.call('alert.get', { params: { id: alertId } })
  await expect.poll(async () => (await stored()).alarm?.state).toBe('claimed')
  expect(await page.textOf('body')).not.toContain('The connection is lost')
  // A request stands among these once it has ended.
  const ended = await page.run(() => performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname))
  expect(ended).toContain('/api/alarm/open')
  expect(ended.filter((path) => path === '/api/stream')).toEqual([])
})

test('ALARM-03 in WebKit an alarm reaches a page that the back button restored', async () => {
  await signInAsNurse(page)
  await page.run(() => addEventListener('pageshow', ({ persisted }) => Object.assign(window, { persisted })))
  await page.goto('/app/profile')
  await expect.poll(() => page.textOf('main h1')).not.toBe('')
  await page.back()
  await expect.poll(() => page.run(() => Reflect.get(window, 'persisted') as boolean)).toBe(true)
  await raiseAndSee()
})

/** Waits for less than the bar's fetch interval of 20 s: the update came over the stream. */
async function raiseAndSee(): Promise<{ alertId: string; line: string }> {
  const alertId = await room.raiseFall()
  const line = `[data-alarm="${alertId}"]`
  await expect.poll(() => page.textOf(line), { timeout: 10_000 }).toContain('Nobody is going yet')
  return { alertId, line }
}

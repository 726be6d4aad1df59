/** A connection that dies silently: the page shows it within 12 s, and a page that wakes up is current within 3 s. */
import { type AlarmRoom, lineOf, startAlarmRoom } from '../../stack/alarm-room.ts'
import { openSilentLine, type SilentLine } from '../../stack/silent-line.ts'
import { expect, signIn, test } from '../../stack/test.ts'

test.use({ allowedErrors: [/Failed to load resource|ERR_|WebSocket/] })

const NOTICED_WITHIN_MS = 12_000
const TRUE_WITHIN_MS = 3_000
/** What a browser opens to one service over HTTP/1.1. */
const CONNECTIONS = 6
/** Drawing on a busy machine. */
const DRAWN_WITHIN_MS = 1_000

let room: AlarmRoom
let line: SilentLine
test.beforeEach(async () => {
  room = await startAlarmRoom(`Silent room ${crypto.randomUUID().slice(0, 4)}`)
  line = await openSilentLine()
})
test.afterEach(async () => {
  await line.stop()
  await room.stop()
})

const LOST = /The connection is lost\. The data is from/

test('ALARM-03 a silent line is noticed within 12 s, and an alarm raised meanwhile comes once it is back', async ({
  page,
}) => {
  await signIn(page, 'nurse', `${line.url}/app/alerts/list`)
  await expect(page.getByRole('listitem').first()).toBeVisible()
  line.die()
  await expect(page.getByText(LOST)).toBeVisible({ timeout: NOTICED_WITHIN_MS + DRAWN_WITHIN_MS })
  const alertId = await room.raiseFall()
  line.heal()
  await expect(lineOf(page, alertId)).toBeVisible({ timeout: 15_000 })
  await expect(page.getByText(LOST)).toBeHidden()
})

test('ALARM-03 images that hang on connections that died keep no alarm away', async ({ page }) => {
  await signIn(page, 'nurse', `${line.url}/app/alerts/list`)
  await expect(page.getByRole('listitem').first()).toBeVisible()
  line.die()
  await page.evaluate((count) => {
    for (let at = 0; at < count; at++) {
      const image = document.createElement('img')
      image.src = `/favicon.svg?image=${at}`
      document.body.append(image)
    }
  }, CONNECTIONS)
  await expect(page.getByText(LOST)).toBeVisible({ timeout: NOTICED_WITHIN_MS + DRAWN_WITHIN_MS })
  const alertId = await room.raiseFall()
  line.heal()
  await expect(lineOf(page, alertId)).toBeVisible({ timeout: 15_000 })
})

for (const name of ['resume', 'visibilitychange', 'online']) {
  test(`ALARM-03 ${name} shows an alarm that came meanwhile within 3 s, on connections that died unnoticed`, async ({
    page,
  }) => {
    await signIn(page, 'nurse', `${line.url}/app/alerts/list`)
    await expect(page.getByRole('listitem').first()).toBeVisible()
    line.die()
    const alertId = await room.raiseFall()
    line.heal()
    await page.evaluate((type) => {
      const target = type === 'online' ? window : document
      target.dispatchEvent(new Event(type, { bubbles: true }))
    }, name)
    await expect(lineOf(page, alertId)).toBeVisible({ timeout: TRUE_WITHIN_MS + DRAWN_WITHIN_MS })
  })
}

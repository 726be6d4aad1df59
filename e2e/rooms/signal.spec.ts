/** A mat reports to the service with a token: the alarm has the site's name for it, and the clip of the room's camera. */
import { endAlarm } from '../stack/alarm-room.ts'
import { signIn as signInByCall } from '../stack/demo-site.ts'
import { BASE_URL } from '../stack/place.ts'
import { expect, signIn, test } from '../stack/test.ts'

const RUN = crypto.randomUUID().slice(0, 6)
const [PROGRAM, MAT] = [`Gateway ${RUN}`, `Mat ${RUN}`]

test('REACH-54 an administrator names a kind, a device raises it, and its alarm shows name and clip', async ({
  page,
  request,
  openWindow,
}) => {
  await signIn(page, 'admin', '/app/settings/list?tabIndex=4')
  await page.getByRole('button', { name: 'Add a kind' }).click()
  const kind = page.getByRole('form', { name: 'Add a kind' })
  await kind.getByLabel('Name').first().fill(MAT)
  await kind.getByRole('button', { name: 'Add a kind' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: MAT })).toContainText('High')

  await page.getByRole('button', { name: 'Create a service account' }).click()
  const account = page.getByRole('form', { name: 'Create a service account' })
  await account.getByLabel('Name').fill(PROGRAM)
  await account.getByRole('checkbox', { name: 'Raise alerts' }).click()
  await account.getByRole('button', { name: 'Create a service account' }).click()
  const token = (await page.getByText(/^mma_/).textContent())!

  const nurse = await signInByCall(BASE_URL, 'nurse@sakura.example')
  const { call } = nurse
  const online = async () => {
    const query = { pageSize: 100 }
    const { records } = await call('camera.search', { query, body: { statuses: ['Online'] } })
    return records.find(({ locationType }) => locationType === 'ROOM')?.location
  }
  await expect.poll(online, { timeout: 60_000 }).toBeTruthy()
  const room = (await online())!
  const answer = await request.post(`${BASE_URL}/api/integration/event`, {
    headers: { authorization: `Bearer ${token}` },
    data: { kind: MAT.toUpperCase(), room, note: 'Left side' },
  })
  const { alertId, clip } = await answer.json()
  expect([answer.status(), clip]).toEqual([200, 'asked'])

  const ward = await openWindow()
  await signIn(ward, 'nurse', `/app/alerts/detail/${alertId}`)
  await expect(ward.getByRole('heading', { name: `${MAT} · ${room}` })).toBeVisible()
  await expect(ward.getByText(`Reported by ${PROGRAM}`)).toBeVisible()
  await expect(ward.getByText('Left side')).toBeVisible()
  await expect(ward.locator('video')).toBeVisible({ timeout: 90_000 })
  await expect
    .poll(() => ward.locator('video').evaluate((video: HTMLVideoElement) => video.duration))
    .toBeGreaterThan(5)
  await endAlarm(nurse, alertId)
})

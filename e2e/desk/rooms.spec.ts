/** Room states: hub reports appear on open pages, in the order of need; visible arrivals; station mode. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createHubSimulator, type HubSimulator } from '@mimamori/hub/testing/simulator/hub-simulator.ts'
import type { Page } from '@playwright/test'
import { seriousErrors } from '../stack/accessibility.ts'
import { addCamera, addHub, type SignedIn } from '../stack/demo-site.ts'
import { BASE_URL } from '../stack/place.ts'
import { expect, signIn, test } from '../stack/test.ts'

const TURNS = 12

let hub: HubSimulator
let admin: SignedIn
let folder: string
let room: string
let cameraId: string
test.beforeEach(async () => {
  const place = await addHub(BASE_URL, `Room hub ${crypto.randomUUID().slice(0, 8)}`)
  admin = place.admin
  room = `Room ${place.agentId.slice(-6)}`
  cameraId = await addCamera(place, room, 'rtsp://192.0.2.40/stream')
  folder = mkdtempSync(join(tmpdir(), 'mimamori-room-'))
  hub = createHubSimulator({ service: BASE_URL, key: place.key, dataDir: folder })
  await hub.start()
})
test.afterEach(async () => {
  // The licence of the demo site has room for few cameras of tests.
  await admin.call('camera.deregister', { params: { id: cameraId } })
  await hub.stop()
  rmSync(folder, { recursive: true, force: true })
})

const tileOf = (page: Page) => page.getByRole('main').getByRole('listitem').filter({ hasText: room })

test('ROOM-01 each of a dozen changes on a hub stands on an open page without a reload', async ({ page }) => {
  await signIn(page, 'nurse', '/app/rooms')
  await expect(tileOf(page)).toContainText('Unknown')
  for (let turn = 0; turn < TURNS; turn++) {
    const [state, word] = turn % 2 === 0 ? (['in-bed', 'In bed'] as const) : (['up', 'Up'] as const)
    hub.turnRooms(state)
    await expect(tileOf(page).getByText(word, { exact: true })).toBeVisible()
  }
})

test('ALARM-06 help that the camera sees after a claim makes the alarm arrived', async ({ page }) => {
  await signIn(page, 'nurse', '/app/rooms')
  hub.turnRooms('on-floor')
  await expect(tileOf(page)).toContainText('On the floor')
  const [alertId] = await hub.raise(1, { appCode: 'A005', severity: 'critical' })
  await hub.whenDelivered()
  await expect(tileOf(page)).toContainText('Fall: nobody is going yet')
  await expect(page.getByRole('main').getByRole('listitem').first()).toContainText('nobody is going yet')
  const claim = { action: 'claim', requestId: crypto.randomUUID() } as const
  await admin.call('alarm.answer', { params: { id: alertId! }, body: claim })
  await expect(tileOf(page)).toContainText(/Fall: (?!nobody).+ is going/)
  hub.turnRooms('with-staff')
  await expect(tileOf(page)).toContainText(/Fall: .+ is there/)
  await expect(tileOf(page)).toContainText('With staff')
  const done = { action: 'resolve', outcome: 'no-injury', requestId: crypto.randomUUID() } as const
  await admin.call('alarm.answer', { params: { id: alertId! }, body: done })
  await expect(tileOf(page)).not.toContainText('Fall:')
})

test('ALARM-08 a care visit pauses bed exits and no falls, stands on the tile, and ends by hand', async ({ page }) => {
  await signIn(page, 'nurse', '/app/rooms')
  hub.turnRooms('with-staff')
  await tileOf(page).getByRole('link', { name: room }).click()
  await page.getByRole('main').getByRole('button', { name: 'I’m with the resident' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('checkbox', { name: 'Fall' })).not.toBeChecked()
  await expect(dialog).toContainText('Falls still raise an alarm')
  expect(await seriousErrors(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Start' }).click()
  await expect(page.getByRole('main')).toContainText('is with the resident until')

  const [bedExit] = await hub.raise(1, { appCode: 'A006', severity: 'high' })
  const [fall] = await hub.raise(1, { appCode: 'A005', severity: 'critical' })
  await hub.whenDelivered()
  const open = (await admin.call('alarm.open', {})).records.map(({ alertId }) => alertId)
  expect([open.includes(fall!), open.includes(bedExit!)]).toEqual([true, false])
  const done = { action: 'resolve', outcome: 'false-alarm', requestId: crypto.randomUUID() } as const
  await admin.call('alarm.answer', { params: { id: fall! }, body: done })

  await page.goto('/app/rooms')
  await expect(tileOf(page)).toContainText('is with the resident until')
  await page.goto(`/app/alerts/detail/${fall}`)
  const main = page.getByRole('main')
  await expect(main.getByRole('button', { name: 'Ask the administrator' })).toBeVisible()
  await main.getByRole('button', { name: 'End the visit' }).click()
  await expect(main.getByRole('button', { name: 'I’m with the resident' })).toBeVisible()
})

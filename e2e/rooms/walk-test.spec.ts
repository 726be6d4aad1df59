/** A walk test on a phone: the hub's answers pass each step, and the certificate is valid as long as the view. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { WalkFacts } from '@mimamori/contract/camera/hub-request.ts'
import type { StatusReason } from '@mimamori/contract/camera/status-reason.ts'
import { WALK_STEP_S } from '@mimamori/contract/camera/walk/walk-lists.ts'
import { createClock } from '@mimamori/hub/platform/clock.ts'
import { Uplink } from '@mimamori/hub/uplink/uplink.ts'
import { seriousErrors, widthErrors } from '../stack/accessibility.ts'
import { addCamera, addHub } from '../stack/demo-site.ts'
import { BASE_URL } from '../stack/place.ts'
import { expect, signIn, test } from '../stack/test.ts'

const PHONE = { width: 390, height: 844 }
/** A gray image of one point. */
const JPEG =
  '/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wgALCAABAAEBAREA/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQABPxA='

/** A hub that answers walk tests with what the test lets it see. */
async function startWitness() {
  const name = `Tested ${crypto.randomUUID().slice(0, 4)}`
  const place = await addHub(BASE_URL, `${name} hub`)
  const cameraId = await addCamera(place, name, 'rtsp://192.0.2.30/stream')
  const dataDir = mkdtempSync(join(tmpdir(), 'mimamori-walk-'))
  const clock = createClock()
  const witness = { sees: 'unseen' as WalkFacts['result'], reason: null as StatusReason | null }
  const now = () => new Date(clock.now()).toISOString()
  const image = { codec: 'h264', width: 640, height: 360, framesPerSecond: 15, decodedBy: null }
  const running = 'Running' as const
  const uplink = new Uplink({
    ...{ service: BASE_URL, key: place.key, version: 'witness', dataDir, clock, log: () => {} },
    cameras: () => [{ cameraId, isOnline: true, reason: witness.reason, lastFrameAt: now(), running, image }],
    onOrder(order) {
      if (order.type !== 'ask' || order.request.type !== 'walk') return
      const frame = { jpeg: JPEG, takenAt: now() }
      const seenAt = witness.sees === 'unseen' ? null : now()
      const facts = { blind: null, hasBed: false, people: [], result: witness.sees, seenAt, frame }
      uplink.socket.answer({ askId: order.askId, result: { type: 'walk', ...facts } })
    },
  })
  uplink.start()
  uplink.heartbeat.beatSoon()
  const stop = async () => {
    await place.admin.call('camera.deregister', { params: { id: cameraId } })
    await uplink.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  const says = async (code: 'view-changed' | null) => {
    witness.reason = code && { code, params: {} }
    uplink.heartbeat.beatSoon()
    const said = async () => (await place.admin.call('camera.get', { params: { id: cameraId } })).statusReason?.code
    await expect.poll(said, { timeout: 60_000 }).toBe(code ?? undefined)
  }
  return { ...place, cameraId, witness, says, stop }
}

/** A look that is answered after the test was finished is refused, and this hub has no live view. */
test.use({ allowedErrors: [/409 \(Conflict\)|503 \(Service Unavailable\).*\/live\/open\//] })

test('REAL-11 a walk test is ticked live on a phone, and its certificate ends with the view', async ({ page }) => {
  const { cameraId, witness, says, stop } = await startWitness()
  await says(null)
  await page.clock.install()
  await signIn(page, 'admin', `/app/cameras/walk-test/${cameraId}`)
  await page.setViewportSize(PHONE)
  await page.getByRole('button', { name: 'Begin the test' }).click()
  const step = (name: string) => page.getByRole('heading', { name, level: 2 })
  await expect(step('Stand')).toBeVisible()
  await expect(page.getByText('The camera is looking …')).toBeVisible()
  witness.sees = 'seen'
  await expect(page.getByText('○ Seen')).toBeVisible()

  await expect(step('Lie on the floor')).toBeVisible()
  const mark = page.getByRole('button', { name: 'Touch the image to mark where you lie.' })
  await mark.click({ position: { x: 60, y: 60 } })
  await expect(page.getByText('○ Recognised as lying')).toBeVisible()
  expect(await seriousErrors(page)).toEqual([])
  expect(await widthErrors(page)).toEqual([])

  await page.getByRole('button', { name: 'Next' }).click()
  witness.sees = 'otherwise'
  await mark.click({ position: { x: 200, y: 80 } })
  await expect(page.getByText('The camera is looking …')).toBeVisible()
  await page.clock.fastForward(1_000 * WALK_STEP_S)
  await expect(page.getByText('△ Seen, but not as lying')).toBeVisible()
  await page.getByRole('button', { name: 'Finish with a certificate' }).click()
  const places = page.getByRole('list', { name: 'Places on the floor' }).getByRole('listitem')
  await expect(places).toContainText(['Place 1: Recognised as lying', 'Place 2: Seen, but not as lying'])
  await expect(page.getByRole('img', { name: 'What the camera sees' })).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Certificate as PDF' }).click()
  expect((await download).suggestedFilename()).toMatch(/^walk-test-.+\.pdf$/)
  await expect(page.getByText('Test again:')).toHaveCount(0)

  await says('view-changed')
  await page.reload()
  await expect(page.getByText('Test again: the view changed')).toBeVisible()
  await page.goto(`/app/cameras/live/${cameraId}`)
  await page.getByRole('button', { name: 'This is the new view' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'This is the new view' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await says(null)
  await page.goto(`/app/cameras/walk-test/${cameraId}`)
  await expect(page.getByText('Test again: the view changed')).toBeVisible()
  await stop()
})

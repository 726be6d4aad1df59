/** One fall, from the room to the morning: four users at two sites, and a service that crashes in the middle. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createHubSimulator, type HubSimulator } from '@mimamori/hub/testing/simulator/hub-simulator.ts'
import type { Page } from '@playwright/test'
import { addCamera, addHub, type SignedIn, signIn as signInByCall } from '../stack/demo-site.ts'
import { BASE_URL } from '../stack/place.ts'
import { killService } from '../stack/service-process.ts'
import { expect, signIn, test } from '../stack/test.ts'

// Unique for this run: a stack that is used again still has the data of others.
const RUN = crypto.randomUUID().slice(0, 4)
const ROOM = `Night room ${RUN}`
const FAMILY = `family.${RUN}@aoi.example`
const RULE = `Nobody has come ${RUN}`

test.use({ allowedErrors: [/Failed to load resource|ERR_|WebSocket/] })

let folder: string
let hub: HubSimulator | undefined
test.beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mimamori-care-'))
})
test.afterEach(async () => {
  await hub?.stop()
  rmSync(folder, { recursive: true, force: true })
})

test('ALERT-06 ALERT-10 ALERT-11 CAM-04 NAV-10 SET-05 REPORT-01 a fall notifies once through a crash, is escalated, answered, reported, stays in its site', async ({
  page: nurse,
  openWindow,
}) => {
  const [manager, neighbour, operator] = [await openWindow(), await openWindow(), await openWindow()]
  hub = await prepareRoom()
  await signIn(nurse, 'nurse', '/app/dashboard')
  await signIn(manager, 'admin', '/app/alerts/list')
  await signIn(neighbour, 'kaede', '/app/alerts/list')
  const heard = await listen('admin@kaede.example')

  const [alertId] = await hub.raise(1, { appCode: 'A005', severity: 'critical' })
  await expect(nurse.locator(`[data-alarm="${alertId}"]`)).toContainText(ROOM, { timeout: 5_000 })
  await expect(nurse).toHaveTitle(/^\(/)
  await hub.whenDelivered()
  expect(killService()).toBe(1)
  await expect.poll(isServiceThere, { timeout: 60_000 }).toBe(true)

  await signIn(operator, 'super', '/app/mail/list')
  // A message that was being sent when the service ended is sent after its lease of a minute.
  await expectEmails(operator, FAMILY, 1, 90_000)
  await expect(manager.getByText(/escalated/i).first()).toBeVisible({ timeout: 100_000 })
  await operator.reload()
  await expectEmails(operator, 'admin@sakura.example', 1)

  await nurse.goto(`/app/alerts/detail/${alertId}`)
  await manager.goto(`/app/alerts/detail/${alertId}`)
  await expect(manager.getByRole('heading', { name: 'Was this real?' })).toBeVisible()
  await expect(manager.getByText(/^Seen by (?!the camera)/).first()).toBeVisible({ timeout: 3_000 })
  await expect(manager.getByText(new RegExp(`Escalated.*${RULE}`))).toBeVisible()
  await nurse.getByRole('button', { name: 'Yes, it was real' }).click()
  await expect(manager.getByText(/^Judged real by /)).toBeVisible()

  await writeReport(nurse)
  await manager.reload()
  await expect(manager.getByText(/Incident report saved by /)).toBeVisible()

  expect(heard()).not.toContain(ROOM)
  await neighbour.goto(`/app/alerts/detail/${alertId}`)
  await expect(neighbour.getByText('This alert does not exist, or it is not yours to see.')).toBeVisible()
})

/** A room on its own hub, with an escalation rule of one minute; the family gets e-mails. The hub has a real clip. */
async function prepareRoom(): Promise<HubSimulator> {
  const { key, agentId, admin } = await addHub(BASE_URL, `Night hub ${RUN}`)
  const { user: nurse } = await signInByCall(BASE_URL, 'nurse@sakura.example')
  const { id: escalationId } = await admin.call('asset.create', {
    body: {
      type: 'ESCALATION',
      name: RULE,
      thresholdMinutes: 1,
      userIds: [admin.user.id],
      unitIds: [],
      activeHours: null,
    },
  })
  const cameraId = await addCamera({ admin, agentId }, ROOM, 'rtsp://192.0.2.10/stream')
  await admin.call('camera.patch', {
    params: { id: cameraId },
    body: {
      escalationIds: [escalationId],
      subscribers: { emails: [FAMILY], desktopUserIds: [nurse.id] },
    },
  })
  const simulator = createHubSimulator({ service: BASE_URL, key, dataDir: folder, clip: await clipOfEarlier(admin) })
  await simulator.start()
  return simulator
}

/** The clip of one of the demo's falls. */
async function clipOfEarlier({ call, user }: SignedIn) {
  const { records } = await call('alert.search', { query: { pageSize: 50 }, body: { activities: ['A005'] } })
  const { id } = records.find(({ clipState }) => clipState === 'ready')!
  const { clipUrl, clipDurationMs, clipAlertAtMs } = await call('alert.get', { params: { id } })
  const answer = await fetch(new URL(clipUrl!, BASE_URL), { headers: { 'x-authtoken': user.token } })
  return { bytes: Buffer.from(await answer.arrayBuffer()), durationMs: clipDurationMs!, alertAtMs: clipAlertAtMs ?? 0 }
}

/** Collects everything that the service sends to another site, also after a restart. */
async function listen(email: string): Promise<() => string> {
  const { user } = await signInByCall(BASE_URL, email)
  let heard = ''
  const stopped = new AbortController()
  const open = async () => {
    while (!stopped.signal.aborted) {
      try {
        const answer = await fetch(`${BASE_URL}/api/stream`, {
          headers: { 'x-authtoken': user.token },
          signal: stopped.signal,
        })
        for await (const chunk of answer.body!) heard += Buffer.from(chunk).toString()
      } catch {
        // The service is down for a moment.
      }
    }
  }
  void open()
  return () => {
    stopped.abort()
    return heard
  }
}

async function isServiceThere(): Promise<boolean> {
  const answer = await fetch(`${BASE_URL}/health/ready`).catch(() => null)
  return answer?.ok ?? false
}

async function expectEmails(operator: Page, email: string, count: number, withinMs = 30_000): Promise<void> {
  await expect(operator.getByRole('button', { name: email }).filter({ hasText: ROOM })).toHaveCount(count, {
    timeout: withinMs,
  })
}

async function writeReport(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Generate report' }).click()
  await page.getByRole('button', { name: 'Save report' }).click({ timeout: 60_000 })
  await expect(page.getByText('Report saved.')).toBeVisible()
}

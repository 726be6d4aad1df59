/** A room on its own hub in which a test raises falls, and helpers for the bar that shows them. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createHubSimulator } from '@mimamori/hub/testing/simulator/hub-simulator.ts'
import type { Locator, Page } from '@playwright/test'
import { addCamera, addHub, type SignedIn } from './demo-site.ts'
import { BASE_URL } from './place.ts'

export type AlarmRoom = {
  cameraId: string
  admin: SignedIn
  /** Answers the alert's id once the service has it. */
  raiseFall: () => Promise<string>
  stop: () => Promise<void>
}

/** What the demo and earlier tests left open is resolved: it would stand before the test's own. `says`: what its hub says and uploads. */
export async function startAlarmRoom(
  name: string,
  says: Pick<Parameters<typeof createHubSimulator>[0], 'detections' | 'reason' | 'clip'> = {},
): Promise<AlarmRoom> {
  const place = await addHub(BASE_URL, `${name} hub ${crypto.randomUUID().slice(0, 4)}`)
  const { admin } = place
  const cameraId = await addCamera(place, `${name} ${place.agentId.slice(-4)}`, 'rtsp://192.0.2.30/stream')
  const folder = mkdtempSync(join(tmpdir(), 'mimamori-alarm-'))
  const hub = createHubSimulator({ service: BASE_URL, key: place.key, dataDir: folder, ...says })
  await hub.start()
  const { records } = await admin.call('alarm.open', {})
  for (const { alertId } of records) await endAlarm(admin, alertId)
  return {
    cameraId,
    admin,
    async raiseFall() {
      const [alertId] = await hub.raise(1, { appCode: 'A005', severity: 'critical' })
      await hub.whenDelivered()
      return alertId!
    },
    async stop() {
      // A hub that is silent with a camera of its own becomes an alarm, minutes later and in another test.
      await admin.call('camera.deregister', { params: { id: cameraId } })
      await hub.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export async function endAlarm(by: SignedIn, id: string): Promise<void> {
  const body = { action: 'resolve', outcome: 'already-there', isAlone: true, requestId: crypto.randomUUID() } as const
  await by.call('alarm.answer', { params: { id }, body })
}

/** The line of this alarm in the bar. */
export function lineOf(page: Page, alertId: string): Locator {
  return page.locator(`[data-alarm="${alertId}"]`)
}

export const button = (place: Page | Locator, name: string) =>
  place.getByRole('button', { name: new RegExp(`^${name}`) })

/** From now on `tonesOf` counts the tones that the page starts; before its first page. */
export async function countTones(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const started: number[] = []
    Object.assign(window, { started })
    const start = OscillatorNode.prototype.start
    OscillatorNode.prototype.start = function (when?: number) {
      started.push(performance.now())
      start.call(this, when)
    }
  })
}

export const tonesOf = (page: Page) => page.evaluate(() => (Reflect.get(window, 'started') as number[]).length)

/** A hub without its service: it closes the nurse-call contacts of its rooms by itself. A relay and a service on loopback. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FallbackContact } from '@mimamori/contract/fleet/fallback-contact.ts'
import { HUB_OFFLINE_AFTER_SECONDS } from '@mimamori/contract/fleet/heartbeat.ts'
import type { AlertRaised } from '@mimamori/contract/fleet/hub-event.ts'
import { SIGNAL } from '@mimamori/contract/shared/app-catalogue.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Cancel, createClock } from '#platform/clock.ts'
import { FAKE_KEY, FakeService } from '#platform/testing/fake-service.ts'
import { alertRaised, anyId, CAMERA_ID, desiredCamera, temporaryFolder, until } from '#platform/testing/hub-parts.ts'
import { HttpRelayDevice } from './control/contact/testing/http-relay-device.ts'
import { LOGIN, OnvifDevice } from './control/rpc/testing/onvif-device.ts'
import { PullPoint } from './control/rpc/testing/pull-point.ts'
import { createHub, type Hub } from './hub.ts'
import type { WorkerSurroundings } from './hub-options.ts'

const CONTACT_ID = '01977c5e-0000-7000-8000-0000000000d1'
const ON = 'POST /relay?turn=on'
const FALL = { appCode: 'A005', severity: 'critical' } as const

let folder: ReturnType<typeof temporaryFolder>
let service: FakeService
let relay: HttpRelayDevice
let hub: Hub
let workers: WorkerSurroundings
let logged: string[]
let said: string[]
/** Runs what waits for the service to be silent. */
let fallSilent: () => void

beforeEach(async () => {
  folder = temporaryFolder()
  service = await new FakeService().start()
  relay = await new HttpRelayDevice().start()
  service.cameras = [desiredCamera()]
  service.contacts = [contact()]
  logged = []
  said = []
  startHub()
  await until(() => stored()?.contacts.length === 1 && service.heartbeats.length > 0)
})
afterEach(async () => {
  await hub.stop()
  await Promise.all([service.stop(), relay.stop()])
  folder.remove()
})

const contact = (more: Partial<FallbackContact> = {}): FallbackContact => ({
  contactId: CONTACT_ID,
  device: relay.device({ header: { name: 'Authorization', value: 'Bearer s3cret' } }),
  severities: ['critical', 'high'],
  calls: [{ cameraId: CAMERA_ID, appCodes: ['A005'] }],
  ...more,
})
const text = () => readFileSync(join(folder.path, 'desired.json'), 'utf8')
function stored(): { contacts: unknown[] } | null {
  try {
    return JSON.parse(text())
  } catch {
    return null
  }
}

function startHub(): void {
  const clock = createClock()
  const waiting = new Set<() => void>()
  const after = (ms: number, work: () => void): Cancel => {
    if (ms !== HUB_OFFLINE_AFTER_SECONDS * 1000) return clock.after(ms, work)
    waiting.add(work)
    return () => waiting.delete(work)
  }
  fallSilent = () => {
    for (const work of waiting) work()
  }
  hub = createHub({
    ...{ environment: process.env, isLoopbackAllowed: true, service: service.address, key: FAKE_KEY, version: '0' },
    ...{ dataDir: folder.path, log: (_, message) => logged.push(message), say: (line) => said.push(line) },
    clock: Object.assign(Object.create(clock), { after }),
    makeWorkers: (surroundings) => {
      workers = surroundings
      return {
        ...{ configure() {}, lookAway() {}, modelChanged() {}, liveStart() {}, liveStop() {}, footage() {} },
        ask: async () => ({ error: { code: 'failed', params: { detail: '' } } }),
        stop: async () => {},
      }
    },
  })
  hub.start()
}
/** No answer of the service is on its way any more, and it has been silent for long enough. */
async function cutOff(): Promise<void> {
  await service.stop()
  await until(() => logged.includes('No connection for orders'))
  fallSilent()
}
/** How many contacts the hub began to close. */
const closings = () => logged.filter((message) => message.startsWith('The service is silent')).length
function raise(more: Partial<AlertRaised>): void {
  workers.emit({ type: 'incident', raisedAtMs: 0, alert: alertRaised(more) })
}

describe('REACH-64 a hub whose service is silent', () => {
  test('REACH-64 closes a contact for a fall, with its secret header, and leaves it closed afterwards', async () => {
    await cutOff()
    raise(FALL)
    await until(() => relay.isOn)
    expect(relay.header).toBe('Bearer s3cret')
    service = await new FakeService().start(Number(new URL(service.address).port))
    await until(() => service.heartbeats.length > 0 && service.alertIds().length > 0)
    expect([relay.isOn, relay.asked.filter((one) => one === ON)]).toEqual([true, [ON]])
  })

  test('REACH-64 closes it for an unconfirmed alert, also after a restart without the service', async () => {
    service.errorOf = (path) => (path === 'hub/events' ? 'refuse-connection' : null)
    raise(FALL)
    await until(() => service.heartbeats.length > 0)
    await Promise.all([hub.stop(), service.stop()])
    startHub()
    expect(closings()).toBe(0)
    fallSilent()
    await until(() => relay.isOn)
  })

  test('REACH-64 rings for the cameras, apps and severities that the service named, and for no look-in', async () => {
    await cutOff()
    raise({ ...FALL, severity: 'medium' })
    raise({ ...FALL, cameraId: anyId() })
    raise({ appCode: 'A003', severity: 'critical' })
    const box = { x: 0, y: 0, width: 1, height: 1 }
    raise({ ...FALL, detections: [{ label: 'person', box, isLookIn: true }] })
    raise({ ...FALL, appCode: SIGNAL })
    expect(closings()).toBe(0)
    raise({ ...FALL, severity: 'high' })
    await until(() => relay.isOn)
  })

  test('REACH-64 leaves contacts to a service that answers, also one that has refused the key', async () => {
    raise(FALL)
    await until(() => service.alertIds().length > 0)
    service.isKeyGood = false
    service.forgetTokens()
    service.order({ type: 'desired-changed' })
    await until(() => said.some((line) => line.includes('does not accept this hub key')))
    fallSilent()
    raise(FALL)
    expect([closings(), relay.asked]).toEqual([0, []])
  })

  test('REACH-64 rings for the digital input of a camera', async () => {
    const device = await new OnvifDevice().start()
    device.events = new PullPoint().add('1')
    const extraConfig = JSON.stringify({ onvifPort: device.httpPort })
    const input = { token: '', isNormallyClosed: false }
    service.cameras = [
      desiredCamera({ version: 2, streamUrl: 'rtsp://127.0.0.1/stream', ...LOGIN, extraConfig, input }),
    ]
    service.contacts = [contact({ calls: [{ cameraId: CAMERA_ID, appCodes: [SIGNAL] }] })]
    service.order({ type: 'desired-changed' })
    await until(() => device.events!.subscriptions > 0)
    await cutOff()
    device.events.set('1', true)
    await until(() => relay.isOn)
    await device.stop()
  })

  test('REACH-64 keeps the header of a contact sealed on its disk', () => {
    expect(text()).toContain(CONTACT_ID)
    expect(text()).not.toContain('s3cret')
  })
})

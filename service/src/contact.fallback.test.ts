/**
 * A hub whose service falls silent closes a contact of the nurse call, and a claim at the service opens it afterwards:
 * the service on PostgreSQL, the control part of a hub, and a relay over HTTP. REACH-64.
 */
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { HUB_OFFLINE_AFTER_SECONDS } from '@mimamori/contract/fleet/heartbeat.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { HttpRelayDevice } from '../../hub/src/control/contact/testing/http-relay-device.ts'
import { createHub, type Hub } from '../../hub/src/hub.ts'
import type { WorkerSurroundings } from '../../hub/src/hub-options.ts'
import { createClock } from '../../hub/src/platform/clock.ts'
import { alertRaised, temporaryFolder } from '../../hub/src/platform/testing/hub-parts.ts'
import type { ContactWork } from './alerting/contact/contact.work.ts'
import { type ContactSite, contactSite, contactWork } from './alerting/contact/testing.ts'
import { uuidV7From } from './fleet/hub/events/events.rules.ts'
import { startService, type TestService } from './testing/service.ts'

/** Reconnecting and delivering on a machine that does other work too. */
const WITHIN = { timeout: 60_000 }

let service: TestService
let work: ContactWork
let relay: HttpRelayDevice
let line: Awaited<ReturnType<typeof openLine>>
let site: ContactSite
let hub: Hub
let workers: WorkerSurroundings
let folder: ReturnType<typeof temporaryFolder>
/** Runs what waits for the service to be silent for long enough. */
let passSilence: () => void

beforeEach(async () => {
  service = await startService()
  const address = await service.listen()
  line = await openLine(Number(new URL(address).port))
  work = contactWork(service)
  work.start()
  relay = await new HttpRelayDevice().start()
  folder = temporaryFolder()
  site = await contactSite(service, address)
})
afterEach(async () => {
  await hub?.stop()
  await work.stop()
  await Promise.all([line.stop(), relay.stop()])
  await service.stop()
  folder.remove()
})

/** A line to the service on which nothing passes while it is dead, without an end of its connections. */
async function openLine(port: number) {
  const ends = new Set<Socket>()
  let isDead = false
  const server = createServer((near) => {
    const far = connect(port, '127.0.0.1')
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      ends.add(from)
      from.on('data', (part) => !isDead && to.write(part))
      from.on('error', () => from.destroy())
      from.on('close', () => to.destroy())
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const drop = () => {
    for (const end of ends) end.destroy()
    ends.clear()
  }
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    die() {
      isDead = true
    },
    heal() {
      isDead = false
      drop()
    },
    async stop() {
      drop()
      server.close()
      await once(server, 'close')
    },
  }
}

function startHub(): void {
  const clock = createClock()
  const waiting = new Set<() => void>()
  const after = (ms: number, run: () => void) => {
    if (ms !== HUB_OFFLINE_AFTER_SECONDS * 1_000) return clock.after(ms, run)
    waiting.add(run)
    return () => waiting.delete(run)
  }
  passSilence = () => {
    for (const run of waiting) run()
  }
  hub = createHub({
    ...{ environment: process.env, isLoopbackAllowed: true, service: line.url, key: site.hub.key, version: '0' },
    ...{ dataDir: folder.path, log: () => {}, say: () => {} },
    clock: Object.assign(Object.create(clock), { after }),
    makeWorkers: (surroundings) => {
      workers = surroundings
      return {
        ...{ configure() {}, lookAway() {}, modelChanged() {}, liveStart() {}, liveStop() {}, footage() {} },
        ask: () => Promise.withResolvers<never>().promise,
        stop: async () => {},
      }
    },
  })
  hub.start()
}

const alarms = () =>
  service.sql<{ id: string; state: string | null }[]>`
    select id, alarm_state as state from alert where camera_id = ${site.hub.cameraIds[0]!}`
let readMs = performance.now()
/** The contact, after the clock of the service has gone on as that of the hub did. */
async function idle() {
  const nowMs = performance.now()
  service.clock.jump(Math.round(nowMs - readMs))
  readMs = nowMs
  await work.idle()
  const [contact] = await service.sql<{ state: string | null; problem: string | null }[]>`
    select state, problem from contact where tenant_id = ${site.hub.tenantId}`
  return contact!
}

test('REACH-64 a hub without its service closes the relay, and a claim opens it when the service is back', async () => {
  const { kind: _, header: _header, ...device } = relay.device()
  const contact = await site.create({ ...device, agentId: site.hub.id })
  startHub()
  // The service drives the relay through the hub, which knows the contact.
  await vi.waitFor(async () => expect(await idle()).toEqual({ state: 'open', problem: null }), WITHIN)
  await vi.waitFor(() => expect(readFileSync(join(folder.path, 'desired.json'), 'utf8')).toContain(contact.id), WITHIN)
  expect(relay.isOn).toBe(false)

  line.die()
  const now = service.clock.now()
  const fall = { appCode: 'A005', severity: 'critical', cameraId: site.hub.cameraIds[0]! } as const
  const raised = { ...fall, alertId: uuidV7From(now.getTime(), crypto.randomUUID()), occurredAt: now.toISOString() }
  workers.emit({ type: 'incident', raisedAtMs: 0, alert: alertRaised(raised) })
  expect(relay.isOn).toBe(false)
  passSilence()
  await vi.waitFor(() => expect(relay.isOn).toBe(true), WITHIN)
  expect(await alarms()).toEqual([])

  line.heal()
  await vi.waitFor(async () => expect(await alarms()).toEqual([{ id: raised.alertId, state: 'open' }]), WITHIN)
  await vi.waitFor(async () => expect(await idle()).toMatchObject({ state: 'closed' }), WITHIN)
  expect(relay.isOn).toBe(true)
  await site.answer({ id: raised.alertId }, 'claim')
  await vi.waitFor(async () => expect(await idle()).toMatchObject({ state: 'open' }), WITHIN)
  expect(relay.isOn).toBe(false)
}, 240_000)

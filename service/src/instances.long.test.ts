/** Two instances of the service on one database, connected by a real NATS server. */
import { spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { HubRequest } from '@mimamori/contract/camera/hub-request.ts'
import type { HubOrder } from '@mimamori/contract/fleet/hub.ts'
import { LIVE_PER_SESSION_MAX } from '@mimamori/contract/footage/live.ts'
import { SEGMENT_PART_BYTES } from '@mimamori/contract/footage/segment-header.ts'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { RATES } from '#platform/http/rate-limit.ts'
import { connectNats } from '#platform/messaging/nats.ts'
import type { Wire } from '#platform/messaging/wire.ts'
import { knownMigrations } from '#platform/postgres/migrate.ts'
import { STREAMS_MAX } from '#service/alerting/stream/stream.routes.ts'
import { openStream } from '#service/alerting/stream/testing.ts'
import { insertHub, raised, type TestHub } from '#service/fleet/hub/testing.ts'
import { RENEW_MS } from '#service/footage/live/live.remote.ts'
import { bigFrame, frame, Peer, play, putOnline } from '#service/footage/live/testing.ts'
import { SegmentHub } from '../../hub/src/testing/segment-hub.ts'
import { TEST_MASTER_KEY } from './testing/clock.ts'
import { startNats, type TestNats } from './testing/servers/nats.ts'
import { startService, type TestService } from './testing/service.ts'

const quiet = pino({ level: 'silent' })
const within = { timeout: 10_000 }
/** By then an instance has sent its counts. */
const COUNTED_MS = 250
/** By then an instance has published its open streams; a missed message is repeated after 25 of these. */
const SAID_MS = 200

let nats: TestNats
let wires: [Wire, Wire]
let first: TestService
let second: TestService
let addresses: [string, string]
const stops: (() => unknown)[] = []
beforeAll(async () => {
  nats = await startNats()
  const join = () => connectNats({ url: nats.url, namespace: 'mimamori-test', log: quiet })
  wires = [await join(), await join()]
  first = await startService({ wire: wires[0] })
  second = await startService({ wire: wires[1], beside: first, clock: first.clock })
  addresses = [await first.listen(), await second.listen()]
})
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})
afterAll(async () => {
  await second.stop()
  await first.stop()
  await Promise.all(wires.map((wire) => wire.stop()))
  await nats.stop()
})

async function connect(hub: TestHub, instance: 0 | 1): Promise<Peer> {
  const peer = new Peer(addresses[instance].replace('http', 'ws'), 'hub/socket', { 'x-authtoken': hub.token })
  stops.push(() => peer.socket.terminate())
  await peer.opened()
  const other = (instance === 0 ? second : first).platform
  await vi.waitFor(async () => expect(await other.isHubConnected(hub.id)).toBe(true), within)
  return peer
}
async function home() {
  const tenant = await first.tenant()
  const hub = await insertHub(first, { tenant })
  await putOnline(first, tenant)
  const user = await first.user({ role: 'USER', tenant })
  return { tenant, hub, user, cameraId: hub.cameraIds[0]! }
}
async function console_(instance: 0 | 1, user: Parameters<typeof openStream>[1]) {
  const stream = await openStream(addresses[instance], user)
  stops.push(stream.end)
  return stream
}
async function view(token: string, cameraId: string, instance: 0 | 1): Promise<Peer> {
  // The ticket of one instance opens a socket at the other.
  const { body } = await (instance === 0 ? second : first).call(token, 'live.open', { params: { cameraId } })
  const peer = new Peer(addresses[instance].replace('http', 'ws'), `live/socket?ticket=${body.ticket}`)
  stops.push(() => peer.socket.terminate())
  await peer.opened()
  return peer
}
async function raise(hub: TestHub, instance: TestService) {
  const event = raised(hub.cameraIds[0]!, first.clock.now(), { appCode: 'A005', severity: 'critical' })
  const body = { epoch: randomUUID(), fromSequence: 1, events: [event] }
  expect((await instance.call(hub.token, 'hub.events', { body })).status).toBe(200)
}
const PROBE: HubRequest = {
  ...{ type: 'probe', cameraId: null, streamUrl: 'rtsp://10.0.0.9/live', privateHosts: [] },
  ...{ username: 'root', password: 's3cret', isBasicAllowed: false, certificate: null },
}
const INIT = { type: 'init', codec: 'avc1.640028', width: 640, height: 360 }
const START = (cameraId: string) => ({ type: 'live-start', cameraId, rendition: 'clear' })

test('SCALE-01 an alert that reaches one instance is published to consoles of the other', async () => {
  const { hub, user } = await home()
  const there = await console_(1, user)
  // The stream reports itself open when it misses nothing any more: until the next catch-up the console has its rows
  // alone.
  expect(await heardBy(wires[1])).toContain(`event.${hub.tenantId}`)
  await raise(hub, first)
  await vi.waitFor(() => expect(there.events().map(({ type }) => type)).toContain('alert-raised'), within)
})

test('SCALE-01 a stream opens only after its instance receives what others publish', async () => {
  const { user } = await home()
  const taken = Promise.withResolvers<void>()
  const idle = vi.spyOn(wires[1], 'idle').mockReturnValueOnce(taken.promise)
  let isOpen = false
  const opening = console_(1, user).then(() => (isOpen = true))
  await vi.waitFor(() => expect(idle).toHaveBeenCalled(), within)
  await console_(1, user)
  expect(isOpen).toBe(false)
  taken.resolve()
  await opening
  idle.mockRestore()
})

/** Subjects of tenants' events to which an instance subscribes, according to the server. */
async function heardBy(wire: Wire): Promise<string[]> {
  const subjects = (await nats.subscriptions()).get(`mimamori ${wire.instanceId}`) ?? []
  return subjects.map((subject) => subject.replace('mimamori-test.', '')).filter((each) => each.startsWith('event.'))
}

test('SCALE-01 an instance subscribes only to tenants of its own consoles and hubs', async () => {
  const [mine, other] = [await home(), await home()]
  const stream = await console_(1, mine.user)
  const events = (tenant: { id: string }) => `event.${tenant.id}`
  await vi.waitFor(async () => expect(await heardBy(wires[1])).toContain(events(mine.tenant)), within)
  expect(await heardBy(wires[1])).not.toContain(events(other.tenant))
  stream.end()
  await vi.waitFor(async () => expect(await heardBy(wires[1])).not.toContain(events(mine.tenant)), within)
})

test('SCALE-01 a request to a hub is answered through the instance that has its socket', async () => {
  const { hub } = await home()
  const peer = await connect(hub, 0)
  const asking = second.platform.askHub(hub.tenantId, hub.id, PROBE, { timeoutMs: 10_000 })
  const isAsk = (each: unknown): each is Extract<HubOrder, { type: 'ask' }> => (each as HubOrder).type === 'ask'
  const ask = await vi.waitFor(() => peer.heard.filter(isAsk)[0] ?? expect.unreachable('not asked'), within)
  const error = { code: 'failed', params: { detail: 'no route' } }
  peer.socket.send(JSON.stringify({ type: 'answer', askId: ask.askId, error }))
  expect(await asking).toEqual({ error })
})

test('SCALE-01 a request to a hub of another tenant is rejected at every instance', async () => {
  const [{ hub }, other] = [await home(), await home()]
  await connect(hub, 0)
  const asking = second.platform.askHub(other.tenant.id, hub.id, PROBE, { timeoutMs: 10_000 })
  await expect(asking).rejects.toMatchObject({ key: 'hub-offline' })
})

test('SCALE-01 a recorded segment on a hub is read completely through another instance', async () => {
  const { hub } = await home()
  const real = new SegmentHub(addresses[0], hub.token)
  stops.push(() => real.stop())
  await real.start()
  await vi.waitFor(async () => expect(await second.platform.isHubConnected(hub.id)).toBe(true), within)
  const [id, bytes] = [randomUUID(), randomBytes(20 * SEGMENT_PART_BYTES + 17)]
  real.keep(id, bytes)
  const stream = await second.platform.readHubSegment(hub.tenantId, hub.id, { segmentId: id, part: 'video' })
  expect(Buffer.concat(await stream.toArray()).equals(bytes)).toBe(true)
})

test('SCALE-01 live video crosses once for two viewers, with large frames, and ends with the last', async () => {
  const { hub, user, cameraId } = await home()
  const peer = await connect(hub, 0)
  const viewers = [await view(user.token, cameraId, 1), await view(user.token, cameraId, 1)]
  await vi.waitFor(() => expect(peer.heard).toContainEqual(START(cameraId)), within)
  play(peer, cameraId, frame('I', 0), bigFrame('K', 1), frame('f', 2))
  for (const viewer of viewers) {
    await vi.waitFor(() => expect(viewer.heard.slice(-4)).toEqual([INIT, 'I0', 'K1', 'f2']), within)
  }
  expect(peer.heard.filter((each) => (each as HubOrder).type === 'live-start')).toHaveLength(1)
  for (const viewer of viewers) viewer.socket.close()
  await vi.waitFor(() => {
    first.clock.advance(RENEW_MS)
    expect(peer.heard.at(-1)).toEqual({ type: 'live-stop', cameraId, rendition: 'clear' })
  }, within)
})

test('SCALE-01 a hub that moves to another instance continues its live video there', async () => {
  const { hub, user, cameraId } = await home()
  const before = await connect(hub, 0)
  const viewer = await view(user.token, cameraId, 1)
  await vi.waitFor(() => expect(before.heard).toContainEqual(START(cameraId)), within)
  play(before, cameraId, frame('I', 0), frame('K', 1))
  await vi.waitFor(() => expect(viewer.heard.at(-1)).toBe('K1'), within)

  const after = await connect(hub, 1)
  await before.closes({ code: 4001, reason: 'replaced' })
  await vi.waitFor(() => expect(after.heard).toContainEqual(START(cameraId)), within)
  play(after, cameraId, frame('I', 5), frame('K', 6))
  await vi.waitFor(() => expect(viewer.heard.slice(-3)).toEqual([INIT, 'I5', 'K6']), within)
})

test('SCALE-03 calls of one user are counted across all instances', async () => {
  const [busy, other] = [await first.user({ role: 'USER' }), await first.user({ role: 'USER' })]
  for (let i = 0; i < RATES.user.burst; i++) {
    expect((await first.call(busy.token, 'profile.patch', { body: {} })).status).toBe(200)
  }
  // The other instance receives it a moment later, and may have granted a few calls of its own by then.
  first.clock.advance(COUNTED_MS)
  let granted = 0
  const isRefused = async () => (await second.refused(busy.token, 'profile.patch', { body: {} })).status === 429
  await vi.waitFor(async () => expect((await isRefused()) || granted++).toBe(true), within)
  expect(granted).toBeLessThan(RATES.user.burst / 2)
  expect((await second.call(other.token, 'profile.patch', { body: {} })).status).toBe(200)
  // A second grants the rate of one user, not once more for each instance.
  first.clock.advance(1_000)
  const after = []
  for (let i = 0; i < 2 * RATES.user.perSecond; i++) {
    after.push((await first.refused(busy.token, 'profile.patch', { body: {} })).status)
  }
  expect(after.at(-1)).toBe(429)
})

test('SCALE-03 streams of one session are counted across all instances', async () => {
  const user = await first.user({ role: 'USER' })
  const streams = await Promise.all(Array.from({ length: STREAMS_MAX.session }, () => console_(0, user)))
  const another = async () => {
    first.clock.advance(SAID_MS)
    const { status, body } = await fetch(`${addresses[1]}/api/stream`, { headers: { 'x-authtoken': user.token } })
    await body?.cancel()
    return status
  }
  await vi.waitFor(async () => expect(await another()).toBe(429), within)
  streams[0]!.end()
  await vi.waitFor(async () => expect(await another()).toBe(200), within)
})

test('SCALE-03 live streams of one session are counted across all instances', async () => {
  const { hub, user, cameraId } = await home()
  await connect(hub, 0)
  let isInformed = false
  const inform = () => {
    isInformed = true
  }
  stops.push(wires[0].subscribe('open.live', inform))
  await view(user.token, cameraId, 1)
  await vi.waitFor(() => {
    first.clock.advance(SAID_MS)
    expect(isInformed).toBe(true)
  }, within)
  const open = () => first.refused(user.token, 'live.open', { params: { cameraId } })
  for (let others = 1; others < LIVE_PER_SESSION_MAX; others++) expect((await open()).status).toBe(200)
  expect((await open()).body.key).toBe('too-many-live')
})

test('SCALE-01 while the bus is lost alarms come from rows, and streams restart afterwards', async () => {
  const { hub, user } = await home()
  const there = await console_(1, user)
  await nats.stop()
  await vi.waitFor(() => expect(wires.map(({ isLost }) => isLost)).toEqual([true, true]), within)
  await raise(hub, first)
  await vi.waitFor(() => {
    first.clock.advance(1_000)
    expect(there.events().map(({ type }) => type)).toContain('alarm-changed')
  }, within)
  expect((await second.app.http.inject({ url: '/health/ready' })).json()).toMatchObject({ errors: ['bus-lost'] })
  await nats.start()
  await vi.waitFor(() => expect(there.isEnded()).toBe(true), within)
  await vi.waitFor(() => expect(wires.map(({ isLost }) => isLost)).toEqual([false, false]), within)
})

// Waiting for an instance that was killed a moment ago takes ten of these seconds.
test('SCALE-05 a second instance without a bus is rejected with a reason, a single one needs none', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'mimamori-only-'))
  stops.push(() => rmSync(dataDir, { recursive: true, force: true }))
  const env = {
    ...{ PATH: process.env.PATH, PORT: '0', DATABASE_URL: first.databaseUrl, MIMAMORI_DATA_DIR: dataDir },
    MIMAMORI_MASTER_KEY: TEST_MASTER_KEY.toString('base64'),
  }
  const start = () => spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], { stdio: 'pipe', env })
  const alone = start()
  stops.push(() => alone.kill('SIGKILL'))
  let said = ''
  alone.stdout.on('data', (text) => (said += text))
  await vi.waitFor(() => expect(said).toContain('The service is ready'), { timeout: 90_000 })

  // The second one finds a migration to make, and leaves the database as it is.
  const last = knownMigrations().at(-1)!
  const [row] = await first.sql`delete from schema_migration where name = ${last} returning *`
  const refused = start()
  let words = ''
  refused.stderr.on('data', (text) => (words += text))
  const [code] = await once(refused, 'exit')
  expect([code, words]).toEqual([1, expect.stringContaining('Several instances need a bus')])
  expect(await first.sql`select name from schema_migration where name = ${last}`).toEqual([])
  await first.sql`insert into schema_migration ${first.sql(row!)}`
}, 180_000)

/** Rooms at a real broker, as Home Assistant finds them, and the one command that it may give. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import { Peer } from '#service/footage/live/testing.ts'
import { TEST_MASTER_KEY } from '#testing/clock.ts'
import { startService } from '#testing/service.ts'
import { insertAlert, insertCamera, insertResident, insertVisit } from '#testing/site.ts'
import { readPublished } from './mqtt.queries.ts'
import { topicsOf } from './mqtt.topics.ts'
import { startHouse, type TestHouse, until } from './testing.ts'

/** Slow enough for a lease to be renewed in time. */
const STEADY_MS = 200

let house: TestHouse
const ends: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

async function begin(claimAs?: string) {
  house = await startHouse(claimAs)
  ends.push(house.stop)
  return house
}
const statusOf = ({ held }: TestHouse) =>
  [...held].filter(([topic]) => topic.endsWith('/status')).map(([, text]) => text)
const fact = (name: string) => JSON.parse(house.held.get(house.room(name)) ?? '{}')
const discoveries = () => [...house.held.keys()].filter((topic) => topic.startsWith('homeassistant/')).toSorted()
const isFull = () => expect([house.held.size, ...statusOf(house)]).toEqual([8, 'online'])

test('REACH-90 rooms of the named sites are found by Home Assistant, and others stay in the house', async () => {
  const { service, room, held } = await begin()
  await insertCamera(service, await service.tenant())
  await insertCamera(service, house.tenant, { locationType: 'HALLWAY' })
  service.app.start()
  await until(service, isFull)
  expect(fact('state')).toMatchObject({ state: 'unknown', reason: 'not-seen' })
  expect(fact('call')).toEqual({ state: 'none' })
  expect(held.get(room('camera'))).toBe('online')
  expect(discoveries().map((topic) => topic.replace(/mimamori-\w+|[0-9a-f-]{36}/g, '*'))).toEqual([
    ...['binary_sensor/*/*-camera', 'binary_sensor/*/*-open', 'sensor/*/*-call', 'sensor/*/*-state'].map(
      (one) => `homeassistant/${one}/config`,
    ),
  ])
  const config = JSON.parse(held.get(discoveries().at(-1)!)!)
  const status = [...held.keys()].find((topic) => topic.endsWith('/status'))
  expect(config).toMatchObject({ state_topic: room('state'), device: { name: '101' } })
  expect(config.availability).toEqual([{ topic: status }, { topic: room('camera') }])
})

test('REACH-90 a change is there within two seconds, and what is gone leaves no topic behind', async () => {
  const { service, hub, camera, room, held } = await begin()
  service.app.start()
  await until(service, isFull)
  const address = await service.listen()
  const peer = new Peer(address.replace('http', 'ws'), 'hub/socket', { 'x-authtoken': hub.token })
  ends.push(() => peer.socket.terminate())
  await peer.opened()
  const at = service.clock.now().toISOString()
  const sent = { cameraId: camera.id, state: 'in-bed', reason: null, since: at, at }
  peer.socket.send(JSON.stringify({ type: 'rooms', rooms: [sent] }))
  await until(service, () => expect(fact('state')).toEqual({ state: 'in-bed', reason: null, since: at }))
  const { id } = await house.fall()
  await until(service, () => expect(fact('call')).toMatchObject({ state: 'open', severity: 'critical', kind: 'A005' }))
  const nurse = await service.user({ role: 'USER', tenant: house.tenant })
  const looked = service.clock.now().getTime()
  const body = { action: 'claim' as const, requestId: crypto.randomUUID() }
  await service.call(nurse.token, 'alarm.answer', { params: { id }, body })
  service.clock.advance(1_000)
  await vi.waitFor(() => expect(fact('call').state).toBe('claimed'))
  expect(service.clock.now().getTime() - looked).toBeLessThanOrEqual(2_000)
  await service.sql`update camera set deregistered_at = now() where id = ${camera.id}`
  await until(service, () => expect([...held.keys()]).toEqual([expect.stringMatching(/status$/)]))
  expect(held.has(room('state'))).toBe(false)
})

test('REACH-90 what the broker has of a room that went meanwhile is removed, and nothing of others', async () => {
  const { service, client, held } = await begin()
  service.app.start()
  await until(service, isFull)
  const own = discoveries()[0]!.split('/')[2]!
  const left = { retain: true, qos: 1 as const }
  await service.app.stop()
  await client.publishAsync('mimamori/old/room/1/state', '{}', left)
  await client.publishAsync('other/topic', '1', left)
  await client.publishAsync(
    `homeassistant/sensor/${own}/1-state/config`,
    '{"state_topic":"mimamori/old/room/1/state"}',
    left,
  )
  await client.publishAsync(`homeassistant/sensor/${own}/2-state/config`, '{"state_topic":"other/topic"}', left)
  await client.publishAsync('homeassistant/sensor/foreign/1/config', '{}', left)
  const next = await startService({ env: house.env, beside: service, clock: service.clock })
  ends.push(next.stop)
  next.app.start()
  await until(service, () => expect(held.has('mimamori/old/room/1/state')).toBe(false))
  await until(service, () => expect(discoveries()).toHaveLength(5))
  expect([held.has('other/topic'), held.has('homeassistant/sensor/foreign/1/config')]).toEqual([true, true])
})

test('REACH-90 after a restart of the broker or of Home Assistant everything is there again', async () => {
  const { service, broker, held, heard, client } = await begin()
  service.app.start()
  await until(service, isFull)
  await broker.stop()
  await until(service, () => expect(service.logLines.join()).toContain('MIMAMORI_MQTT_URL is not reached'))
  held.clear()
  await broker.start()
  await until(service, isFull)
  heard.length = 0
  await client.publishAsync('homeassistant/status', 'online')
  await until(service, () => expect(heard.filter((topic) => topic.endsWith('/config'))).toHaveLength(4))
})

test('REACH-90 a broker that is away for two minutes is a sign of health until it is back', async () => {
  const { service, broker } = await begin()
  const errors = async () => (await service.app.http.inject({ url: '/health/ready' })).body
  service.app.start()
  await until(service, isFull)
  await broker.stop()
  await until(service, async () => expect(await errors()).toContain('mqtt-away'))
  await broker.start()
  await until(service, async () => expect(await errors()).not.toContain('mqtt-away'))
})

test('REACH-90 the broker says that a killed service is away', async () => {
  const { service, env } = await begin()
  const dataDir = service.options.config.dataDir
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../main.ts')], {
    stdio: 'ignore',
    env: {
      ...{ PATH: process.env.PATH, PORT: '0', DATABASE_URL: service.databaseUrl, MIMAMORI_DATA_DIR: dataDir, ...env },
      MIMAMORI_MASTER_KEY: TEST_MASTER_KEY.toString('base64'),
    },
  })
  ends.push(() => void child.kill('SIGKILL'))
  await vi.waitFor(isFull, { timeout: 30_000, interval: 100 })
  child.kill('SIGKILL')
  await once(child, 'exit')
  await vi.waitFor(() => expect(statusOf(house)).toEqual(['offline']), { timeout: 5_000 })
}, 60_000)

test('REACH-90 of several instances one publishes, and another goes on after it', async () => {
  const { service, heard } = await begin()
  const other = await startService({ env: house.env, beside: service, clock: service.clock })
  ends.push(other.stop)
  service.app.start()
  await until(service, () => expect(heard).toHaveLength(8), STEADY_MS)
  other.app.start()
  const beganMs = service.clock.now().getTime()
  // Longer than a lease.
  await until(service, () => expect(service.clock.now().getTime() - beganMs).toBeGreaterThan(20_000), STEADY_MS)
  expect(heard).toHaveLength(8)
  isFull()
  await service.app.stop()
  await until(service, () => expect(heard).toHaveLength(17), STEADY_MS)
  isFull()
})

test('REACH-91 a press claims all open alarms of the room under the operator’s name, once a moment', async () => {
  const { service, room, client, fall, tenant } = await begin('Nurse button')
  const falls = [await fall(), await fall()]
  const elsewhere = await insertAlert(service, await insertCamera(service, tenant), {
    activity: 'A005',
    severity: 'high',
  })
  const states = async () => {
    const rows = await service.sql<{ id: string; name: string }[]>`
      select id, claimer_name as name from alert where alarm_state = 'claimed' order by id`
    return rows.map(({ id, name }) => [id, name])
  }
  await client.publishAsync(room('claim'), 'PRESS', { retain: true })
  service.app.start()
  await until(service, () => expect(discoveries()).toHaveLength(10))
  await until(service, () => expect(service.logLines.join()).toContain('Only a press of now is taken.'))
  await client.publishAsync(room('claim'), 'PRESS', { qos: 1, retain: true })
  const rejections = () => service.logLines.filter((line) => line.includes('Only a press of now is taken.'))
  await until(service, () => expect(rejections()).toHaveLength(2))
  await client.publishAsync(room('claim'), 'RESOLVE', { qos: 1 })
  await client.publishAsync(room('state').replace('/state', '/resolve'), 'PRESS', { qos: 1 })
  expect(await states()).toEqual([])
  await client.publishAsync(room('claim'), 'PRESS', { qos: 1 })
  await until(service, async () => expect(await states()).toEqual(falls.map(({ id }) => [id, 'Nurse button'])))
  expect((await states()).map(([id]) => id)).not.toContain(elsewhere.id)
  const audit = await service.sql`select account_id is null as "isPerson", details->>'source' as source from audit
    where action = 'alarm.claim'`
  expect([...audit]).toEqual([{ isPerson: false, source: 'mqtt' }])
  for (let press = 0; press < 12; press++) await client.publishAsync(room('claim'), 'PRESS', { qos: 1 })
  await vi.waitFor(() => expect(service.logLines.join()).toContain('Too many requests'))
})

test('REACH-91 without a name nobody claims, and Home Assistant has no button', async () => {
  const { service, room, client, fall } = await begin()
  await fall()
  service.app.start()
  await until(service, isFull)
  await client.publishAsync(room('claim'), 'PRESS', { qos: 1 })
  await until(service, () => expect(fact('call').state).toBe('open'))
  expect(discoveries().join()).not.toContain('button')
})

test('REACH-90 nobody’s name is in what leaves the house, whatever people are called', async () => {
  const { service, camera, tenant, fall } = await begin('Button')
  await fall()
  const name = fc.stringMatching(/^[㐀-㐿]{2} [㐀-㐿]{2}$/)
  await fc.assert(
    fc.asyncProperty(name, name, name, async (resident, nurse, kindName) => {
      const residentId = await insertResident(service, camera, { name: resident })
      const visitor = await insertVisit(service, camera)
      await service.sql`update visit set user_name = ${nurse} where id = ${visitor}`
      await insertAlert(service, camera, { activity: 'site-signal', severity: 'critical', kindName })
      await service.sql`update alert set alarm_state = 'claimed', claimer_id = uuidv7(), claimer_name = ${nurse},
        claimed_at = now(), claim_ends_at = now() where tenant_id = ${tenant.id}`
      const rooms = await service.database.asPlatform('test', (db) => readPublished(db, [tenant.id]))
      const place = { prefix: 'mimamori', installation: 'x', hasClaim: true }
      const said = [...topicsOf(rooms, place)].flat().join('\n')
      expect(said).toContain('"state":"claimed"')
      for (const one of [resident, nurse, kindName]) expect(said).not.toContain(one)
      await service.sql`delete from visit where id = ${visitor}`
      await service.sql`delete from stay where resident_id = ${residentId}`
    }),
    { numRuns: 15 },
  )
})

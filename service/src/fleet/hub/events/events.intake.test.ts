/** Batches of several hubs in one transaction: what they share, and what they never share. */
import { randomUUID } from 'node:crypto'
import type { LiveEvent } from '@mimamori/contract/alerting/live-event.ts'
import type { HubEvent } from '@mimamori/contract/fleet/hub-event.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { storageName } from '#platform/files/storage.ts'
import { startService, type TestService } from '#testing/service.ts'
import { insertHub, JPEG, raised, type TestHub } from '../testing.ts'

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const send = (hub: TestHub, events: HubEvent[], { epoch = randomUUID() as string, from = 1 } = {}) =>
  service.call(hub.token, 'hub.events', { body: { epoch, fromSequence: from, events } })
const alertOf = (hub: TestHub, more = {}) => raised(hub.cameraIds[0]!, service.clock.now(), more)
const hubs = (count: number) => Promise.all(Array.from({ length: count }, () => insertHub(service)))

/** In which transaction each alert was stored, by its id. */
async function transactionsOf(alertIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await service.sql<{ id: string; by: string }[]>`
    select id, xmin::text as by from alert where id = any(${alertIds as string[]}::uuid[])`
  return new Map(rows.map(({ id, by }) => [id, by]))
}
async function tenantsOf(alertId: string): Promise<string[]> {
  const rows = await service.sql<{ tenant: string }[]>`
    select tenant_id as tenant from alert where id = ${alertId} order by tenant_id`
  return rows.map(({ tenant }) => tenant)
}

test('alerts of twenty hubs that arrive together share few transactions, and all are stored', async () => {
  const all = await hubs(20)
  const alerts = all.map((hub) => alertOf(hub, { thumbnail: JPEG.toString('base64') }))
  // Their images are written at the same time.
  const written = Promise.withResolvers<number>()
  const put = vi.spyOn(service.platform.storage, 'put').mockReturnValue(written.promise)
  const sending = all.map((hub, index) => send(hub, [alerts[index]!]))
  await vi.waitFor(() => expect(put).toHaveBeenCalledTimes(20), { timeout: 10_000 })
  written.resolve(JPEG.length)
  const answers = await Promise.all(sending)
  put.mockRestore()
  expect(answers.map(({ body }) => body.cursor)).toEqual(all.map(() => 1))
  const stored = await transactionsOf(alerts.map(({ alertId }) => alertId))
  expect(stored.size).toBe(20)
  expect(new Set(stored.values()).size).toBeLessThanOrEqual(3)
  for (const [index, { alertId }] of alerts.entries()) expect(await tenantsOf(alertId)).toEqual([all[index]!.tenantId])
})

test('HUB-04 in a shared transaction each hub raises alerts only on its own cameras', async () => {
  const [first, second, third] = (await hubs(3)) as [TestHub, TestHub, TestHub]
  const id = alertOf(first).alertId
  const foreign = alertOf(second)
  await Promise.all([
    send(first, [alertOf(first, { alertId: id })]),
    // The same id at another site is another alert.
    send(second, [alertOf(second, { alertId: id })]),
    // A camera that is another site's.
    send(third, [{ ...foreign, cameraId: second.cameraIds[0]! }]),
    send(await insertHub(service), [alertOf(third)]),
  ])
  expect(await tenantsOf(id)).toEqual([first.tenantId, second.tenantId].sort())
  expect(await tenantsOf(foreign.alertId)).toEqual([])
  const refused = await service.sql`select code from hub_rejection where agent_id = ${third.id}`
  expect(refused.map(({ code }) => code)).toEqual(['camera-not-watched'])
})

test('HUB-04 of two hubs that send one alert id at once, one is stored, the other rejected', async () => {
  const tenant = await service.tenant()
  const [first, second] = [await insertHub(service, { tenant }), await insertHub(service, { tenant })]
  const { alertId } = alertOf(first)
  const both = [first, second].map((hub) => send(hub, [alertOf(hub, { alertId })]))
  // Both wait for the same transaction after others.
  await Promise.all([...(await hubs(3)).map((hub) => send(hub, [alertOf(hub)])), ...both])
  expect(await tenantsOf(alertId)).toEqual([tenant.id])
  const refused = await service.sql`select code from hub_rejection where tenant_id = ${tenant.id}`
  expect(refused.map(({ code }) => code)).toEqual(['id-taken'])
})

test('HUB-04 an event that PostgreSQL rejects does not block those of other hubs', async () => {
  const [bad, ...good] = (await hubs(12)) as [TestHub, ...TestHub[]]
  await service.sql`alter table alert add constraint no_such_camera check (camera_id <> ${service.sql.unsafe(`'${bad.cameraIds[0]!}'`)})`
  const alerts = good.map((hub) => alertOf(hub))
  const answers = await Promise.all([
    ...good.map((hub, index) => send(hub, [alerts[index]!])),
    service.refused(bad.token, 'hub.events', {
      body: { epoch: randomUUID(), fromSequence: 1, events: [alertOf(bad)] },
    }),
  ])
  await service.sql`alter table alert drop constraint no_such_camera`
  expect(answers.map(({ status }) => status)).toEqual([...good.map(() => 200), 500])
  expect((await transactionsOf(alerts.map(({ alertId }) => alertId))).size).toBe(good.length)
})

test.each([
  ['alone', 0],
  ['in a shared transaction', 6],
])('a site whose rows are locked keeps no other site waiting, %s', async (_how, at) => {
  const [locked, ...free] = (await hubs(12)) as [TestHub, ...TestHub[]]
  await send(locked, [alertOf(locked)])
  const [late, alerts] = [alertOf(locked), free.map((hub) => alertOf(hub))]
  const [release, holding] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const holder = service.sql.begin(async (tx) => {
    await tx`select from alert_tally where tenant_id = ${locked.tenantId} for update`
    holding.resolve()
    await release.promise
  })
  await holding.promise
  const sending = free.map((hub, index) => () => send(hub, [alerts[index]!]))
  const sent = sending.toSpliced(at, 0, () => send(locked, [late])).map((start) => start())
  const [waiting] = sent.splice(at, 1)
  await Promise.all(sent)
  expect((await transactionsOf([late, ...alerts].map(({ alertId }) => alertId))).size).toBe(free.length)
  release.resolve()
  await holder
  expect((await waiting!).body).toEqual({ cursor: 1 })
  expect(await tenantsOf(late.alertId)).toEqual([locked.tenantId])
})

test('SCALE-02 a slowly written image delays no other alert', async () => {
  const [slow, other] = (await hubs(2)) as [TestHub, TestHub]
  const written = Promise.withResolvers<number>()
  const put = vi.spyOn(service.platform.storage, 'put').mockReturnValueOnce(written.promise)
  const late = alertOf(slow, { thumbnail: JPEG.toString('base64') })
  const sending = send(slow, [late])
  const prompt = Array.from({ length: 6 }, () => alertOf(other))
  for (const [index, alert] of prompt.entries()) await send(other, [alert], { epoch: slow.id, from: index + 1 })
  expect((await transactionsOf([late, ...prompt].map(({ alertId }) => alertId))).size).toBe(prompt.length)
  written.resolve(JPEG.length)
  expect((await sending).body).toEqual({ cursor: 1 })
  put.mockRestore()
})

test('HUB-04 no file remains of an image whose alert was rejected', async () => {
  const [hub, other] = (await hubs(2)) as [TestHub, TestHub]
  const put = vi.spyOn(service.platform.storage, 'put')
  const thumbnail = JPEG.toString('base64')
  const event = { ...alertOf(hub, { thumbnail }), cameraId: other.cameraIds[0]! }
  await send(hub, [event])
  const [name] = put.mock.calls[0]!
  put.mockRestore()
  expect(await service.platform.storage.size(name)).toBeNull()
})

test('HUB-04 no file remains of a rejected image that another site stores in that transaction', async () => {
  const [owner, other, ...more] = (await hubs(6)) as [TestHub, TestHub, ...TestHub[]]
  const thumbnail = JPEG.toString('base64')
  const event = alertOf(owner, { thumbnail })
  const written = Promise.withResolvers<number>()
  const put = vi.spyOn(service.platform.storage, 'put').mockReturnValue(written.promise)
  const remove = vi.spyOn(service.platform.storage, 'remove')
  // The first of them is stored while the rest gather behind it; the camera is the owner's alone.
  const sending = [
    ...more.map((hub) => send(hub, [alertOf(hub, { thumbnail })])),
    send(owner, [event]),
    send(other, [event]),
  ]
  await vi.waitFor(() => expect(put).toHaveBeenCalledTimes(6), { timeout: 10_000 })
  written.resolve(JPEG.length)
  await Promise.all(sending)
  const removed = remove.mock.calls.map(([name]) => name)
  for (const spy of [put, remove]) spy.mockRestore()
  expect(removed.map((name) => name.split('/')[0])).toEqual([other.tenantId])
})

test('HUB-04 an alert that is sent again retains its image, and accepts no other', async () => {
  const hub = await insertHub(service)
  const alert = alertOf(hub, { thumbnail: JPEG.toString('base64') })
  await send(hub, [alert])
  const [row] = await service.sql<{ id: string }[]>`
    select thumbnail_media_id as id from alert where id = ${alert.alertId}`
  const name = storageName(hub.tenantId, row!.id)
  const other = Buffer.concat([JPEG, Buffer.from('another')]).toString('base64')
  for (const thumbnail of [alert.thumbnail, other]) await send(hub, [{ ...alert, thumbnail }])
  expect(await service.platform.storage.size(name)).toBe(JPEG.length)
  const media = await service.sql`select id from media where alert_id = ${alert.alertId}`
  expect(media.map(({ id }) => id)).toEqual([row!.id])
})

test('SCALE-06 every alert of a shared transaction is published to its own site alone', async () => {
  const all = await hubs(8)
  const heard = all.map(({ tenantId }) => {
    const events: LiveEvent[] = []
    service.platform.bus.subscribe([tenantId], (event) => events.push(event))
    return events
  })
  const alerts = all.map((hub) => alertOf(hub))
  await Promise.all(all.map((hub, index) => send(hub, [alerts[index]!])))
  const ids = heard.map((events) => events.flatMap((event) => ('alertId' in event ? [event.alertId] : [])))
  expect(ids).toEqual(alerts.map(({ alertId }) => [alertId]))
})

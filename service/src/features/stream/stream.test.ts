import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { startService, type TestService, type TestUser } from '../../testing.ts'
import { insertHub, raised } from '../hub/testing.ts'
import { openStream } from './testing.ts'

let service: TestService
let address: string
beforeAll(async () => {
  service = await startService()
  address = await service.listen()
})
afterAll(() => service.stop())

const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

async function open(user: TestUser) {
  const stream = await openStream(address, user)
  ends.push(stream.end)
  return stream
}

describe('the stream of live events', () => {
  test('ALERT-10 an alert that a hub sends reaches the open consoles of its site, and no other site’s', async () => {
    const hub = await insertHub(service)
    const nurse = await service.user({ role: 'USER', tenant: { id: hub.tenantId } })
    const mine = await open(nurse)
    const foreign = await open(await service.user({ role: 'ADMIN' }))
    const alert = raised(hub.cameraIds[0]!, service.clock.now(), { appCode: 'A005', severity: 'critical' })
    await service.call(hub.token, 'hub.events', { body: { epoch: randomUUID(), fromSequence: 1, events: [alert] } })

    await vi.waitFor(() => expect(mine.events()).toHaveLength(1))
    expect(mine.events()[0]).toMatchObject({
      type: 'alert-raised',
      alertId: alert.alertId,
      unitId: hub.unitId,
      severity: 'critical',
    })
    expect(mine.answer.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    expect(mine.answer.headers.get('cache-control')).toBe('private, no-store')
    expect(foreign.events()).toEqual([])
  })

  test('a comment every 15 s shows that both sides are there', async () => {
    const stream = await open(await service.user({ role: 'USER' }))
    service.clock.advance(30_000)
    await vi.waitFor(() => expect(stream.text().match(/: still here/g)).toHaveLength(2))
  })

  test('signing out ends the stream', async () => {
    const user = await service.user({ role: 'USER' })
    const stream = await open(user)
    await service.call(user.token, 'session.logout')
    await vi.waitFor(() => expect(stream.isEnded()).toBe(true))
  })

  test('a user who is bound to another unit meanwhile gets a new stream', async () => {
    const hub = await insertHub(service)
    const user = await service.user({ role: 'USER', tenant: { id: hub.tenantId } })
    const stream = await open(user)
    await service.sql`insert into user_unit (tenant_id, user_id, unit_id) values (${hub.tenantId}, ${user.id}, ${hub.unitId})`
    service.clock.advance(15_000)
    await vi.waitFor(() => expect(stream.isEnded()).toBe(true))
  })
})

import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { insertHub, raised } from '#service/fleet/hub/testing.ts'
import { startService, type TestService, type TestUser } from '#testing/service.ts'
import { STREAMS_MAX } from './stream.routes.ts'
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
  test('ALERT-10 an alert of a hub reaches the open consoles of its site, and no other site’s', async () => {
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

  test('S11 the stream has the same headers as every other response', async () => {
    const { answer } = await open(await service.user({ role: 'USER' }))
    const other = await service.app.http.inject({ url: '/api/firstRun' })
    for (const name of ['content-security-policy', 'x-content-type-options', 'x-frame-options', 'referrer-policy']) {
      expect([name, answer.headers.get(name)]).toEqual([name, other.headers[name]])
    }
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
  })

  test('a session may open twelve streams, the next is rejected, and closing one frees its place', async () => {
    const user = await service.user({ role: 'USER' })
    const tabs = await Promise.all(Array.from({ length: STREAMS_MAX.session }, () => open(user)))
    const ask = async () => {
      // Without an agent: an open connection would delay the shutdown of the service.
      const request = get(`${address}/api/stream`, { headers: { 'x-authtoken': user.token }, agent: false })
      const [answer] = (await once(request, 'response')) as [IncomingMessage]
      request.on('error', () => {}).destroy()
      return [answer.statusCode, answer.headers['retry-after']]
    }
    expect(await ask()).toEqual([429, '15'])
    expect(tabs.some((tab) => tab.isEnded())).toBe(false)
    tabs[0]!.end()
    await vi.waitFor(async () => expect(await ask()).toEqual([200, undefined]))
  })

  test('a comment every 5 s shows that the connection is alive', async () => {
    const stream = await open(await service.user({ role: 'USER' }))
    service.clock.advance(10_000)
    await vi.waitFor(() => expect(stream.text().match(/: still here/g)).toHaveLength(2))
  })

  test('signing out ends the stream', async () => {
    const user = await service.user({ role: 'USER' })
    const stream = await open(user)
    await service.call(user.token, 'session.logout')
    await vi.waitFor(() => expect(stream.isEnded()).toBe(true))
  })

  test('a user whose units change gets a new stream', async () => {
    const hub = await insertHub(service)
    const user = await service.user({ role: 'USER', tenant: { id: hub.tenantId } })
    const stream = await open(user)
    await service.sql`insert into user_unit (tenant_id, user_id, unit_id) values (${hub.tenantId}, ${user.id}, ${hub.unitId})`
    service.clock.advance(15_000)
    await vi.waitFor(() => expect(stream.isEnded()).toBe(true))
  })
})

/** A standby takes the place of its server behind the same address: connections break, come back, and nothing is lost or doubled. */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, createConnection, createServer, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { AlertRaised } from '@mimamori/contract/fleet/hub-event.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertHub, raised } from './fleet/hub/testing.ts'
import { migrate, servicePassword } from './platform/postgres/migrate.ts'
import { connect } from './platform/postgres/postgres-url.ts'
import { createSecrets } from './platform/secrets.ts'
import { TEST_MASTER_KEY } from './testing/clock.ts'
import {
  hasPostgres15,
  POSTGRES_15,
  startPostgres,
  startStandby,
  type TestPostgres,
  type TestStandby,
} from './testing/servers/postgres.ts'
import { startService, type TestService } from './testing/service.ts'

const BATCHES = 40
const IN_BATCH = 5

let primary: TestPostgres
let standby: TestStandby
let address: Awaited<ReturnType<typeof openAddress>>
let service: TestService
beforeAll(async () => {
  if (!hasPostgres15) return
  primary = await startPostgres(POSTGRES_15)
  const password = servicePassword(createSecrets(TEST_MASTER_KEY))
  await migrate({ adminUrl: primary.url, servicePassword: password, log: () => {} })
  standby = await startStandby(POSTGRES_15, primary)
  // What was confirmed is on the standby, as an installation needs it that must lose nothing.
  const admin = connect(primary.url, { max: 1, onnotice: () => {} })
  await admin.unsafe(`alter system set synchronous_standby_names = '*'`)
  await admin`select pg_reload_conf()`
  await admin.end()
  address = await openAddress(Number(new URL(primary.url).port))
  const through = new URL(primary.url)
  through.port = String(address.port)
  service = await startService({ template: through.href })
}, 120_000)
afterAll(async () => {
  await service?.stop()
  address?.close()
  await standby?.stop()
  await primary?.stop()
})

/** A port that leads to one server, and after `lead` to another. */
async function openAddress(first: number) {
  let to = first
  const open = new Set<Socket>()
  const server = createServer((client) => {
    const upstream = createConnection(to, '127.0.0.1')
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      open.add(socket)
      socket.on('error', () => other.destroy())
      socket.on('close', () => {
        open.delete(socket)
        other.destroy()
      })
      socket.pipe(other)
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    lead(port: number) {
      to = port
      for (const socket of open) socket.destroy()
    },
    close() {
      for (const socket of open) socket.destroy()
      server.close()
    },
  }
}

test.runIf(hasPostgres15)(
  'R9 after a failover to a standby no confirmed alert is lost and none is there twice',
  async () => {
    const hub = await insertHub(service)
    const epoch = randomUUID()
    const statuses: number[] = []
    /** As a hub does: the same events again until they are confirmed. */
    async function deliver(fromSequence: number, events: AlertRaised[]): Promise<void> {
      for (;;) {
        const { statusCode, body } = await service.app.http.inject({
          ...{ method: 'POST', url: '/api/hub/events', headers: { 'x-authtoken': hub.token } },
          payload: { epoch, fromSequence, events },
        })
        statuses.push(statusCode)
        if (statusCode === 200) return
        if (statusCode !== 503) throw new Error(body)
        await pause(50)
      }
    }
    const batches = Array.from({ length: BATCHES }, () =>
      Array.from({ length: IN_BATCH }, () => raised(hub.cameraIds[0]!, service.clock.now())),
    )
    let failing = Promise.resolve()
    for (const [n, events] of batches.entries()) {
      if (n === BATCHES / 2) failing = failOver()
      await deliver(1 + n * IN_BATCH, events)
    }
    await failing
    expect(new Set(statuses)).toEqual(new Set([200, 503]))
    const rows = await service.sql<{ id: string }[]>`select id from alert where tenant_id = ${hub.tenantId}`
    const ids = batches.flat().map(({ alertId }) => alertId)
    expect(rows.map(({ id }) => id).toSorted()).toEqual(ids.toSorted())
    const [tally] = await service.sql<{ alerts: number }[]>`
    select sum(alerts)::int as alerts from alert_tally where tenant_id = ${hub.tenantId} and day <> '-infinity'`
    expect(tally!.alerts).toBe(ids.length)
    service.clock.advance(2_000)
    expect((await service.app.http.inject({ url: '/health/ready' })).json()).toEqual({ status: 'ready' })
  },
  120_000,
)

/** The server ends at once, as its machine does; the standby is promoted a moment later, and then the address leads to it. */
async function failOver(): Promise<void> {
  await primary.stop()
  await pause(500)
  await standby.promote()
  address.lead(Number(new URL(standby.of(primary.url)).port))
}

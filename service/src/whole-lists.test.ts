/** A list that is read by its keys while rows are added and deleted: none is missed and none comes twice. */
import { randomUUID } from 'node:crypto'
import { type EndpointKey, endpoints } from '@mimamori/contract/endpoints.ts'
import type { Endpoint } from '@mimamori/contract/shared/endpoint.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { startService, type TestService, type TestTenant } from '#testing/service.ts'
import {
  insertAgent,
  insertAlert,
  insertCamera,
  insertCheckIn,
  insertRecording,
  insertResident,
  insertTag,
  insertUnit,
  type TestCamera,
} from '#testing/site.ts'

const FIRST = '00000000-0000-0000-0000-000000000000'
const PAGE_SIZE = 2

let service: TestService
let site: TestTenant
let camera: TestCamera
let admin: string
let operator: string
beforeAll(async () => {
  service = await startService({ env: { MIMAMORI_RATE_FACTOR: '1000' } })
  site = await service.tenant({ parent: await service.tenant({ kind: 'organisation' }), packages: ['PRO', 'VCARE'] })
  camera = await insertCamera(service, site, { location: 'Room 1' })
  admin = (await service.user({ role: 'ADMIN', tenant: site })).token
  operator = (await service.user({ role: 'SUPER_ADMIN' })).token
})
afterAll(() => service.stop())

const idOf = async (inserted: Promise<{ id: string }>) => (await inserted).id
const now = () => service.clock.now().toISOString()

async function addDelivery(): Promise<string> {
  const [row] = await service.sql<{ id: string }[]>`
    insert into notification (tenant_id, cause, occasion_id, channel, email, recipient_name, burst_id, state, due_at,
      created_at, changed_at)
    values (${site.id}, 'sample', uuidv7(), 'mail', ${`${randomUUID()}@home.example`}, 'Test', uuidv7(), 'failed',
      ${now()}, ${now()}, ${now()})
    returning id`
  return row!.id
}

async function addAudit(): Promise<string> {
  const [row] = await service.sql<{ id: string }[]>`
    insert into audit (tenant_id, at, action, object_type, outcome)
    values (${site.id}, ${now()}, 'unit.create', 'unit', 'done') returning id`
  return row!.id
}

const addResident = async () => insertResident(service, await insertCamera(service, site))

type List = { add: () => Promise<string>; table: string; body?: object; byOperator?: true }
/** Every list that can be read by its keys. */
const LISTS: Record<string, List> = {
  'alert.search': { add: () => idOf(insertAlert(service, camera)), table: 'alert' },
  'audit.search': { add: addAudit, table: 'audit' },
  'event.search': { add: () => insertCheckIn(service, camera, 'A'), table: 'check_in' },
  'recording.search': { add: () => idOf(insertRecording(service, camera)), table: 'recording' },
  'delivery.search': { add: addDelivery, table: 'notification' },
  'user.search': { add: () => idOf(service.user({ role: 'USER', tenant: site })), table: 'app_user' },
  'camera.search': { add: () => idOf(insertCamera(service, site)), table: 'camera', body: {} },
  'resident.search': { add: addResident, table: 'resident' },
  'unit.search': { add: () => insertUnit(service, site), table: 'unit' },
  'asset.search': { add: () => insertTag(service, site, randomUUID()), table: 'tag', body: { type: 'TAG' } },
  'agent.search': { add: () => insertAgent(service, site), table: 'agent', byOperator: true },
  'tenant.search': { add: () => idOf(service.tenant({ name: randomUUID() })), table: 'tenant', byOperator: true },
}

const isKeyed = ({ access, query }: Endpoint) =>
  access !== 'hub' && query instanceof z.ZodObject && 'after' in query.shape

test('TEXT-02 each list that can be exported is read by its keys here', () => {
  const keyed = Object.entries<Endpoint>(endpoints).filter(([, entry]) => isKeyed(entry))
  expect(keyed.map(([key]) => key).sort()).toEqual(Object.keys(LISTS).sort())
})

describe.each(Object.entries(LISTS))('%s', (key, { add, table, body = {}, byOperator }) => {
  const page = async (after: string) => {
    const request = { query: { pageSize: PAGE_SIZE, after }, body }
    const answer = await service.call(byOperator ? operator : admin, key as EndpointKey, request as never)
    expect(answer.status).toBe(200)
    return (answer.body as unknown as { records: { id: string }[] }).records.map(({ id }) => id)
  }
  const readWhole = async (between: () => Promise<void> = async () => {}) => {
    const found: string[] = []
    for (let ids = await page(FIRST); ids.length > 0; ids = await page(found.at(-1)!)) {
      found.push(...ids)
      await between()
    }
    return found
  }
  const remove = (id: string) =>
    service.sql.begin(async (sql) => {
      // What else hangs on a row does not matter here.
      await sql`set local session_replication_role = replica`
      await sql`delete from ${sql(table)} where id = ${id}`
    })

  test('TEXT-02 misses no row and has none twice while others are added and deleted', async () => {
    const step = fc.constantFrom('add', 'delete', 'nothing')
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 5 }), fc.array(step, { maxLength: 5 }), async (count, steps) => {
        const own: string[] = []
        for (let at = 0; at < count; at++) own.push(await add())
        const before = await readWhole()
        expect(before).toEqual(expect.arrayContaining(own))
        const [left, gone] = [[...steps], new Set<string>()]
        const found = await readWhole(async () => {
          const next = left.shift()
          if (next === 'add') await add()
          const victim = next === 'delete' ? own.find((id) => !gone.has(id)) : undefined
          if (victim) await remove(victim)
          if (victim) gone.add(victim)
        })
        expect(found).toEqual([...new Set(found)].sort())
        expect(before.filter((id) => !gone.has(id) && !found.includes(id))).toEqual([])
      }),
      { numRuns: 5 },
    )
  })
})

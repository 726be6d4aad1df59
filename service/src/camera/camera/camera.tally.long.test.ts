/** Tally and pages against the cameras themselves, after random insertions, moves, deletions and deregistrations. */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startService, type TestService, type TestUser } from '#testing/service.ts'
import { insertAgent, insertCamera, insertUnit } from '#testing/site.ts'

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const share = fc.nat(8)
const unit = fc.nat(3)
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('add' as const), units: fc.array(unit, { maxLength: 9 }) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('move' as const), share, unit }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('deregister' as const), share }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete' as const), share }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('change' as const), share }) },
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

type Place = {
  tenantId: string
  siblingId: string
  agentId: string
  unitIds: (string | null)[]
  admin: TestUser
  nurse: TestUser
  organiser: TestUser
}

/** Three units that are older than their names would have it, a nurse of two of them, and a site beside it. */
async function place(): Promise<Place> {
  const parent = await service.tenant({ kind: 'organisation' })
  const tenant = await service.tenant({ parent })
  const sibling = await service.tenant({ parent })
  const south = await insertUnit(service, sibling, 'South')
  for (const unitId of [south, south, null]) await insertCamera(service, sibling, { unitId })
  const unitIds = [await insertUnit(service, tenant, 'West'), await insertUnit(service, tenant, 'east')]
  const nurse = await service.user({ role: 'USER', tenant, unitIds })
  return {
    tenantId: tenant.id,
    siblingId: sibling.id,
    agentId: await insertAgent(service, tenant),
    unitIds: [...unitIds, await insertUnit(service, tenant, 'North'), null],
    admin: await service.user({ role: 'ADMIN', tenant }),
    nurse,
    organiser: await service.user({ role: 'ORG_ADMIN', tenant: parent }),
  }
}

async function apply({ tenantId, agentId, unitIds }: Place, change: Step): Promise<void> {
  const { sql } = service
  if (change.kind === 'add') {
    const units = change.units.map((at) => unitIds[at]!)
    await sql`insert into camera (tenant_id, name, description, type, brand, model, stream_url, location, streaming_id,
        unit_id, agent_id, status, last_activity_at)
      select ${tenantId}, left(md5(random()::text), 9), 'd', (array['AXIS', 'UNKNOWN'])[1 + n::int % 2], 'b', 'm',
        'rtsp://10.0.0.1/s', 'Room ' || n % 3, 's', u, ${agentId}, (array['Online', 'Offline'])[1 + n::int % 2],
        case when n % 3 > 0 then now() - n % 4 * interval '1 hour' end
      from unnest(${units}::uuid[]) with ordinality x (u, n)`
    return
  }
  // Selects a share of the cameras by the end of their ids, so that repeated calls select the same ones.
  const some = sql`tenant_id = ${tenantId} and get_byte(uuid_send(id), 15) % 9 <= ${change.share}`
  if (change.kind === 'move') await sql`update camera set unit_id = ${unitIds[change.unit]!} where ${some}`
  if (change.kind === 'deregister') {
    await sql`update camera set deregistered_at = case when deregistered_at is null then now() end, unit_id = null
      where ${some}`
  }
  if (change.kind === 'delete') await sql`delete from camera where ${some}`
  if (change.kind === 'change') {
    await sql`update camera set name = upper(name), is_enabled = not is_enabled, last_activity_at = now(),
      location_type = case location_type when 'ROOM' then 'HALLWAY' else 'ROOM' end where ${some}`
  }
}

/** Differences between the stored tally and one recomputed from the cameras; empty if they agree. */
async function errors(tenantId: string): Promise<unknown[]> {
  const rows = await service.sql`
    with counted as (select coalesce(unit_id, uuid_nil()) as unit_id, shown_status, location_type = 'ROOM' as is_room,
        count(*)::int as cameras from camera
      where tenant_id = ${tenantId} and deregistered_at is null group by 1, 2, 3),
    retained as (select unit_id, status, is_room, cameras from camera_tally where tenant_id = ${tenantId} and cameras <> 0)
    (table counted except table retained) union all (table retained except table counted)`
  return [...rows]
}

/** By SQL: `$` is the direction. */
const ORDERS = {
  name: 'plain(c.name) collate natural_order $, c.id',
  status: 'c.shown_status $, plain(c.name) collate natural_order, c.id',
  location: 'plain(c.location) collate natural_order $, plain(c.name) collate natural_order, c.id',
  type: 'c.type $, plain(c.name) collate natural_order, c.id',
  unitName: 'plain(u.name) collate natural_order $ nulls last, c.tenant_id, plain(c.name) collate natural_order',
  lastActivityAt: `case c.shown_status when 'Online' then 'infinity' else coalesce(c.last_activity_at, '-infinity') end $,
    plain(c.name) collate natural_order, c.id`,
}

async function bruteForce(tenantIds: readonly string[], by: { order: string; where: string }): Promise<string[]> {
  const rows = await service.sql.unsafe<{ id: string }[]>(
    `select c.id from camera c left join unit u on u.tenant_id = c.tenant_id and u.id = c.unit_id
      where c.tenant_id = any($1::uuid[]) and c.deregistered_at is null and ${by.where} order by ${by.order}`,
    [`{${tenantIds.join(',')}}`],
  )
  return rows.map(({ id }) => id)
}

/** All pages of four, one after the other, and the count on each of them. */
async function pagesOf(by: TestUser, sortColumn: string, sortAscending: boolean, body: object) {
  const ids: string[] = []
  const counts = new Set<number>()
  for (let pageNumber = 0; ; pageNumber++) {
    const query = { pageNumber, pageSize: 4, sortColumn, sortAscending }
    // Avoids the rate limit.
    service.clock.advance(1000)
    const answer = await service.call(by.token, 'camera.search', { query, body })
    counts.add(answer.body.totalCount)
    if (answer.body.records.length === 0) return { ids, counts: [...counts] }
    ids.push(...answer.body.records.map(({ id }) => id))
  }
}

const changes = fc.array(step, { minLength: 3, maxLength: 9 })

async function changed(steps: readonly Step[]): Promise<Place> {
  const site = await place()
  await apply(site, { kind: 'add', units: [0, 1, 2, 3, 0, 1, 2] })
  for (const each of steps) await apply(site, each)
  return site
}

describe('lists of cameras after random changes', () => {
  test('CAM-01 the tally equals the cameras', async () => {
    const property = fc.asyncProperty(changes, async (steps) => {
      expect(await errors((await changed(steps)).tenantId)).toEqual([])
    })
    await fc.assert(property, { seed: 20_261_122, numRuns: 25 })
  }, 60_000)

  test('CAM-01 every page of every order has its own cameras, for every caller', async () => {
    const property = fc.asyncProperty(changes, async (steps) => {
      const { tenantId, siblingId, admin, nurse, organiser } = await changed(steps)
      for (const [column, sql] of Object.entries(ORDERS)) {
        for (const isAscending of [true, false]) {
          const order = sql.replace('$', isAscending ? 'asc' : 'desc')
          const own = await bruteForce([tenantId], { order, where: `lower(u.name) in ('east', 'west')` })
          expect(await pagesOf(nurse, column, isAscending, {})).toEqual({ ids: own, counts: [own.length] })
          const online = await bruteForce([tenantId], { order, where: `c.shown_status = 'Online'` })
          const narrow = { statuses: ['Online' as const] }
          expect(await pagesOf(admin, column, isAscending, narrow)).toEqual({ ids: online, counts: [online.length] })
          const all = await bruteForce([tenantId, siblingId], { order, where: 'true' })
          expect(await pagesOf(organiser, column, isAscending, {})).toEqual({ ids: all, counts: [all.length] })
        }
      }
    })
    await fc.assert(property, { seed: 20_261_122, numRuns: 3 })
  }, 60_000)
})

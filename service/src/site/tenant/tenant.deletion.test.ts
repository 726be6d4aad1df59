/** A site goes: exported, marked, withdrawn or removed, while it is full of everything that a site can have. OPS-09. */
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { storageName } from '#platform/files/storage.ts'
import { drain, type Job } from '#platform/work/jobs.ts'
import { insertHub } from '#service/fleet/hub/testing.ts'
import { startService, type TestService, type TestTenant, type TestUser } from '#testing/service.ts'
import {
  insertAccident,
  insertAlert,
  insertBooking,
  insertCamera,
  insertCheckIn,
  insertHandover,
  insertMedia,
  insertRecording,
  insertResident,
  insertVisit,
  insertWalk,
} from '#testing/site.ts'
import { FILE_TABLES, removeTenants } from './tenant.deletion.jobs.ts'
import { childrenFirst, readTenantTables } from './tenant.deletion.tables.ts'
import { exportedColumns, isExported } from './tenant.export.rules.ts'

const DAY_MS = 24 * 60 * 60_000

let service: TestService
let operator: TestUser
let organisation: TestTenant
let organiser: TestUser
beforeAll(async () => {
  service = await startService()
  operator = await service.user({ role: 'SUPER_ADMIN' })
  organisation = await service.tenant({ kind: 'organisation', name: 'ふじ会' })
  organiser = await service.user({ role: 'ORG_ADMIN', tenant: organisation })
})
afterAll(() => service.stop())

const NAME = 'ふじの里'
const stored = (tenant: { id: string }, id: string) => service.platform.storage.size(storageName(tenant.id, id))

/** A site below the organisation with a hub, people and one of everything. */
async function fullSite(parent: TestTenant = organisation) {
  const tenant = await service.tenant({ name: NAME, parent })
  const hub = await insertHub(service, { tenant })
  const camera = await insertCamera(service, tenant, { unitId: hub.unitId, agentId: hub.id, location: '201' })
  const admin = await service.user({ role: 'ADMIN', tenant })
  const alert = await insertAlert(service, camera, { activity: 'A005', severity: 'critical' })
  const clip = await insertMedia(service, camera, { kind: 'clip', alert, bytes: Buffer.from('a clip') })
  await insertRecording(service, camera)
  await insertResident(service, camera, { name: '山田 花子' })
  await insertAccident(service, camera, '山田 花子')
  await insertCheckIn(service, camera, 'a note')
  await insertVisit(service, camera)
  await insertWalk(service, camera)
  await insertHandover(service, camera, 'a note')
  await insertBooking(service, camera)
  return { tenant, hub, camera, admin, clip }
}

const download = (by: TestUser, id: string) => service.call(by.token, 'tenant.export', { params: { id } })
const state = async (by: TestUser, id: string) =>
  (await service.call(by.token, 'tenant.deletion', { params: { id } })).body
const mark = (by: TestUser, id: string, name = NAME) =>
  service.call(by.token, 'tenant.remove', { params: { id }, body: { name } })
const refusedMark = (by: TestUser, id: string, name = NAME) =>
  service.refused(by.token, 'tenant.remove', { params: { id }, body: { name } })
const withdraw = (by: TestUser, id: string) => service.call(by.token, 'tenant.restore', { params: { id } })
const refusedWithdraw = (by: TestUser, id: string) => service.refused(by.token, 'tenant.restore', { params: { id } })
const job = (storage = service.platform.storage): Job => removeTenants(storage)
const run = (of = job()) => drain(of, service.database, service.clock.now())
const exportedAndMarked = async (by: TestUser, id: string, name = NAME) => {
  await download(by, id)
  await mark(by, id, name)
}
/** Rows of the tenant, by table. */
async function rowsOf(id: string): Promise<Record<string, number>> {
  const tables = await service.database.asPlatform('tables', readTenantTables)
  const counted: Record<string, number> = {}
  for (const { name } of tables) {
    const [row] = await service.sql.unsafe(`select count(*)::int as n from "${name}" where tenant_id = '${id}'`)
    if (row!.n > 0) counted[name] = row!.n
  }
  return counted
}
const auditOf = (tenantId: string, objectId: string) =>
  service.sql`select action, details from audit where tenant_id = ${tenantId} and object_id = ${objectId} order by id`

describe('the export', () => {
  test('OPS-09 holds every row of the site in a file a table, and the list of its files', async () => {
    const { tenant, clip } = await fullSite()
    const { body, headers } = await download(organiser, tenant.id)
    expect(headers['content-type']).toBe('application/zip')
    const zip = unzipSync(new Uint8Array(body as unknown as Buffer))
    const lines = (name: string) =>
      strFromU8(zip[`${name}.jsonl`]!)
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
    expect(lines('tenant')).toMatchObject([{ id: tenant.id, name: NAME }])
    expect(lines('resident')).toMatchObject([{ tenant_id: tenant.id, name: '山田 花子' }])
    expect(lines('alert')).toHaveLength(1)
    expect(lines('files')).toEqual([{ table: 'media', id: clip, name: storageName(tenant.id, clip) }])
    const manifest = JSON.parse(strFromU8(zip['manifest.json']!))
    const { session: _, site_key: __, tenant_export: ___, ...rows } = await rowsOf(tenant.id)
    const counted = Object.fromEntries(Object.entries(manifest.rows).filter(([, count]) => (count as number) > 0))
    expect(counted).toEqual(rows)
  })

  test('OPS-09 holds no password, key or code', async () => {
    const tables = await service.database.asPlatform('tables', readTenantTables)
    const harmless = [
      'key_last_four',
      'key_rotated_at',
      'previous_key_until',
      'shift_key',
      'password_version',
      'tokens_valid_from',
    ]
    const open = tables
      .filter(({ name }) => isExported(name, true))
      .flatMap((table) => exportedColumns(table).map((column) => `${table.name}.${column}`))
      .filter((name) => /\..*(hash|secret|seal|jti|token|password|key|subscription)/.test(name))
      .filter((name) => !harmless.includes(name.split('.')[1]!))
    expect(open).toEqual([])
  })

  test('OPS-09 gives the operator nothing about residents, so another person has to export', async () => {
    const { tenant } = await fullSite()
    const { body } = await download(operator, tenant.id)
    const names = Object.keys(unzipSync(new Uint8Array(body as unknown as Buffer)))
    expect(names).toContain('alert.jsonl')
    expect(names.filter((name) => /resident|stay|accident/.test(name))).toEqual([])
    expect(await state(operator, tenant.id)).toMatchObject({ needsOtherExporter: true, lastExport: null })
    expect((await refusedMark(operator, tenant.id)).body.key).toBe('export-needed')

    await download(organiser, tenant.id)
    expect((await mark(operator, tenant.id)).body.marked).not.toBeNull()
  })

  test('OPS-09 that breaks off counts for nothing', async () => {
    const { tenant } = await fullSite()
    await service.sql`
      insert into tenant_export (tenant_id, started_at, made_by, is_whole)
      values (${tenant.id}, ${service.clock.now().toISOString()}, 'A. Sato', true)`
    expect((await state(organiser, tenant.id)).lastExport).toBeNull()
    expect((await refusedMark(organiser, tenant.id)).body.key).toBe('export-needed')
  })
})

describe('marking', () => {
  test('OPS-09 says in numbers what goes, and wants a recent export and the name', async () => {
    const { tenant, admin } = await fullSite()
    expect(await state(organiser, tenant.id)).toMatchObject({
      counts: { residents: 1, alerts: 1, units: 1, cameras: 2, hubs: 1, recordings: 1, files: 1, users: 1 },
      lastExport: null,
      marked: null,
    })
    expect((await refusedMark(organiser, tenant.id)).body.key).toBe('export-needed')
    await download(organiser, tenant.id)
    expect((await state(organiser, tenant.id)).lastExport).toMatchObject({ madeBy: 'Test ORG_ADMIN' })
    service.clock.advance(DAY_MS)
    expect((await refusedMark(organiser, tenant.id)).body.key).toBe('export-needed')
    await download(organiser, tenant.id)
    const { body } = await refusedMark(organiser, tenant.id, 'ふじの')
    expect(body.fields).toEqual({ name: 'tenant.name-mistyped' })
    expect((await service.call(admin.token, 'profile.patch', { body: {} })).status).toBe(200)
  })

  test('OPS-09 signs everybody out, stops its cameras and watches no alarm, until it is withdrawn', async () => {
    const { tenant, hub, admin } = await fullSite()
    const enabled = async () =>
      (await service.call(hub.token, 'hub.desired', {})).body.cameras.map(
        (one) => (one as { isEnabled: boolean }).isEnabled,
      )
    expect(await enabled()).toContain(true)
    await exportedAndMarked(organiser, tenant.id)
    expect((await service.refused(admin.token, 'alert.search', { body: {} })).status).toBe(401)
    expect(new Set(await enabled())).toEqual(new Set([false]))
    const [site] = await service.sql`select disabled_at is not null as closed from tenant where id = ${tenant.id}`
    expect(site).toEqual({ closed: true })
    const opened = await service.refused(organiser.token, 'tenant.patch', {
      body: { id: tenant.id, isDisabled: false },
    })
    expect(opened.body.key).toBe('marked-for-deletion')

    expect((await withdraw(organiser, tenant.id)).body.marked).toBeNull()
    expect((await service.call(admin.token, 'alert.search', { body: {} })).status).toBe(200)
    expect(await enabled()).toContain(true)
    const here = (await auditOf(organisation.id, tenant.id)).map(({ action }) => action)
    expect(here).toEqual(['tenant.export', 'tenant.mark', 'tenant.withdraw'])
  })

  test('OPS-09 withdrawn leaves a site closed that was closed before', async () => {
    const { tenant } = await fullSite()
    await service.call(organiser.token, 'tenant.patch', { body: { id: tenant.id, isDisabled: true } })
    await exportedAndMarked(organiser, tenant.id)
    await withdraw(organiser, tenant.id)
    const { body } = await service.call(organiser.token, 'tenant.get', { params: { id: tenant.id } })
    expect(body).toMatchObject({ isDisabled: true, deletionDueAt: null })
  })

  test('OPS-09 two administrators at once mark it once', async () => {
    const { tenant } = await fullSite()
    await download(organiser, tenant.id)
    const answers = await Promise.all(
      [organiser, operator].map((by) =>
        service.app.http.inject({
          method: 'POST',
          url: `/api/tenant/${tenant.id}/deletion`,
          headers: { 'x-authtoken': by.token },
          payload: { name: NAME },
        }),
      ),
    )
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  })

  test('OPS-09 an organisation goes only without sites, and only by the operator', async () => {
    const above = await service.tenant({ kind: 'organisation', name: 'はな会' })
    const own = await service.user({ role: 'ORG_ADMIN', tenant: above })
    const site = await service.tenant({ parent: above })
    await download(own, above.id)
    expect((await refusedMark(own, above.id, 'はな会')).status).toBe(403)
    expect((await refusedMark(operator, above.id, 'はな会')).body.key).toBe('has-sites')
    await service.sql`delete from tenant where id = ${site.id}`
    await mark(operator, above.id, 'はな会')
    const below = { name: 'A', code: `n-${above.code}`, region: 'ap-northeast-1' as const, parentId: above.id }
    expect((await service.refused(operator.token, 'tenant.create', { body: below })).body.fields).toEqual({
      parentId: 'tenant.parent-unknown',
    })
    service.clock.advance(7 * DAY_MS)
    await run()
    expect(await service.sql`select from tenant where id = ${above.id}`).toHaveLength(0)
  })
})

describe('the removal', () => {
  test('OPS-09 waits seven days, then takes every row and file of the site and nothing of another', async () => {
    const { tenant, clip } = await fullSite()
    const neighbour = await fullSite()
    const before = await rowsOf(neighbour.tenant.id)
    // Connected to the site from above, and a deed elsewhere in its name.
    await service
      .user({ role: 'ORG_ADMIN', tenant: organisation })
      .then(({ sessionId }) => service.sql`update session set acting_tenant_id = ${tenant.id} where id = ${sessionId}`)
    await service.sql`
      insert into audit (tenant_id, at, actor_tenant_id, action, object_type, outcome)
      values (${neighbour.tenant.id}, now(), ${tenant.id}, 'unit.create', 'unit', 'done')`
    await exportedAndMarked(organiser, tenant.id)
    service.clock.advance(7 * DAY_MS - 1)
    await run()
    expect(await stored(tenant, clip)).not.toBeNull()

    service.clock.advance(1)
    await run()
    expect(await rowsOf(tenant.id)).toEqual({})
    expect(await service.sql`select from tenant where id = ${tenant.id}`).toHaveLength(0)
    expect(await stored(tenant, clip)).toBeNull()
    expect(await stored(neighbour.tenant, neighbour.clip)).not.toBeNull()
    expect(await rowsOf(neighbour.tenant.id)).toEqual({ ...before, audit: (before.audit ?? 0) + 1 })
    expect((await service.refused(organiser.token, 'tenant.get', { params: { id: tenant.id } })).status).toBe(404)
  })

  test('OPS-09 stays in the audit of the organisation and of the operator', async () => {
    const { tenant } = await fullSite()
    await exportedAndMarked(organiser, tenant.id)
    service.clock.advance(7 * DAY_MS)
    await run()
    const here = await auditOf(organisation.id, tenant.id)
    expect(here.map(({ action }) => action)).toEqual(['tenant.export', 'tenant.mark', 'tenant.erase'])
    const [last] = await auditOf(operator.tenantId, tenant.id)
    expect(last).toMatchObject({
      action: 'tenant.erase',
      details: { name: NAME, code: tenant.code, kind: 'site', markedBy: 'Test ORG_ADMIN', files: 1 },
    })
  })

  test('OPS-09 cannot be withdrawn once it has begun', async () => {
    const { tenant } = await fullSite()
    await exportedAndMarked(organiser, tenant.id)
    service.clock.advance(7 * DAY_MS)
    const one = job() as Job & { task(database: unknown, now: Date): Promise<number> }
    await one.task(service.database, service.clock.now())
    expect((await refusedWithdraw(organiser, tenant.id)).body.key).toBe('deletion-begun')
    expect((await state(organiser, tenant.id)).marked).toMatchObject({ isBegun: true })
    await run()
    expect(await service.sql`select from tenant where id = ${tenant.id}`).toHaveLength(0)
  })

  test('OPS-09 goes on where it was when the service ends in the middle', async () => {
    const { tenant, clip } = await fullSite()
    await exportedAndMarked(organiser, tenant.id)
    service.clock.advance(7 * DAY_MS)
    // The file is gone, its row is not: as a process that is killed between the two leaves it.
    const dies = {
      ...service.platform.storage,
      async remove(name: Parameters<typeof service.platform.storage.remove>[0]) {
        await service.platform.storage.remove(name)
        throw new Error('killed')
      },
    }
    await expect(run(job(dies))).rejects.toThrow('killed')
    expect(await stored(tenant, clip)).toBeNull()
    expect(Object.keys(await rowsOf(tenant.id))).toContain('media')
    await run(job())
    expect(await service.sql`select from tenant where id = ${tenant.id}`).toHaveLength(0)
  })

  test('OPS-09 deletes the key of its files first, so none can be read any more', async () => {
    const { tenant } = await fullSite()
    await service.sql`insert into file_key (tenant_id, sealed) values (${tenant.id}, 'sealed')`
    await exportedAndMarked(organiser, tenant.id)
    service.clock.advance(7 * DAY_MS)
    const one = job() as Job & { task(database: unknown, now: Date): Promise<number> }
    await one.task(service.database, service.clock.now())
    const left = await rowsOf(tenant.id)
    expect([left.file_key, left.media]).toEqual([undefined, 1])
  })

  test('OPS-09 empties each table before those that its rows name, and knows all tables of files', async () => {
    const tables = await service.database.asPlatform('tables', readTenantTables)
    const names = tables.map(({ name }) => name)
    const wrong = tables.flatMap(({ name, refersTo }) =>
      refersTo.filter((other) => names.includes(other) && names.indexOf(other) < names.indexOf(name)),
    )
    expect(wrong).toEqual([])
    expect(names).toEqual(expect.arrayContaining(FILE_TABLES))
    const ring = [
      { name: 'a', refersTo: ['b'] },
      { name: 'b', refersTo: ['a'] },
    ]
    expect(childrenFirst(ring).map(({ name }) => name)).toEqual(['a', 'b'])
  })
})

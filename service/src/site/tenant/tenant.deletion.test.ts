/** Exporting a site, marking it for deletion, and withdrawing the mark. OPS-09. */
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { storageName } from '#platform/files/storage.ts'
import { readTenantTables } from './tenant.deletion.tables.ts'
import { exportedColumns, isExported } from './tenant.export.rules.ts'
import { DAY_MS, type DeletionStage, NAME, startDeletion } from './testing.ts'

// Each test reads all tables of the database several times.
vi.setConfig({ testTimeout: 60_000 })

let stage: DeletionStage
beforeAll(async () => {
  stage = await startDeletion()
})
afterAll(() => stage.service.stop())

describe('the export', () => {
  test('OPS-09 the export has every row of the site, one file per table, and a list of its files', async () => {
    const { organiser, fullSite, download, rowsOf } = stage
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

  test('OPS-09 the export contains no password, key or code', async () => {
    const { service } = stage
    const tables = await service.database.asPlatform('tables', readTenantTables)
    const harmless = [
      'key_last_four',
      'secret_last_four',
      'token_last_four',
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

  test('OPS-09 the operator’s export excludes resident data, so another person must export', async () => {
    const { operator, organiser, fullSite, download, state, mark, refusedMark } = stage
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

  test('OPS-09 an aborted export does not count', async () => {
    const { service, organiser, fullSite, state, refusedMark } = stage
    const { tenant } = await fullSite()
    await service.sql`
      insert into tenant_export (tenant_id, started_at, made_by, is_whole)
      values (${tenant.id}, ${service.clock.now().toISOString()}, 'A. Sato', true)`
    expect((await state(organiser, tenant.id)).lastExport).toBeNull()
    expect((await refusedMark(organiser, tenant.id)).body.key).toBe('export-needed')
  })
})

describe('marking', () => {
  test('OPS-09 marking shows what is deleted, and requires a recent export and the name', async () => {
    const { service, organiser, fullSite, download, state, refusedMark } = stage
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
    await service.prove()
    expect((await refusedMark(organiser, tenant.id)).body.key).toBe('export-needed')
    await download(organiser, tenant.id)
    const { body } = await refusedMark(organiser, tenant.id, 'ふじの')
    expect(body.fields).toEqual({ name: 'tenant.name-mistyped' })
    expect((await service.call(admin.token, 'profile.patch', { body: {} })).status).toBe(200)
  })

  test('OPS-09 a marked site leaves its organization’s reach until the mark is withdrawn', async () => {
    const { service, organiser, fullSite, download, mark, withdraw } = stage
    const { tenant } = await fullSite()
    await download(organiser, tenant.id)
    // A session's sites are cached for a second.
    service.clock.advance(1_000)
    const reads = async () =>
      (await service.refused(organiser.token, 'retention.get', { query: { tenantId: tenant.id } })).status
    expect(await reads()).toBe(200)
    await mark(organiser, tenant.id)
    expect(await reads()).toBe(404)
    await withdraw(organiser, tenant.id)
    expect(await reads()).toBe(200)
  })

  test('OPS-09 marking signs everybody out and stops cameras and alarms until it is withdrawn', async () => {
    const { service, organisation, organiser, fullSite, withdraw, download, mark, auditOf } = stage
    const { tenant, hub, admin } = await fullSite()
    const enabled = async () =>
      (await service.call(hub.token, 'hub.desired', {})).body.cameras.map(
        (one) => (one as { isEnabled: boolean }).isEnabled,
      )
    expect(await enabled()).toContain(true)
    await download(organiser, tenant.id)
    await mark(organiser, tenant.id)
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

  test('OPS-09 marking and its withdrawal are e-mailed to administrators of the site and above', async () => {
    const { service, organisation, organiser, operator, fullSite, download, mark, withdraw } = stage
    const { tenant, admin } = await fullSite()
    await service.user({ role: 'USER', tenant })
    const mailed = () => service.sql`
      select recipient from mail_message where template in ('tenant-marked', 'tenant-restored') and tenant_id in
        (${tenant.id}, ${organisation.id}) and created_at = ${service.clock.now().toISOString()} order by id`
    await download(organiser, tenant.id)
    service.clock.advance(1)
    await mark(organiser, tenant.id)
    const readers = (await mailed()).map(({ recipient }) => recipient)
    expect(readers.sort()).toEqual([admin.email, organiser.email].sort())
    service.clock.advance(1)
    await withdraw(operator, tenant.id)
    expect(await mailed()).toHaveLength(readers.length)
  })

  test('OPS-09 a site that was closed before stays closed after the withdrawal', async () => {
    const { service, organiser, fullSite, withdraw, exportedAndMarked } = stage
    const { tenant } = await fullSite()
    await service.call(organiser.token, 'tenant.patch', { body: { id: tenant.id, isDisabled: true } })
    await exportedAndMarked(organiser, tenant.id)
    await withdraw(organiser, tenant.id)
    const { body } = await service.call(organiser.token, 'tenant.get', { params: { id: tenant.id } })
    expect(body).toMatchObject({ isDisabled: true, deletionDueAt: null })
  })

  test('OPS-09 two administrators who mark a site concurrently mark it once', async () => {
    const { service, operator, organiser, fullSite, download } = stage
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

  test('OPS-09 an organization is deleted only without sites, and only by the operator', async () => {
    const { service, operator, download, mark, refusedMark, run } = stage
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

/** A site is removed, table by table and file by file, also by a service that is killed in the middle. OPS-09. */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { readConfig } from '#platform/config.ts'
import { openBucket } from '#platform/files/bucket.ts'
import { startS3 } from '#testing/servers/s3.ts'
import { FILE_TABLES } from './tenant.deletion.jobs.ts'
import { childrenFirst, readTenantTables } from './tenant.deletion.tables.ts'
import { DAY_MS, type DeletionStage, NAME, startDeletion } from './testing.ts'

// Each test reads all tables of the database several times.
vi.setConfig({ testTimeout: 60_000 })

/** Files are sent to the bucket after the response. */
const WITHIN = { timeout: 30_000 }

let stage: DeletionStage
beforeAll(async () => {
  stage = await startDeletion()
})
afterAll(() => stage.service.stop())

describe('the removal', () => {
  test('OPS-09 the removal waits seven days, then deletes all rows and files of this site only', async () => {
    const { service, organisation, organiser, fullSite, run, exportedAndMarked, rowsOf, stored } = stage
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

  test('OPS-09 stays in the audit of the organization and of the operator', async () => {
    const { service, operator, organisation, organiser, fullSite, run, exportedAndMarked, auditOf } = stage
    const { tenant } = await fullSite()
    await exportedAndMarked(organiser, tenant.id)
    service.clock.advance(7 * DAY_MS)
    await run()
    const here = await auditOf(organisation.id, tenant.id)
    expect(here.map(({ action }) => action)).toEqual(['tenant.mark', 'tenant.erase'])
    const [last] = await auditOf(operator.tenantId, tenant.id)
    expect(last).toMatchObject({
      action: 'tenant.erase',
      details: { name: NAME, code: tenant.code, kind: 'site', markedBy: 'Test ORG_ADMIN', files: 1 },
    })
  })

  test('OPS-09 cannot be withdrawn once it has begun', async () => {
    const { service, organiser, fullSite, state, refusedWithdraw, run, runOnce, exportedAndMarked } = stage
    const { tenant } = await fullSite()
    await exportedAndMarked(organiser, tenant.id)
    service.clock.advance(7 * DAY_MS)
    await runOnce()
    expect((await refusedWithdraw(organiser, tenant.id)).body.key).toBe('deletion-begun')
    expect((await state(organiser, tenant.id)).marked).toMatchObject({ isBegun: true })
    await run()
    expect(await service.sql`select from tenant where id = ${tenant.id}`).toHaveLength(0)
  })

  test('OPS-09 goes on where it was when the service ends in the middle', async () => {
    const { service, organiser, fullSite, job, run, exportedAndMarked, rowsOf, stored } = stage
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

  test('OPS-09 the removal deletes the key of the files first, so that none is readable any more', async () => {
    const { service, organiser, fullSite, runOnce, exportedAndMarked, rowsOf } = stage
    const { tenant } = await fullSite()
    await service.sql`insert into file_key (tenant_id, sealed) values (${tenant.id}, 'sealed')`
    await exportedAndMarked(organiser, tenant.id)
    service.clock.advance(7 * DAY_MS)
    await runOnce()
    const left = await rowsOf(tenant.id)
    expect([left.file_key, left.media]).toEqual([undefined, 1])
  })

  test('OPS-09 empties each table before those that its rows name, and knows all tables of files', async () => {
    const { service } = stage
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

test('OPS-09 SCALE-02 the removal deletes the site’s files in the bucket, and no other', async () => {
  const s3 = await startS3()
  const bucket = await openBucket(readConfig(s3.settings).bucket!)
  const { service, organiser, fullSite, run, exportedAndMarked } = await startDeletion(s3.settings)
  try {
    const gone = await fullSite()
    const neighbour = await fullSite()
    const filesOf = async ({ tenant }: typeof gone) => {
      let count = 0
      for await (const _ of bucket.list(`${tenant.id}/`)) count++
      return count
    }
    await vi.waitFor(async () => expect([await filesOf(gone), await filesOf(neighbour)]).toEqual([1, 1]), WITHIN)
    await exportedAndMarked(organiser, gone.tenant.id)
    service.clock.advance(7 * DAY_MS)
    await run()
    await vi.waitFor(async () => expect([await filesOf(gone), await filesOf(neighbour)]).toEqual([0, 1]), WITHIN)
  } finally {
    bucket.stop()
    await service.stop()
    await s3.stop()
  }
})

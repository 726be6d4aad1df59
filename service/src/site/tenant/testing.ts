/** A site that is full of everything a site can have, and the steps of its deletion. */
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
import { removeTenants } from './tenant.deletion.jobs.ts'
import { readTenantTables } from './tenant.deletion.tables.ts'

export const DAY_MS = 24 * 60 * 60_000
export const NAME = 'ふじの里'

export type DeletionStage = Awaited<ReturnType<typeof startDeletion>>

/** Starts the service with an operator, an organisation and its administrator. `env`: more settings. Stop the service after the tests. */
export async function startDeletion(env: Record<string, string> = {}) {
  const service = await startService({ env })
  const operator = await service.user({ role: 'SUPER_ADMIN' })
  const organisation = await service.tenant({ kind: 'organisation', name: 'ふじ会' })
  const organiser = await service.user({ role: 'ORG_ADMIN', tenant: organisation })
  return {
    service,
    operator,
    organisation,
    organiser,
    ...stepsOf(service),
    fullSite: () => fullSite(service, organisation),
  }
}

/** A site below the organisation with a hub, people and one of everything. */
async function fullSite(service: TestService, parent: TestTenant) {
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

/** The calls and the job, each for one tenant. */
function stepsOf(service: TestService) {
  const params = (id: string) => ({ params: { id } })
  const download = (by: TestUser, id: string) => service.call(by.token, 'tenant.export', params(id))
  const mark = (by: TestUser, id: string, name = NAME) =>
    service.call(by.token, 'tenant.remove', { ...params(id), body: { name } })
  const job = (storage = service.platform.storage) => removeTenants(storage) as Job & Task
  return {
    download,
    mark,
    job,
    state: async (by: TestUser, id: string) => (await service.call(by.token, 'tenant.deletion', params(id))).body,
    refusedMark: (by: TestUser, id: string, name = NAME) =>
      service.refused(by.token, 'tenant.remove', { ...params(id), body: { name } }),
    withdraw: (by: TestUser, id: string) => service.call(by.token, 'tenant.restore', params(id)),
    refusedWithdraw: (by: TestUser, id: string) => service.refused(by.token, 'tenant.restore', params(id)),
    run: (of = job()) => drain(of, service.database, service.clock.now()),
    /** One batch, as of a service that ends after it. */
    runOnce: () => job().task(service.database, service.clock.now()),
    /** As if the export had been downloaded a moment ago. */
    async exportedAndMarked(by: TestUser, id: string) {
      const now = service.clock.now().toISOString()
      await service.sql`
        insert into tenant_export (tenant_id, started_at, finished_at, made_by, is_whole)
        values (${id}, ${now}, ${now}, 'A. Sato', true)`
      await mark(by, id)
    },
    rowsOf: (id: string) => rowsOf(service, id),
    stored: (tenant: { id: string }, id: string) => service.platform.storage.size(storageName(tenant.id, id)),
    auditOf: (tenantId: string, objectId: string) => service.sql<{ action: string; details: object }[]>`
      select action, details from audit where tenant_id = ${tenantId} and object_id = ${objectId} order by id`,
  }
}

type Task = { task(database: TestService['database'], now: Date): Promise<number> }

/** How many rows of the tenant each table has. */
async function rowsOf(service: TestService, id: string): Promise<Record<string, number>> {
  const tables = await service.database.asPlatform('tables', readTenantTables)
  const counts = tables.map(
    ({ name }) => `select '${name}' as name, count(*)::int as n from "${name}" where tenant_id = $1`,
  )
  const rows = await service.sql.unsafe<{ name: string; n: number }[]>(counts.join(' union all '), [id])
  return Object.fromEntries(rows.filter(({ n }) => n > 0).map(({ name, n }) => [name, n]))
}

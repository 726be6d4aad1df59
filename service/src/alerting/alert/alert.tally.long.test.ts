/** Tallies are exact: they equal count(*) after random inserts, archivings, deletions and reads. */

import type { AlertFilter } from '@mimamori/contract/alerting/alert.ts'
import { activity, alertSeverity } from '@mimamori/contract/shared/apps.ts'
import { HOUR_MS } from '@mimamori/contract/shared/duration.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startService, TestClock, type TestService, type TestUser } from '#testing/service.ts'
import { insertCamera, insertShift, insertTag, insertUnit, type TestCamera } from '#testing/site.ts'

/** Time between two changes; a site's changes end before its last alerts, so that some arrive after every mark. */
const STEP_MS = 20 * HOUR_MS
/** Ten days around the night when Berlin's clocks go back, so that they include a day of 25 hours. */
const START_MS = Date.parse('2026-10-24T00:00:00.000Z')

let service: TestService
beforeAll(async () => {
  service = await startService({ clock: new TestClock(new Date(START_MS).toISOString()) })
})
afterAll(() => service.stop())

const atMs = fc.integer({ min: 0, max: 10 * 24 * 60 * 60_000 }).map((ms) => START_MS + ms)

const raised = fc.record({
  atMs,
  delayMs: fc.constantFrom(0, 500, 30 * HOUR_MS),
  camera: fc.nat(2),
  severity: fc.constantFrom(...alertSeverity.options),
  activity: fc.constantFrom(...activity.options),
})
const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('raise'), alerts: fc.array(raised, { maxLength: 12 }) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('archive'), share: fc.nat(4) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete'), share: fc.nat(8) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('purge'), share: fc.nat(8) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('see'), share: fc.nat(4) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('see-all') }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('zone') }) },
)
/** Filters that random generation rarely yields: the badge's own, and the plain list's. */
const ALWAYS: readonly Partial<
  Record<'unit' | 'camera' | 'shift' | 'from' | 'to', number> & { hasRead: boolean; isTagged: boolean }
>[] = [{}, { hasRead: false }, { hasRead: false, unit: 0 }, { shift: 1 }]
const search = fc.record(
  {
    hasRead: fc.boolean(),
    archived: fc.boolean(),
    severities: fc.subarray([...alertSeverity.options], { minLength: 1 }),
    activities: fc.subarray([...activity.options], { minLength: 1 }),
    camera: fc.nat(2),
    unit: fc.nat(1),
    shift: fc.nat(1),
    isTagged: fc.constant(true),
    from: atMs,
    to: atMs,
  },
  { requiredKeys: [] },
)

type Place = {
  cameras: TestCamera[]
  unitIds: string[]
  nurse: TestUser
  tenantId: string
  shiftIds: string[]
  /** A tag on the first two cameras. */
  tagId: string
}
/** One shift within a day and one past midnight, in minutes. */
const SHIFTS = [
  [6 * 60 + 15, 14 * 60],
  [22 * 60, 6 * 60 + 15],
] as const

async function place(): Promise<Place> {
  const tenant = await service.tenant({ timezone: 'Europe/Berlin' })
  const unitIds = [await insertUnit(service, tenant), await insertUnit(service, tenant)]
  const cameras = []
  for (const unitId of [...unitIds, null]) cameras.push(await insertCamera(service, tenant, { unitId }))
  const tagId = await insertTag(service, tenant, 'Watched')
  const tagged = cameras.slice(0, 2).map(({ id }) => ({ tenant_id: tenant.id, camera_id: id, tag_id: tagId }))
  await service.sql`insert into camera_tag ${service.sql(tagged)}`
  const shiftIds = []
  for (const [start, end] of SHIFTS) shiftIds.push(await insertShift(service, tenant, start, end))
  const nurse = await service.user({ role: 'USER', tenant })
  return { cameras, unitIds, nurse, tenantId: tenant.id, shiftIds, tagId }
}

async function apply(
  { cameras, nurse, tenantId }: Place,
  change: fc.Arbitrary<unknown> extends never ? never : Change,
) {
  const { sql } = service
  // Selects a share of the alerts by the end of their ids, so that repeated calls select the same ones.
  const some = (share: number) => sql`tenant_id = ${tenantId} and get_byte(uuid_send(id), 15) % 9 <= ${share}`
  if (change.kind === 'raise') {
    const rows = change.alerts.map((alert) => ({
      camera_id: alert.activity === 'hub-offline' ? null : cameras[alert.camera]!.id,
      unit_id: cameras[alert.camera]!.unitId,
      severity: alert.severity,
      activity: alert.activity,
      occurred_at: new Date(alert.atMs).toISOString(),
      created_at: new Date(alert.atMs + alert.delayMs).toISOString(),
    }))
    await sql`insert into alert (tenant_id, id, camera_id, unit_id, severity, activity, occurred_at, created_at, agent_id,
        agent_name, kind_name)
      select ${tenantId}, uuidv7(), r.*, case when r.camera_id is null then ${tenantId}::uuid end,
        case when r.camera_id is null then 'Hub' end, case when r.activity = 'site-signal' then 'Mat' end from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as r
        (camera_id uuid, unit_id uuid, severity text, activity text, occurred_at timestamptz, created_at timestamptz)`
  } else if (change.kind === 'archive') {
    await sql`update alert set is_archived = not is_archived where ${some(change.share)}`
  } else if (change.kind === 'delete') {
    await sql`update alert set deleted_at = case when deleted_at is null then now() end where ${some(change.share)}`
  } else if (change.kind === 'purge') {
    await sql`delete from alert where ${some(change.share)} and get_byte(uuid_send(id), 14) % 2 = 0`
  } else if (change.kind === 'see') {
    const ids = await sql<{ id: string }[]>`select id from alert where ${some(change.share)} limit 500`
    await service.call(nurse.token, 'alert.patchMany', {
      body: { ids: [...ids.map((row) => row.id), '019a9b00-0000-7000-8000-000000000000'], hasRead: true },
    })
  } else if (change.kind === 'see-all') {
    await service.call(nurse.token, 'alert.markAllRead')
  } else {
    // Include days that begin within an hour of UTC.
    await sql`update tenant set timezone = case timezone when 'Europe/Berlin' then 'Asia/Kathmandu' else 'Europe/Berlin' end
      where id = ${tenantId}`
  }
}

type Change =
  | { kind: 'raise'; alerts: { atMs: number; delayMs: number; camera: number; severity: string; activity: string }[] }
  | { kind: 'archive' | 'delete' | 'purge' | 'see'; share: number }
  | { kind: 'see-all' | 'zone' }

/** Differences between the stored tallies and tallies recomputed from the alerts; empty if they agree. */
async function errors(tenantId: string): Promise<unknown[]> {
  const rows = await service.sql`
    with zone as (select timezone from tenant where id = ${tenantId}),
    a as (select *, site_day(occurred_at, timezone) as day, site_day(created_at, timezone) as arrived_on,
      coalesce(unit_id, uuid_nil()) as unit, coalesce(camera_id, uuid_nil()) as camera from alert, zone
      where tenant_id = ${tenantId} and deleted_at is null),
    by_unit as (select day, arrived_on, unit, severity, activity, is_archived, count(*)::int from a group by 1,2,3,4,5,6),
    by_camera as (select d, camera, unit, severity, activity, is_archived, count(*)::int
      from a cross join lateral (values (day), ('-infinity')) v (d) group by 1,2,3,4,5,6),
    by_hour as (select date_trunc('hour', occurred_at, 'UTC'), camera, unit, severity, activity, is_archived, count(*)::int
      from a group by 1,2,3,4,5,6),
    units as (select day, arrived_on, unit_id, severity, activity, is_archived, alerts from alert_tally
      where tenant_id = ${tenantId} and alerts <> 0),
    cameras as (select day, camera_id, unit_id, severity, activity, is_archived, alerts from alert_camera_tally
      where tenant_id = ${tenantId} and alerts <> 0),
    hours as (select hour, camera_id, unit_id, severity, activity, is_archived, alerts from alert_hour_tally
      where tenant_id = ${tenantId} and alerts <> 0)
    select to_jsonb(x) as row from ((table by_unit except table units) union all (table units except table by_unit)) x
    union all
    select to_jsonb(y) from ((table by_camera except table cameras) union all (table cameras except table by_camera)) y
    union all
    select to_jsonb(z) from ((table by_hour except table hours) union all (table hours except table by_hour)) z`
  return [...rows]
}

async function bruteForce({ tenantId, nurse, shiftIds }: Place, by: AlertFilter): Promise<number> {
  const { sql } = service
  const [start, end] = by.shiftIds ? SHIFTS[shiftIds.indexOf(by.shiftIds[0]!)]! : [0, 0]
  const [row] = await sql<{ alerts: number }[]>`
    select count(*) as alerts from alert a left join user_alert_watermark w
      on w.tenant_id = a.tenant_id and w.user_id = ${nurse.id}
    where a.tenant_id = ${tenantId} and a.deleted_at is null and a.is_archived = ${by.archived ?? false}
      and (${by.severities?.join() ?? null}::text is null or a.severity = any(string_to_array(${by.severities?.join() ?? ''}, ',')))
      and (${by.activities?.join() ?? null}::text is null or a.activity = any(string_to_array(${by.activities?.join() ?? ''}, ',')))
      and (${by.cameraIds?.[0] ?? null}::uuid is null or a.camera_id = ${by.cameraIds?.[0] ?? null}::uuid)
      and (${by.unitIds?.[0] ?? null}::uuid is null or a.unit_id = ${by.unitIds?.[0] ?? null}::uuid)
      and (${by.tagIds?.[0] ?? null}::uuid is null or exists (select from camera_tag k
        where k.tenant_id = a.tenant_id and k.camera_id = a.camera_id and k.tag_id = ${by.tagIds?.[0] ?? null}::uuid))
      and (${start}::int = ${end}::int or (select case when ${start}::int < ${end}::int then of_day >= ${start}::int and of_day < ${end}::int
          else of_day >= ${start}::int or of_day < ${end}::int end
        from (select extract(hour from a.occurred_at at time zone s.timezone) * 60
          + extract(minute from a.occurred_at at time zone s.timezone) as of_day from tenant s where s.id = a.tenant_id) m))
      and a.occurred_at >= coalesce(${by.from ?? null}::timestamptz, '-infinity')
      and a.occurred_at < coalesce(${by.to ?? null}::timestamptz, 'infinity')
      and (${by.hasRead ?? null}::boolean is null or ${by.hasRead ?? null}::boolean =
        (a.created_at <= coalesce(w.seen_until, '-infinity') or exists (select from alert_seen s
          where s.tenant_id = a.tenant_id and s.user_id = ${nurse.id} and s.alert_id = a.id)))`
  return row!.alerts
}

describe('tallies', () => {
  test('DASH-01 NAV-08 ALERT-02 tallies and every filtered count equal count(*) after random changes', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 3, maxLength: 8 }),
        fc.array(search, { minLength: 4, maxLength: 8 }),
        async (changes, searchs) => {
          service.clock.advance(START_MS - service.clock.now().getTime())
          const site = await place()
          for (const change of changes) {
            service.clock.advance(STEP_MS)
            await apply(site, change as Change)
          }
          expect(await errors(site.tenantId)).toEqual([])
          for (const { camera, unit, shift, isTagged, from, to, ...rest } of [...ALWAYS, ...searchs]) {
            const filter: AlertFilter = {
              ...rest,
              ...(camera !== undefined && { cameraIds: [site.cameras[camera]!.id] }),
              ...(unit !== undefined && { unitIds: [site.unitIds[unit]!] }),
              ...(shift !== undefined && { shiftIds: [site.shiftIds[shift]!] }),
              ...(isTagged && { tagIds: [site.tagId] }),
              ...(from !== undefined && { from: new Date(from).toISOString() }),
              ...(to !== undefined && { to: new Date(to).toISOString() }),
            }
            const { body } = await service.call(site.nurse.token, 'alert.search', {
              query: { pageSize: 100 },
              body: filter,
            })
            expect(body.totalCount).toBe(await bruteForce(site, filter))
            expect(body.records).toHaveLength(Math.min(100, body.totalCount))
          }
        },
      ),
      { seed: 20_261_120, numRuns: 40 },
    )
  }, 120_000)
})

/** Statements behind the feature log: blocks of seconds, and the hours that are worked out from them. */
import type { Why } from '@mimamori/contract/insight/measurement.ts'
import type { Hub } from '#platform/context.ts'
import type { Statements, TenantDb } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'
import { fail } from '#platform/service-error.ts'
import { type MeasuredHour, sumOfMinutes } from '#shared/measured.ts'
import { inTenants, inUnits, type ResidentScope } from '#shared/resident-scope.ts'

/** For how many days the seconds of this camera are retained; undefined: this hub does not watch it. Its blocks are stored one after the other. */
export async function lockOwnCamera(db: TenantDb, hub: Hub, cameraId: string): Promise<{ days: number } | undefined> {
  await db.run(sql`select pg_advisory_xact_lock(hashtextextended(${cameraId}, 122))`)
  return db.first(sql<{ days: number }>`
    select t.measurement_days as days from camera c join tenant t on t.id = c.tenant_id
    where c.tenant_id = ${hub.tenantId} and c.agent_id = ${hub.id} and c.id = ${cameraId}`)
}

type BlockRow = { id: string; cameraId: string; startsAt: Date; endsAt: Date; body: Uint8Array }

/** False: it is known already. Throws `conflict` when the id is of another camera's block. */
export async function insertBlock(db: TenantDb, of: BlockRow): Promise<boolean> {
  const added = await db.run(sql`
    insert into measurement_block (tenant_id, id, camera_id, starts_at, ends_at, body)
    values (${db.tenantId}, ${of.id}, ${of.cameraId}, ${of.startsAt}, ${of.endsAt}, ${of.body})
    on conflict (tenant_id, id) do nothing`)
  if (added > 0) return true
  const own = await db.first(sql<object>`
    select from measurement_block where tenant_id = ${db.tenantId} and id = ${of.id} and camera_id = ${of.cameraId}`)
  if (!own) throw fail('conflict')
  return false
}

/** Blocks of a camera that touch the range, in the order of their ids. Index: measurement_block_by_camera. */
export async function readBlocks(
  db: Pick<Statements, 'rows'>,
  of: { tenantId: string; cameraId: string; from: Date; to: Date },
): Promise<Uint8Array[]> {
  const rows = await db.rows(sql<{ body: Uint8Array }>`
    select body from measurement_block
    where tenant_id = ${of.tenantId} and camera_id = ${of.cameraId}
      and starts_at > ${of.from}::timestamptz - interval '15 minutes' and starts_at < ${of.to} and ends_at > ${of.from}
    order by id`)
  return rows.map(({ body }) => body)
}

/** Writes the minutes of these hours, and their sums. */
export async function saveHours(db: TenantDb, hours: readonly Omit<MeasuredHour, keyof Sums>[]): Promise<void> {
  for (const hour of hours) {
    const sum = sumOfMinutes(hour)
    await db.run(sql`
      insert into measured_hour as h (tenant_id, camera_id, starts_at, seconds_observed, seconds_bed_known, seconds_in_bed,
        seconds_person, motion_inside, motion_outside, motion_in_bed, minutes)
      values (${db.tenantId}, ${hour.cameraId}, ${new Date(hour.startsAtMs)}, ${sum.secondsObserved}, ${sum.secondsBedKnown},
        ${sum.secondsInBed}, ${sum.secondsPerson}, ${sum.motionInside}, ${sum.motionOutside}, ${sum.motionInBed},
        ${hour.minutes})
      on conflict (tenant_id, camera_id, starts_at) do update set seconds_observed = excluded.seconds_observed,
        seconds_bed_known = excluded.seconds_bed_known, seconds_in_bed = excluded.seconds_in_bed,
        seconds_person = excluded.seconds_person, motion_inside = excluded.motion_inside,
        motion_outside = excluded.motion_outside, motion_in_bed = excluded.motion_in_bed, minutes = excluded.minutes`)
  }
}
type Sums = ReturnType<typeof sumOfMinutes>

type WhyCamera = { tenantId: string; location: string; unitName: string | null; retainedDays: number }

/** A camera that the user may see. */
export function findWhyCamera(db: TenantDb, scope: ResidentScope, cameraId: string): Promise<WhyCamera | undefined> {
  return db.first(sql<WhyCamera>`
    select c.tenant_id as "tenantId", c.location, u.name as "unitName", t.measurement_days as "retainedDays"
    from camera c join tenant t on t.id = c.tenant_id
      left join unit u on u.tenant_id = c.tenant_id and u.id = c.unit_id
    where c.id = ${cameraId} and ${inTenants(sql`c.tenant_id`, scope)} and ${inUnits(sql`c.unit_id`, scope)}`)
}

const ALERTS_MAX = 50

/** Alerts raised in a period, in order. */
export function readRaised(
  db: TenantDb,
  of: { tenantId: string; cameraId: string; from: Date; to: Date },
): Promise<Why['alerts']> {
  return db.rows(sql<Why['alerts'][number]>`
    select a.id, a.activity, a.occurred_at as "occurredAt", a.verdict from alert a
    where a.tenant_id = ${of.tenantId} and a.camera_id = ${of.cameraId} and a.deleted_at is null
      and a.occurred_at >= ${of.from} and a.occurred_at < ${of.to}
    order by a.occurred_at, a.id limit ${ALERTS_MAX}`)
}

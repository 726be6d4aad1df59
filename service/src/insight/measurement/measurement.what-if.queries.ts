/** Statements for a replay: the current settings of the camera and app, the log in order of time, and the alerts. */
import type { Verdict } from '@mimamori/contract/alerting/alert.ts'
import type { Sensitivity } from '@mimamori/contract/camera/app-settings.ts'
import type { Week } from '@mimamori/contract/camera/week.ts'
import type { AlertAppCode } from '@mimamori/contract/shared/apps.ts'
import type { TenantDb } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'
import { appJoins } from '#shared/desired.ts'
import { inTenants, inUnits, type ResidentScope } from '#shared/resident-scope.ts'

type ReplayCamera = {
  tenantId: string
  location: string
  timezone: string
  pixelChangePercent: number
  motionDurationSeconds: number
  /** The stored settings of the app; null: it was never set up. */
  settings: Record<string, unknown> | null
  /** The camera's sensitivity, for apps without their own. */
  sensitivity: Sensitivity
  /** The effective schedule: the camera's own, otherwise its unit's, otherwise its site's. */
  schedule: Week | null
}

/** A camera that the user may see. */
export function readReplayCamera(
  db: TenantDb,
  scope: ResidentScope,
  { cameraId, appCode }: { cameraId: string; appCode: AlertAppCode },
): Promise<ReplayCamera | undefined> {
  return db.first(sql<ReplayCamera>`
    select c.tenant_id as "tenantId", t.timezone, c.pixel_change_percent as "pixelChangePercent",
      c.motion_duration_seconds as "motionDurationSeconds", c.location, c.sensitivity, x.settings,
      coalesce(x.schedule, ua.schedule, sa.schedule) as schedule
    from camera c join tenant t on t.id = c.tenant_id
      left join camera_app x on x.tenant_id = c.tenant_id and x.camera_id = c.id and x.app_code = ${appCode}
      ${appJoins}
    where c.id = ${cameraId} and ${inTenants(sql`c.tenant_id`, scope)} and ${inUnits(sql`c.unit_id`, scope)}
      and c.deregistered_at is null`)
}

type Of = { tenantId: string; cameraId: string; from: Date; to: Date }

/** Blocks in order of time. Index: measurement_block_by_camera. */
export async function readBlocks(db: TenantDb, { tenantId, cameraId, from, to }: Of): Promise<Uint8Array[]> {
  const rows = await db.rows(sql<{ body: Uint8Array }>`
    select body from measurement_block
    where tenant_id = ${tenantId} and camera_id = ${cameraId} and starts_at >= ${from} and starts_at < ${to}
    order by starts_at, id`)
  return rows.map(({ body }) => body)
}

export type JudgedAlert = { second: number; verdict: Verdict | null }

/** The alerts of the app, in order of time. */
export function readJudged(
  db: TenantDb,
  { tenantId, cameraId, from, to, appCode }: Of & { appCode: AlertAppCode },
): Promise<JudgedAlert[]> {
  return db.rows(sql<JudgedAlert>`
    select floor(extract(epoch from a.occurred_at))::bigint as second, a.verdict from alert a
    where a.tenant_id = ${tenantId} and a.camera_id = ${cameraId} and a.activity = ${appCode} and a.deleted_at is null
      and a.occurred_at >= ${from} and a.occurred_at < ${to}
    order by a.occurred_at`)
}

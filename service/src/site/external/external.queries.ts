/** All statements about external systems and their runs. */
import { DAY_MS } from '@mimamori/contract/shared/duration.ts'
import {
  DEFAULT_FIELD_MAP,
  type External,
  type ExternalDraft,
  type ExternalRun,
  type FieldMap,
} from '@mimamori/contract/site/external.ts'
import type { PlatformDb, TenantDb } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'
import type { ReportedCamera } from './external.rules.ts'

type AnyDb = TenantDb | PlatformDb
export type StoredSystem = Omit<External, 'runs'> & { authKey: string | null }

/** Whether the tenant is within reach; null reach: all tenants. */
export function isReached(db: PlatformDb, tenantId: string, reach: readonly string[] | null) {
  return db.first(sql`
    select 1 from tenant where id = ${tenantId} and (${reach === null} or id = any(${reach ?? []}::uuid[]))`)
}

/** Fields that were added after a field map was saved have their default names. */
export function readSystem(db: AnyDb, tenantId: string): Promise<StoredSystem | undefined> {
  return db.first(sql<StoredSystem>`
    select tenant_id as "tenantId", is_enabled as "isEnabled", url, corporation_code as "corporationCode",
      jig_code as "jigCode", format_kbn as "formatKbn", ${DEFAULT_FIELD_MAP}::jsonb || field_map as "fieldMap", to_jsonb(subscribers) as subscribers,
      auth_key as "authKey", key_last_four as "keyLastFour", version
    from external_system where tenant_id = ${tenantId}`)
}

type SystemChange = Omit<ExternalDraft, 'fieldMap'> & {
  fieldMap: FieldMap
  /** Undefined: the key stays. */
  key?: { sealed: string; lastFour: string }
  version: number
}

/**
 * Stores it if its version is unchanged (0: it does not exist yet); returns false otherwise. The key before a new one
 * signs for another day.
 */
export async function saveSystem(db: PlatformDb, tenantId: string, by: SystemChange, now: Date): Promise<boolean> {
  const { sealed = null, lastFour = null } = by.key ?? {}
  const isNew = sealed !== null
  const previousUntil = new Date(now.getTime() + DAY_MS)
  const codes = sql`${by.isEnabled}, ${by.url}, ${by.corporationCode}, ${by.jigCode}, ${by.formatKbn},
    ${by.fieldMap}, ${by.subscribers}::text[]`
  if (by.version === 0) {
    return (
      (await db.run(sql`
        insert into external_system (tenant_id, auth_key, key_last_four, updated_at, is_enabled, url, corporation_code,
          jig_code, format_kbn, field_map, subscribers)
        values (${tenantId}, ${sealed}, ${lastFour}, ${now}, ${codes}) on conflict do nothing`)) === 1
    )
  }
  const changed = await db.run(sql`
    update external_system set
      previous_auth_key = case when ${isNew} then auth_key else previous_auth_key end,
      previous_key_until = case when not ${isNew} then previous_key_until
        when auth_key is not null then ${previousUntil}::timestamptz end,
      auth_key = coalesce(${sealed}, auth_key),
      key_last_four = coalesce(${lastFour}, key_last_four), version = version + 1, updated_at = ${now},
      (is_enabled, url, corporation_code, jig_code, format_kbn, field_map, subscribers) = row (${codes})
    where tenant_id = ${tenantId} and version = ${by.version}`)
  return changed === 1
}

const RUN = sql`r.id, r.camera_id as "cameraId", r.state, r.reason, r.http_status as "httpStatus", r.message, r.attempts,
  r.camera_count as "cameraCount",
  (select c.name from camera c where c.tenant_id = r.tenant_id and c.id = r.camera_id) as "cameraName", r.created_at as "createdAt", r.changed_at as "changedAt"`

/** Runs about cameras, newest first. Index: external_run_by_time. */
export function readRuns(db: AnyDb, tenantId: string, most: number): Promise<ExternalRun[]> {
  return db.rows(sql<ExternalRun>`
    select ${RUN} from external_run r where r.tenant_id = ${tenantId}
    order by r.created_at desc, r.id desc limit ${most}`)
}

/** One run within the transaction's reach. */
export function findRun(db: TenantDb, id: string) {
  return db.first(sql<ExternalRun & { tenantId: string }>`
    select r.tenant_id as "tenantId", ${RUN} from external_run r where r.tenant_id = any(${db.tenantIds}::uuid[]) and r.id = ${id}`)
}

/** The last run about this camera alone. */
export function lastRunOf(db: TenantDb, { tenantId, id }: { tenantId: string; id: string }) {
  return db.first(sql<ExternalRun>`
    select ${RUN} from external_run r where r.tenant_id = ${tenantId} and r.camera_id = ${id}
      order by r.created_at desc, r.id desc limit 1`)
}

/** A waiting run of the same scope: it will send the newest data. */
export function waitingRun(db: TenantDb, tenantId: string, cameraId: string | null): Promise<ExternalRun | undefined> {
  return db.first(sql<ExternalRun>`
    select ${RUN} from external_run r where r.tenant_id = ${tenantId} and r.state in ('pending', 'sending')
      and r.camera_id is not distinct from ${cameraId} order by r.created_at desc limit 1`)
}

type NewRun = {
  tenantId: string
  cameraId: string | null
  requestedBy: string
  body: string
  cameraCount: number
}

export async function insertRun(db: TenantDb, run: NewRun, now: Date): Promise<ExternalRun> {
  const row = await db.first(sql<ExternalRun>`
    insert into external_run as r (tenant_id, camera_id, requested_by, state, body, camera_count, next_at, created_at,
      changed_at)
    values (${run.tenantId}, ${run.cameraId}, ${run.requestedBy}, 'pending', ${run.body}, ${run.cameraCount}, ${now},
      ${now}, ${now})
    returning ${RUN}`)
  return row!
}

const CAMERA = sql`c.tenant_id as "tenantId", c.id, c.name, c.location_type as "locationType",
  c.is_external_alert_on as "isOn", c.unit_code as "unitCode", c.res_code as "resCode"`
export type SiteCamera = ReportedCamera & { tenantId: string }

/** The cameras of a site by name. */
export function readCameras(db: TenantDb, tenantId: string): Promise<SiteCamera[]> {
  return db.rows(sql<SiteCamera>`
    select ${CAMERA} from camera c where c.tenant_id = ${tenantId} and c.deregistered_at is null order by c.name, c.id`)
}

export function findCamera(db: TenantDb, id: string): Promise<SiteCamera | undefined> {
  return db.first(sql<SiteCamera>`
    select ${CAMERA} from camera c
    where c.tenant_id = any(${db.tenantIds}::uuid[]) and c.id = ${id} and c.deregistered_at is null
      and ${db.unitIds === null ? sql`true` : sql`c.unit_id = any(${db.unitIds}::uuid[])`}`)
}

/** The state of a site, as its checklist needs it. */
import type { TenantDb } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'
import { appJoins, isAppOn } from '#shared/desired.ts'
import type { SiteState } from './first-steps.rules.ts'

/** A hub sends heartbeats every few seconds; after this time it counts as away. */
const CONNECTED_MS = 60_000

export async function readState(db: TenantDb, now: Date): Promise<SiteState> {
  const { tenantId } = db
  const heardSince = new Date(now.getTime() - CONNECTED_MS)
  const row = await db.first(sql<SiteState>`
    with own as (select c.* from camera c where c.tenant_id = ${tenantId} and c.deregistered_at is null)
    select
      (select count(*) from agent where tenant_id = ${tenantId} and revoked_at is null) as hubs,
      (select count(*) from agent where tenant_id = ${tenantId} and revoked_at is null
        and last_active_at > ${heardSince}) as "connectedHubs",
      (select count(*) from own) as cameras,
      (select count(*) from own where unit_id is not null) as "camerasInUnits",
      (select count(*) from own where location_type = 'ROOM') as "roomCameras",
      (select count(*) from own where location_type = 'ROOM' and places @> '[{"kind":"bed"}]') as "outlinedBeds",
      (select count(*) from own c where exists (
        select from camera_app x ${appJoins}
        where x.tenant_id = c.tenant_id and x.camera_id = c.id and x.app_code not in ('A007', 'A008')
          and ${isAppOn})) as "detectingCameras",
      (select greatest(count(*) - 1, 0) from app_user where tenant_id = ${tenantId} and disabled_at is null) as people,
      (select count(*) from escalation where tenant_id = ${tenantId}) as escalations,
      (select count(*) from alarm_device where tenant_id = ${tenantId} and proven_at is not null) as "provenDevices",
      (select count(distinct camera_id) from walk_test where tenant_id = ${tenantId} and end_reason = 'finished')
        as "walkedCameras"`)
  return row!
}

export async function isHidden(db: TenantDb, userId: string): Promise<boolean> {
  const row = await db.first(sql`
    select from first_steps_hidden where tenant_id = ${db.tenantId} and user_id = ${userId}`)
  return row !== undefined
}

export async function hideSteps(db: TenantDb, userId: string, now: Date): Promise<void> {
  await db.run(sql`
    insert into first_steps_hidden (tenant_id, user_id, hidden_at) values (${db.tenantId}, ${userId}, ${now})
    on conflict do nothing`)
}

export async function showSteps(db: TenantDb, userId: string): Promise<void> {
  await db.run(sql`delete from first_steps_hidden where tenant_id = ${db.tenantId} and user_id = ${userId}`)
}

/** Reads what a broker gets of the rooms of some sites: nobody's name, and no image. REACH-90 */
import type { Locale } from '@mimamori/contract/languages/locales.ts'
import type { PlatformDb } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'
import { inAlarmOrder, isPossible } from '#shared/alarm/alarm-row.ts'
import type { SeenRoom } from '#shared/shown/room-now.ts'

export type PublishedRoom = SeenRoom & {
  siteCode: string
  locale: Locale
  cameraId: string
  cameraName: string
  location: string
  /** Another camera looks into the same room. */
  isShared: boolean
  /** Its first unresolved alarm: state, severity, kind; null: it has none. */
  call: object | null
}

export function readSites(db: PlatformDb, codes: readonly string[]): Promise<{ id: string; code: string }[]> {
  return db.rows(sql<{ id: string; code: string }>`
    select id, code from tenant where code = any(${codes}::text[]) and disabled_at is null`)
}

/** As `room.list` has them, each by its camera. Indexes: camera_name, camera_of_room, alert_unresolved. */
export function readPublished(db: PlatformDb, tenantIds: readonly string[]): Promise<PublishedRoom[]> {
  return db.rows(sql<PublishedRoom>`
    select t.code as "siteCode", site_locale(t.id) as locale, c.id as "cameraId", c.name as "cameraName",
      c.location, r.state, r.reason, r.since, c.shown_status as status, c.created_at as "createdAt", open.call,
      count(*) over (partition by c.tenant_id, c.tally_unit_id, c.location) > 1 as "isShared"
    from tenant t join camera c on c.tenant_id = t.id
      left join room_state r on r.tenant_id = c.tenant_id and r.camera_id = c.id
      left join lateral (select jsonb_build_object('state', a.alarm_state, 'severity', a.severity, 'kind', a.activity,
          'isPossible', ${isPossible}, 'since', to_char(a.open_since at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) as call
        from camera k join alert a on a.tenant_id = k.tenant_id and a.camera_id = k.id
        where k.tenant_id = c.tenant_id and k.tally_unit_id = c.tally_unit_id and k.location = c.location
          and a.alarm_state <> 'resolved' and a.deleted_at is null
        ${inAlarmOrder} limit 1) open on true
    where t.id = any(${tenantIds}::uuid[]) and t.disabled_at is null
      and c.location_type = 'ROOM' and c.deregistered_at is null
    order by c.id`)
}

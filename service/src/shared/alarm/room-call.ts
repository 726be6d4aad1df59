/** The call of a room in statements: its key, and which alarms of the past were one call. NIGHT-01; domain.md "Call of a room". */
import { type Sql, sql } from '#platform/postgres/sql.ts'

/** The key of the room of camera `c`. */
export const cameraRoom: Sql<string> = sql`concat_ws(' ', c.tenant_id, c.tally_unit_id, c.location)`

/** The key of the room of alert `a`, whose camera is `c`; hubs' own alarms have one for each unit. */
export const roomKey: Sql<string> = sql`
  case when c.id is null then concat_ws(' ', a.agent_id, a.unit_id) else ${cameraRoom} end`

/** An alarm that nobody ended joins no further alarm to its call after this time. */
const CALL_LASTS_HOURS = 24

/**
 * Alarms `a` of one site from `from` minus CALL_LASTS_HOURS to `to`, with `call`: alarms with the same value were
 * unresolved together in one room. `columns` of `a`, and of its camera `c`. Index: alert_by_time.
 */
export function alarmsWithCall(tenantId: Sql, { from, to }: { from: Sql; to: Sql }, columns: Sql, where: Sql): Sql {
  const hours = sql`interval '${sql.raw(String(CALL_LASTS_HOURS))} hours'`
  const order = sql`partition by b.room order by b.created_at, b.id`
  return sql`
    select b.*, b.room || ' ' || count(*) filter (where b.begins) over (${order}) as call
    from (
      select b.*, coalesce(b.created_at >= max(b.over_at)
        over (${order} rows between unbounded preceding and 1 preceding), true) as begins
      from (
        select ${roomKey} as room, a.id, a.created_at, a.occurred_at,
          least(a.resolved_at, a.created_at + ${hours}) as over_at, ${columns}
        from alert a left join camera c on c.tenant_id = a.tenant_id and c.id = a.camera_id
        where a.tenant_id = ${tenantId} and a.alarm_state is not null and a.deleted_at is null
          and a.is_archived in (false, true) and a.occurred_at >= ${from} - ${hours} and a.occurred_at < ${to}
          and ${where}) b) b`
}

/** Whether the camera `c` is in the scope of the contact `k`. */
export const contactWatches: Sql = sql`((k.unit_id is null or c.unit_id = k.unit_id)
  and (k.room_camera_id is null or exists (
    select from camera r where r.tenant_id = k.tenant_id and r.id = k.room_camera_id
      and concat_ws(' ', r.tenant_id, r.tally_unit_id, r.location) = ${cameraRoom})))`

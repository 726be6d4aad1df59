/** Whether alerts reach anybody: an address, or an active person who may see them and has a channel. CAM-04. */
import { type Sql, sql } from '#platform/postgres/sql.ts'
import { isAppOn } from './desired.ts'

const ids = (list: Sql, kind: string) =>
  sql`jsonb_array_elements_text(case when jsonb_typeof(${list}->'${sql.raw(kind)}') = 'array' then ${list}->'${sql.raw(kind)}' else '[]' end)`

/**
 * Everybody whom `list` names: `isPushOnly` where it names their devices, `isRung` unless these are desktops alone. Those on
 * duty are people with a shift, standing or in a roster, or administrators.
 */
const named = (list: Sql) => sql`(
  select k.id::uuid as id, false as is_push_only, true as is_rung from ${ids(list, 'userIds')} k (id)
  union all select k.id::uuid, true, true from ${ids(list, 'mobileUserIds')} k (id)
  union all select k.id::uuid, true, false from ${ids(list, 'desktopUserIds')} k (id)
  union all select b.user_id, false, true from ${ids(list, 'unitIds')} k (id)
    join user_unit b on b.tenant_id = c.tenant_id and b.unit_id = k.id::uuid
  union all select d.id, false, true from app_user d where ${list}->>'onDuty' = 'true' and d.tenant_id = c.tenant_id
    and (d.role = 'ADMIN' or exists (select from user_shift s where s.tenant_id = d.tenant_id and s.user_id = d.id)
      or exists (select from roster_day r where r.tenant_id = d.tenant_id and r.user_id = d.id and r.shift_id is not null)))`

/** As mayHear of alerting/notification has it, for people of the camera's own site. */
const hears = sql`(case when exists (select from user_unit b where b.tenant_id = u.tenant_id and b.user_id = u.id)
  then exists (select from user_unit b where b.tenant_id = u.tenant_id and b.user_id = u.id and b.unit_id = c.unit_id)
  else u.role not in ('RESTRICTED_USER', 'SUPER_ADMIN') end)`

/** Whether an alert of the camera `c` reaches anybody on this list of subscribers, a value of jsonb. */
export const reachesSomebody = (list: Sql): Sql<boolean> => sql`(
  exists (select from ${ids(list, 'emails')} k (email))
  or exists (select from ${named(list)} w
    join app_user u on u.tenant_id = c.tenant_id and u.id = w.id and u.disabled_at is null
    left join notification_preference p on p.tenant_id = u.tenant_id and p.user_id = u.id
    where ${hears} and (
      (not w.is_push_only and coalesce(p.reaches->>'mail', 'all') <> 'none')
      or (coalesce(p.reaches->>'push', 'all') <> 'none'
        and exists (select from push_registration r where r.tenant_id = u.tenant_id and r.user_id = u.id and not r.is_token))
      or (w.is_rung and coalesce(p.reaches->>'http', 'all') <> 'none'
        and exists (select from ringer g join ringer_address d on d.tenant_id = g.tenant_id and d.preset = g.preset
          where g.tenant_id = u.tenant_id and g.is_enabled and d.user_id = u.id)))))`

/**
 * Whether the app `x` of the camera `c` is an active detection that notifies nobody, intentionally or not. Needs
 * `appJoins`.
 */
export const isUnnotified: Sql<boolean> = sql`(x.app_code not in ('A007', 'A008') and not ${reachesSomebody(sql`c.subscribers`)}
  and not ${reachesSomebody(sql`(x.settings->'subscribers')`)} and ${isAppOn})`

/** Shifts of sites as times of the calendar, for the load and for its budget. Requirement LOAD-01. */
import { type Sql, sql } from '#platform/postgres/sql.ts'

/**
 * Rows (key, name, starts_at, ends_at) of the site `t` that overlap the range: its shifts, or day and night where it has
 * none.
 */
export function shiftsBetween(from: Sql, to: Sql): Sql {
  return sql`
    select s.key, s.name, d.starts_at, d.ends_at
    from (
      select x.id::text as key, x.name, x.start_minute, x.end_minute from shift x where x.tenant_id = t.id
      union all select v.key, null, v.start_minute, v.end_minute
        from (values ('day', 360, 1080), ('night', 1080, 360)) v (key, start_minute, end_minute)
        where not exists (select from shift x where x.tenant_id = t.id)) s
      cross join generate_series(site_day(${from}, t.timezone) - 1, site_day(${to}, t.timezone), interval '1 day') g
      cross join lateral (select site_instant(g::date, s.start_minute, t.timezone) as starts_at,
        site_instant(g::date + (s.end_minute <= s.start_minute)::integer, s.end_minute, t.timezone) as ends_at) d
    where d.starts_at < ${to} and d.ends_at > ${from}`
}

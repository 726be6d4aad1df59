/** The shift and unit of a handover. Requirement HANDOVER-01. */
import type { HandoverSheet } from '@mimamori/contract/care/handover.ts'
import type { Context } from '#platform/context.ts'
import { fail, found } from '#platform/failure.ts'
import type { TenantDb } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'
import { type ResidentScope, residentScope } from '#shared/resident-scope.ts'
import { isSite } from '#shared/tenant-kind.ts'

type Shift = HandoverSheet['shift']
type Unit = { unitId: string; name: string }
type Asked = { shift?: string | undefined; day?: string | undefined; unitId?: string | null | undefined }

export type Place = {
  scope: ResidentScope
  shift: Shift
  unit: Unit | null
  shifts: { key: Shift['key']; name: string | null }[]
  units: Unit[]
  mayWholeSite: boolean
}

/** Throws `site-needed` outside of a site, `not-found` for a unit or shift out of reach. */
export async function placeOf({ db, actor, now }: Context, asked: Asked): Promise<Place> {
  const all = found(residentScope(actor))
  if (!(await isSite(db, db.tenantId))) throw fail('site-needed')
  const own = all.unitIds
  const units = await readUnits(db, own)
  const mayWholeSite = own === null
  const wanted = asked.unitId ?? null
  const unit =
    wanted === null ? (mayWholeSite ? null : found(units[0])) : found(units.find((one) => one.unitId === wanted))
  const found_ = await readShifts(db, now, asked.day)
  const names = new Map(found_.map(({ key, name }) => [key, name]))
  const scope = { tenantIds: [db.tenantId], unitIds: unit ? [unit.unitId] : null }
  return {
    ...{ scope, unit, units, mayWholeSite, shift: chosenOf(found_, asked, now) },
    shifts: [...names].map(([key, name]) => ({ key, name })),
  }
}

/**
 * The requested shift, otherwise the one whose end is nearest: at 7:00 the night shift, even during its preparation.
 */
function chosenOf(shifts: readonly Shift[], { shift, day }: Asked, now: Date): Shift {
  const distance = ({ endsAt }: Shift) => Math.abs(Date.parse(endsAt) - now.getTime())
  const wanted = shifts.filter(
    (one) => Date.parse(one.startsAt) <= now.getTime() && (!shift || one.key === shift) && (!day || one.day === day),
  )
  return found(wanted.toSorted((a, b) => distance(a) - distance(b))[0])
}

function readUnits(db: TenantDb, unitIds: readonly string[] | null): Promise<Unit[]> {
  const own = unitIds === null ? sql`true` : sql`u.id = any(${unitIds}::uuid[])`
  return db.rows(sql<Unit>`
    select u.id as "unitId", u.name from unit u where u.tenant_id = ${db.tenantId} and ${own}
    order by lower(u.name), u.id`)
}

/** Shifts of the last three days, or of the given day; a site without shifts has a day and a night. */
function readShifts(db: TenantDb, now: Date, day: string | undefined): Promise<Shift[]> {
  return db.rows(sql<Shift>`
    select s.key, s.name, d.day::text as day, site_instant(d.day, s.start_minute, t.timezone) as "startsAt",
      site_instant(d.day + (s.end_minute <= s.start_minute)::integer, s.end_minute, t.timezone) as "endsAt"
    from tenant t
      cross join lateral (
        select x.id::text as key, x.name, x.start_minute, x.end_minute from shift x where x.tenant_id = t.id
        union all select v.key, null, v.start_minute, v.end_minute
          from (values ('day', 360, 1080), ('night', 1080, 360)) v (key, start_minute, end_minute)
          where not exists (select from shift x where x.tenant_id = t.id)) s
      cross join lateral (
        select coalesce(${day ?? null}::date, site_day(${now}::timestamptz, t.timezone) - n.back) as day
        from generate_series(0, case when ${day ?? null}::date is null then 2 else 0 end) n (back)) d
    where t.id = ${db.tenantId}
    order by s.start_minute, s.key, d.day`)
}

/** The shift and unit of a handover. Requirement HANDOVER-01. */
import type { HandoverSheet } from '@mimamori/contract/care/handover.ts'
import type { Context } from '#platform/context.ts'
import type { TenantDb } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'
import { inNameOrder } from '#platform/postgres/text-search.ts'
import { fail, found } from '#platform/service-error.ts'
import { dutiesBetween } from '#shared/duty.ts'
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
    ...{
      scope,
      unit,
      units,
      mayWholeSite,
      shift: chosenOf(found_, await readOwnShifts(db, actor.userId, asked.day, now), asked, now),
    },
    shifts: [...names].map(([key, name]) => ({ key, name })),
  }
}

/** How long after its end a shift opens for its people: they write their handover. */
const AFTERWARDS_MS = 2 * 3_600_000

/** The requested shift; else the reader's own, while it runs and shortly after; else the running one, else the last. */
function chosenOf(shifts: readonly Shift[], own: readonly string[], { shift, day }: Asked, now: Date): Shift {
  const nowMs = now.getTime()
  const overForMs = ({ endsAt }: Shift) => nowMs - Date.parse(endsAt)
  const rank = (one: Shift) =>
    own.includes(`${one.key} ${one.day}`) && overForMs(one) < AFTERWARDS_MS ? 0 : overForMs(one) < 0 ? 1 : 2
  const wanted = shifts.filter(
    (one) => Date.parse(one.startsAt) <= nowMs && (!shift || one.key === shift) && (!day || one.day === day),
  )
  // If several run, the one that ends first: it is handed over next.
  return found(wanted.toSorted((a, b) => rank(a) - rank(b) || Math.abs(overForMs(a)) - Math.abs(overForMs(b)))[0])
}

/** The reader's own shifts with the day on which each begins, among those that `readShifts` finds. */
async function readOwnShifts(db: TenantDb, userId: string, day: string | undefined, now: Date): Promise<string[]> {
  const [from, to] = day
    ? [sql`(${day}::date - 1)::timestamptz`, sql`(${day}::date + 3)::timestamptz`]
    : [sql`${now}::timestamptz - interval '3 days'`, sql`${now}::timestamptz`]
  const duties = dutiesBetween({ tenantId: sql`${db.tenantId}::uuid`, from, to, userId: sql`${userId}::uuid` })
  const rows = await db.rows(sql<{ own: string }>`select d.shift_id || ' ' || d.day as own from (${duties}) d`)
  return rows.map(({ own }) => own)
}

function readUnits(db: TenantDb, unitIds: readonly string[] | null): Promise<Unit[]> {
  const own = unitIds === null ? sql`true` : sql`u.id = any(${unitIds}::uuid[])`
  return db.rows(sql<Unit>`
    select u.id as "unitId", u.name from unit u where u.tenant_id = ${db.tenantId} and ${own}
    order by ${inNameOrder(sql`u.name`)}, u.id`)
}

/** Shifts of the last three days, or of the given day; a site without shifts has a day and a night. */
export function readShifts(db: TenantDb, now: Date, day?: string): Promise<Shift[]> {
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

/**
 * A queue whose jobs are rows of a tenant's own table: written in the transaction of their cause, under its row-level
 * security, removed with their object. Decision 0008.
 */
import type { Database, PlatformDb, Statements } from '../../postgres/database.ts'
import { type Sql, sql } from '../../postgres/sql.ts'

/**
 * The table has `tenant_id`, `id`, `state`, `attempts`, `next_at` and `changed_at`, and an index (tenant_id, next_at) of
 * the rows in these two states. `next_at` is when a waiting row is due and when a running one is given to another instance.
 */
export type RowQueue = { table: string; waiting: string; running: string }

/** A claimed row. `attempts` increases with each claim, so that it distinguishes this claim from later ones. */
export type ClaimedRow = { tenantId: string; id: string; attempts: number }

export type ClaimOptions = {
  now: Date
  /** Another instance may claim the rows from then on. */
  heldUntil: Date
  atOnce: number
  /** Maximum number of a tenant's rows in work, over all instances. */
  atOnceOfTenant: number
  /** A further condition on a row `o`. */
  eligible?: Sql
  /** Further columns to set when a row is claimed. */
  begun?: Sql
}

/** Serializes the claims of one queue until the transaction ends, so that the limit of a tenant is exact. */
export async function takeClaimTurn(db: PlatformDb, { table }: RowQueue): Promise<void> {
  await db.run(sql`select pg_advisory_xact_lock(hashtextextended(${`queue ${table}`}, 0))`)
}

/**
 * The beginning of a statement, after takeClaimTurn: `claimed` are the rows as claimed by this instance. Tenants
 * alternate: one without rows in work comes first.
 */
export function claiming(queue: RowQueue, options: ClaimOptions): Sql {
  const { now, heldUntil, atOnce, atOnceOfTenant, eligible = sql`true`, begun } = options
  const table = sql.ref(queue.table)
  // As literals: for limits that it does not know PostgreSQL sorts all rows of a tenant.
  const [most, mostOfTenant] = [atOnce, atOnceOfTenant].map((limit) => sql.raw(String(Math.trunc(limit))))
  return sql`
    with recursive site as (
      (select q.tenant_id from ${table} q where q.${open(queue)} order by q.tenant_id limit 1)
      union all
      select (select q.tenant_id from ${table} q where q.${open(queue)} and q.tenant_id > site.tenant_id
        order by q.tenant_id limit 1)
      from site where site.tenant_id is not null),
    due as (
      select w.*, busy.rows + row_number() over (partition by w.tenant_id order by w.next_at) as place from site
        cross join lateral (select count(*) as rows from ${table} o where o.tenant_id = site.tenant_id
          and o.${open(queue)} and o.state = ${queue.running} and o.next_at > ${now}) busy
        cross join lateral (select o.tenant_id, o.id, o.next_at from ${table} o where o.tenant_id = site.tenant_id
          and o.${open(queue)} and o.next_at <= ${now} and ${eligible} order by o.next_at limit ${mostOfTenant}) w
      where site.tenant_id is not null),
    next as (
      select tenant_id, id from due where place <= ${mostOfTenant} order by place, next_at limit ${most}),
    free as (
      select o.tenant_id, o.id from ${table} o join next using (tenant_id, id)
      where o.${open(queue)} and o.next_at <= ${now} for update of o skip locked),
    claimed as (
      update ${table} r set state = ${queue.running}, attempts = r.attempts + 1, next_at = ${heldUntil},
        changed_at = ${now}${more(begun)}
      from free where r.tenant_id = free.tenant_id and r.id = free.id returning r.*)`
}

/** As literals: a partial index is not used for parameters. */
function open({ waiting, running }: RowQueue): Sql {
  return sql.raw(`state in ('${waiting}', '${running}')`)
}

/** When the next row may be claimed; null: none waits and none is in work. */
export async function nextClaimAt(database: Database, queue: RowQueue): Promise<Date | null> {
  const row = await database.asPlatform('next of a queue', (db) =>
    db.first(
      sql<{ at: string | null }>`select min(q.next_at) as at from ${sql.ref(queue.table)} q where q.${open(queue)}`,
    ),
  )
  return row?.at ? new Date(row.at) : null
}

type Held = { queue: RowQueue; row: ClaimedRow; now: Date; set?: Sql }

/** Renews the lease; false if another instance has taken the row over, or it was canceled or removed. */
export async function holdRow(
  db: Statements,
  { queue, row, now, set, heldUntil }: Held & { heldUntil: Date },
): Promise<boolean> {
  return changeHeld(db, { queue, row, now, set: sql`next_at = ${heldUntil}${more(set)}` })
}

/** Ends the work: `state` is one of the table's own. False if the lease is lost; nothing is changed then. */
export function endRow(db: Statements, { queue, row, now, set, state }: Held & { state: string }): Promise<boolean> {
  return changeHeld(db, { queue, row, now, set: sql`state = ${state}, next_at = null${more(set)}` })
}

/** Lets the row wait until `at`; `isTry: false` when the instance ended and not the work. */
export function retryRow(
  db: Statements,
  { queue, row, now, set, at, isTry = true }: Held & { at: Date; isTry?: boolean },
): Promise<boolean> {
  const attempts = sql.raw(isTry ? 'attempts' : 'attempts - 1')
  const waits = sql`state = ${queue.waiting}, next_at = ${at}, attempts = ${attempts}`
  return changeHeld(db, { queue, row, now, set: sql`${waits}${more(set)}` })
}

const more = (set: Sql | undefined) => (set ? sql`, ${set}` : sql``)

async function changeHeld(db: Statements, { queue, row, now, set }: Held): Promise<boolean> {
  const changed = await db.run(sql`
    update ${sql.ref(queue.table)} set ${set}, changed_at = ${now} where tenant_id = ${row.tenantId} and id = ${row.id}
      and state = ${queue.running} and attempts = ${row.attempts}`)
  return changed === 1
}

/** Pause before the next try; null: no further try. With `isEndless` the last pause repeats. */
export function retryAt(
  pausesS: readonly number[],
  attempts: number,
  now: Date,
  { isEndless = false, atLeastS = 0 } = {},
): Date | null {
  const pauseS = pausesS[isEndless ? Math.min(attempts, pausesS.length) - 1 : attempts - 1]
  return pauseS === undefined ? null : new Date(now.getTime() + Math.max(pauseS, atLeastS) * 1000)
}

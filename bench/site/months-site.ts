/** Notifications and blocks of the feature log, a million rows of each over 13 months: as one table, and as one with a part for each month. */
import type postgres from 'postgres'
import { cameraId, TENANTS, tenantId, userId } from '../part/alert-history.ts'

const MONTHS = 13
export type Shape = 'one' | 'months'
export type Kind = {
  /** Of the service's own table, from which columns, checks and indexes come. */
  table: 'notification' | 'measurement_block'
  /** The column by which rows are forgotten. */
  at: 'created_at' | 'ends_at'
  /** References that a part for each month has as well. */
  references: readonly string[]
}

export const KINDS: readonly Kind[] = [
  {
    table: 'notification',
    at: 'created_at',
    references: ['(tenant_id, alert_id) references alert (tenant_id, id) on delete cascade'],
  },
  {
    table: 'measurement_block',
    at: 'ends_at',
    references: ['(tenant_id, camera_id) references camera (tenant_id, id)'],
  },
]

export const nameOf = ({ table }: Kind, shape: Shape) => `${table}_${shape}`
export const monthOf = (kind: Kind, month: number) => `${nameOf(kind, 'months')}_${month}`
/** Where the n-th month begins, oldest first; the last one has not ended. */
const startOf = (month: number) =>
  `date_trunc('month', now()) - interval '${MONTHS - 1} months' + interval '${month} months'`

/** Makes the table with `rows` rows and then its keys, as the service's own has them; in months each key holds the time besides. */
export async function makeTable(sql: postgres.Sql, kind: Kind, shape: Shape, rows: number): Promise<void> {
  const name = nameOf(kind, shape)
  const like = `like ${kind.table} including defaults including constraints`
  await sql.unsafe(`create table ${name} (${like}) ${shape === 'months' ? `partition by range (${kind.at})` : ''}`)
  if (shape === 'months') {
    for (let month = 0; month < MONTHS; month++) {
      const [from, to] = await boundsOf(sql, month)
      await sql.unsafe(
        `create table ${monthOf(kind, month)} partition of ${name} for values from ('${from}') to ('${to}')`,
      )
    }
  }
  await sql.unsafe(`alter table ${name} owner to mimamori_owner; insert into ${name} ${rowsOf(kind, rows)}`)
  const more = shape === 'months' ? `, ${kind.at}` : ''
  await sql.unsafe(`alter table ${name} add primary key (tenant_id, id${more})`)
  for (const definition of await indexesOf(sql, kind)) {
    const own = definition.replaceAll(new RegExp(`\\b${kind.table}(?=\\b|_)`, 'g'), name)
    await sql.unsafe(/^CREATE UNIQUE/.test(own) ? own.replace(') NULLS', `${more}) NULLS`) : own)
  }
  for (const reference of kind.references) await sql.unsafe(`alter table ${name} add foreign key ${reference}`)
  if (shape === 'one') await sql.unsafe(`alter table ${name} set (autovacuum_enabled = off)`)
  await sql.unsafe(`vacuum analyze ${name}`)
}

async function boundsOf(sql: postgres.Sql, month: number): Promise<[from: string, to: string]> {
  const [row] = await sql.unsafe<{ from: string; to: string }[]>(
    `select (${startOf(month)})::text as from, (${startOf(month + 1)})::text as to`,
  )
  return [row!.from, row!.to]
}

async function indexesOf(sql: postgres.Sql, { table }: Kind): Promise<string[]> {
  const rows = await sql<{ text: string }[]>`
    select pg_get_indexdef(indexrelid) as text from pg_index where indrelid = ${table}::regclass and not indisprimary`
  return rows.map(({ text }) => text)
}

/** In the order of time, spread evenly from the first month until now. */
function rowsOf({ table }: Kind, rows: number): string {
  const times = `generate_series(0, ${rows - 1}) n, lateral (
    select ${startOf(0)} + n * ((now() - (${startOf(0)})) / ${rows}) as at) t`
  if (table === 'measurement_block') {
    return `(tenant_id, id, camera_id, starts_at, ends_at, body)
      select ${tenantId(`n % ${TENANTS}`)}, gen_random_uuid(), ${cameraId(`n % ${TENANTS}`)}, at - interval '5 minutes', at,
        decode(repeat(md5(n::text), 40), 'hex') from ${times}`
  }
  return `(tenant_id, cause, alert_id, channel, user_id, recipient_name, burst_id, state, due_at, created_at, changed_at, sent_at, is_listed, opening)
    select a.tenant_id, 'raised', a.id, 'push', ${userId(`n % ${TENANTS} + ${TENANTS} * (n % 5)`)}, 'Nurse', gen_random_uuid(), 'shown', at, at, at, at, true,
      1 + n / (select count(*) from alert)
    from (select n, at from ${times}) drawn join (select tenant_id, id, row_number() over () - 1 as number from alert) a
      on a.number = n % (select count(*) from alert)`
}

/** One batch of the job that forgets, in the one table; `month` and what is before it. */
export function deletion(kind: Kind, month: number, batch: number): string {
  const [name, before] = [nameOf(kind, 'one'), startOf(month + 1)]
  if (kind.table === 'notification') {
    return `delete from ${name} where (tenant_id, id) in (select tenant_id, id from ${name}
      where created_at < ${before} order by created_at limit ${batch} for update skip locked)`
  }
  // Each site has days of its own.
  return `delete from ${name} b using (select x.tenant_id, x.id from tenant t cross join lateral (
      select m.tenant_id, m.id from ${name} m where m.tenant_id = t.id and m.ends_at < ${before}
      order by m.ends_at limit ${batch}) x limit ${batch}) old
    where b.tenant_id = old.tenant_id and b.id = old.id`
}

/** One more row of now, like the row of the one table that its two parameters name. */
export function insertion(kind: Kind, shape: Shape): string {
  const [columns, values] =
    kind.table === 'notification'
      ? [
          'tenant_id, cause, alert_id, channel, user_id, recipient_name, burst_id, due_at, created_at, changed_at',
          `tenant_id, 'raised', alert_id, 'push', gen_random_uuid(), 'Nurse', gen_random_uuid(), now(), now(), now()`,
        ]
      : [
          'tenant_id, id, camera_id, starts_at, ends_at, body',
          `tenant_id, gen_random_uuid(), camera_id, now() - interval '5 minutes', now(), body`,
        ]
  return `insert into ${nameOf(kind, shape)} (${columns}) select ${values} from ${nameOf(kind, 'one')}
    where tenant_id = $1 and id = $2 on conflict do nothing`
}

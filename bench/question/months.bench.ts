/** What retention costs in batches beside dropping a month, and what months cost writes and reads. SCALE-04; decision 0049. */
import { setTimeout as pause } from 'node:timers/promises'
import { readPage } from '@mimamori/service/alerting/alert/alert.queries.ts'
import { connect } from '@mimamori/service/platform/postgres/postgres-url.ts'
import type postgres from 'postgres'
import { type Bench, IS_TRIAL, median, quantile, round } from '../bench.ts'
import { type Asker, openAsker } from '../part/history-question.ts'
import { type HistorySite, openHistorySite } from '../site/history-site.ts'
import { deletion, insertion, KINDS, type Kind, makeTable, monthOf, nameOf, type Shape } from '../site/months-site.ts'

const ROWS = IS_TRIAL ? 13_000 : 1_000_000
const ALERTS = IS_TRIAL ? 10_000 : 100_000
/** Months that are forgotten, one after the other. */
const ROUNDS = 3
const BATCH = 500
const CALLS = IS_TRIAL ? 50 : 1_000
const ALONE_MS = IS_TRIAL ? 200 : 5_000
/** As long as a backup copies the alerts of a small installation. */
const READER_MS = 2_000
const PAGE_EVERY_MS = 2
const MB = 1_000_000
const GOAL_SHARE = 0.001
const MONTH_MS = 30 * 86_400_000

type Pages = { pages: number; pageP99Ms: number; pageMaxMs: number }
/** `mbAfter`: of the table with its indexes. */
type Retention = Pages & {
  tookMs: number
  walMb: number
  vacuumMs: number
  vacuumWalMb: number
  mbBefore: number
  mbAfter: number
}

export const bench: Bench = {
  question: `What does it cost to forget a month of ${ROWS} rows of 13 months in batches of ${BATCH}, and by dropping a part?`,
  goal: `batches and vacuum take at most ${GOAL_SHARE * 100} % of the month, and pages of alerts beside them at most twice the p99 of without`,
  async run(say) {
    const site = await openHistorySite({ alerts: ALERTS, say })
    const asker = openAsker(site.databaseUrl)
    try {
      const figures: Record<string, unknown> = { rows: ROWS }
      let isMet = true
      for (const kind of KINDS) {
        for (const shape of ['one', 'months'] as const) await makeTable(site.sql, kind, shape, ROWS)
        say(`${kind.table}: both tables made`)
        const calls = await callsOf(site.sql, kind)
        const alone = await pagesDuring(asker, () => pause(ALONE_MS))
        const { one, months } = await forgetInTurn(site, asker, kind)
        const middle = (of: (found: Retention) => number) => median(one.map(of))
        isMet &&= middle(({ tookMs, vacuumMs }) => tookMs + vacuumMs) / MONTH_MS <= GOAL_SHARE
        isMet &&= middle(({ pageP99Ms }) => pageP99Ms) <= 2 * alone.pageP99Ms
        say(`${kind.table}: a month in batches ${round(middle(({ tookMs }) => tookMs))} ms`)
        const behindReader = await dropBehindReader(site, kind)
        const retention = { batches: summary(one), drop: summary(months), dropBehindReader: behindReader }
        figures[kind.table] = { calls, pagesAlone: rounded(alone), ...retention }
      }
      return { isMet, figures, notes: NOTES }
    } finally {
      await asker.stop()
      await site.close()
    }
  },
}

const NOTES = [
  'Tables as the service has them, with its checks, indexes and references, filled by SQL in the order of time; the one with months has the time in each unique key besides. A month of one is forgotten, then the same month of the other, three times; of retention each figure is the least, the median and the most.',
  `Beside each a page of ten alerts is asked under row level security, ${PAGE_EVERY_MS} ms after the one before. Autovacuum of the one table is off; vacuum runs after each month and is counted apart. WAL from a checkpoint on.`,
  `Behind a reader: another connection has read the table in a transaction of ${READER_MS} ms, as a backup does, when a part is dropped; beside it rows are inserted.`,
]

async function forgetInTurn(site: HistorySite, asker: Asker, kind: Kind): Promise<Record<Shape, Retention[]>> {
  const found: Record<Shape, Retention[]> = { one: [], months: [] }
  const worker = connect(site.adminUrl, { max: 1, onnotice: () => {} })
  const [one, months] = [nameOf(kind, 'one'), nameOf(kind, 'months')]
  try {
    for (let month = 0; month < ROUNDS; month++) {
      const statement = deletion(kind, month, BATCH)
      const inBatches = async () => {
        while ((await worker.unsafe(statement)).count === BATCH);
      }
      found.one.push(await measured(site.sql, asker, one, inBatches))
      found.months.push(
        await measured(site.sql, asker, months, () => worker.unsafe(`drop table ${monthOf(kind, month)}`)),
      )
    }
  } finally {
    await worker.end()
  }
  return found
}

type Work = () => PromiseLike<unknown>

async function measured(sql: postgres.Sql, asker: Asker, table: string, work: Work): Promise<Retention> {
  await sql`checkpoint`
  const [mbBefore, from] = [await sizeOf(sql, table), await walOf(sql)]
  let tookMs = 0
  const pages = await pagesDuring(asker, async () => {
    tookMs = await timeOf(work)
  })
  const worked = await walOf(sql)
  const vacuumMs = await timeOf(() => sql.unsafe(`vacuum ${table}`))
  const vacuumed = await walOf(sql)
  return {
    ...{ tookMs, walMb: (worked - from) / MB, vacuumMs, vacuumWalMb: (vacuumed - worked) / MB },
    ...{ mbBefore, mbAfter: await sizeOf(sql, table), ...pages },
  }
}

async function timeOf(work: Work): Promise<number> {
  const begunMs = performance.now()
  await work()
  return performance.now() - begunMs
}

/** Of the table, or of all its parts, with indexes. */
async function sizeOf(sql: postgres.Sql, table: string): Promise<number> {
  const [row] = await sql<{ bytes: number }[]>`
    select coalesce((select sum(pg_total_relation_size(relid)) from pg_partition_tree(${table}::regclass)),
      pg_total_relation_size(${table}::regclass))::float8 as bytes`
  return row!.bytes / MB
}

async function walOf(sql: postgres.Sql): Promise<number> {
  const [row] = await sql<{ at: number }[]>`select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 as at`
  return row!.at
}

/** Pages of alerts one after the other while `work` runs. */
async function pagesDuring(asker: Asker, work: () => Promise<unknown>): Promise<Pages> {
  const page = { pageNumber: 0, pageSize: 10, sortAscending: false }
  const took = async () => (await asker.timed((db) => readPage(db, asker.ask({}), page))).tookMs
  const tookMs = await timesDuring(took, work)
  return { pages: tookMs.length, pageP99Ms: quantile(tookMs, 0.99), pageMaxMs: Math.max(...tookMs) }
}

async function timesDuring(took: () => Promise<number>, work: () => Promise<unknown>): Promise<number[]> {
  const tookMs: number[] = []
  let isOver = false
  const asking = (async () => {
    do {
      tookMs.push(await took())
      await pause(PAGE_EVERY_MS)
    } while (!isOver)
  })()
  await work().finally(() => {
    isOver = true
  })
  await asking
  return tookMs
}

/** How long writers wait when a part is dropped while somebody reads the table, as a backup does. */
async function dropBehindReader(site: HistorySite, kind: Kind) {
  const open = () => connect(site.adminUrl, { max: 1, onnotice: () => {} })
  const [reader, worker] = [open(), open()]
  const values = await someKey(site.sql, kind)
  const write = () => timeOf(() => site.sql.unsafe(insertion(kind, 'months'), values, { prepare: true }))
  try {
    let dropMs = 0
    const tookMs = await timesDuring(write, async () => {
      const reading = reader.begin(async (sql) => {
        await sql.unsafe(`select from ${nameOf(kind, 'months')} limit 1`)
        await sql`select pg_sleep(${READER_MS / 1_000})`
      })
      await pause(READER_MS / 4)
      dropMs = await timeOf(() => worker.unsafe(`drop table ${monthOf(kind, ROUNDS)}`))
      await reading
    })
    return rounded({ dropMs, inserts: tookMs.length, insertP50Ms: median(tookMs), insertMaxMs: Math.max(...tookMs) })
  } finally {
    await Promise.all([reader.end(), worker.end()])
  }
}

async function someKey(sql: postgres.Sql, kind: Kind): Promise<string[]> {
  const [row] = await sql.unsafe<{ tenantId: string; id: string }[]>(
    `select tenant_id as "tenantId", id from ${nameOf(kind, 'one')} offset ${ROWS / 2} limit 1`,
  )
  return [row!.tenantId, row!.id]
}

/** One row in, and what a row is looked for by; both shapes in turn. */
async function callsOf(sql: postgres.Sql, kind: Kind): Promise<Record<string, Record<Shape, object>>> {
  const values = await someKey(sql, kind)
  const statements: Record<string, (shape: Shape) => string> = {
    insert: (shape) => insertion(kind, shape),
    byId: (shape) => `select ${kind.at} from ${nameOf(kind, shape)} where tenant_id = $1 and id = $2`,
  }
  const found: Record<string, Record<Shape, object>> = {}
  for (const [call, statement] of Object.entries(statements)) {
    const times: Record<Shape, number[]> = { one: [], months: [] }
    for (let turn = 0; turn < CALLS; turn++) {
      for (const shape of ['one', 'months'] as const) {
        times[shape].push(await timeOf(() => sql.unsafe(statement(shape), values, { prepare: true })))
      }
    }
    found[call] = { one: spread(times.one), months: spread(times.months) }
  }
  return found
}

const spread = (ms: readonly number[]) => ({
  p50Ms: round(median(ms)),
  p99Ms: round(quantile(ms, 0.99)),
  times: ms.length,
})

function rounded(figures: Record<string, number>): Record<string, number> {
  return Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, round(value)]))
}

/** Of each figure the least, the median and the most. */
function summary(found: readonly Retention[]) {
  const names = Object.keys(found[0]!) as (keyof Retention)[]
  return Object.fromEntries(
    names.map((name) => {
      const values = found.map((one) => one[name])
      return [name, [Math.min(...values), median(values), Math.max(...values)].map(round)]
    }),
  )
}

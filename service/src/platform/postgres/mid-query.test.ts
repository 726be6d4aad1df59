import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startService, type TestService } from '#testing/service.ts'
import { type Database, openDatabase, type Statements } from './database.ts'
import { connect } from './postgres-url.ts'
import { sql } from './sql.ts'

// If a statement fails after its first rows, the driver retains its row count, and puts the rows of the next statement
// behind as many empty places. The end of a transaction resets the count, and every statement of the service belongs to
// a transaction.

let service: TestService
let database: Database
beforeAll(async () => {
  service = await startService()
  database = openDatabase({ url: service.databaseUrl, connections: 1, statementTimeoutMs: 300 })
})
afterAll(async () => {
  await database.stop()
  await service.stop()
})

const three = sql<{ n: number; texts: string[] }>`select n, array['a', n::text] as texts from generate_series(1, 3) n`
const THREE = [1, 2, 3].map((n) => ({ n, texts: ['a', String(n)] }))
/** Sends `rows` rows and fails then; wide ones, so that they have left the server before. */
const failsAfter = (rows: number) =>
  sql`select repeat('x', 9000) as wide, 1 / (${rows}::int + 1 - n) as part from generate_series(1, 1000) n`
/** Sends rows until the time of a statement is over. */
const lastsTooLong = sql`select repeat('x', 9000) as wide, pg_sleep(0.02) from generate_series(1, 1000) n`
const endsItself = sql`select repeat('x', 9000) as wide, case when n = 20 then pg_terminate_backend(pg_backend_pid()) end
  from generate_series(1, 1000) n`

type Step = 'throws' | 'caught' | 'savepoint' | 'beside' | 'timeout' | 'terminated'
const run: Record<Step, (db: Statements, rows: number) => Promise<unknown>> = {
  throws: (db, rows) => db.rows(failsAfter(rows)),
  caught: (db, rows) => db.rows(failsAfter(rows)).catch(() => {}),
  savepoint: async (db, rows) => {
    await db.savepoint(() => db.rows(failsAfter(rows))).catch(() => {})
    expect(await db.rows(three)).toEqual(THREE)
    expect(await db.first(three)).toEqual(THREE[0])
  },
  beside: (db, rows) => Promise.allSettled([db.rows(failsAfter(rows)), db.rows(three), db.first(three)]),
  timeout: (db) => db.rows(lastsTooLong),
  terminated: (db) => db.rows(endsItself),
}

describe('a statement that fails after its first rows', () => {
  test('leaves the rows of every later statement whole', async () => {
    const steps = fc.constantFrom<Step>(...(Object.keys(run) as Step[]))
    const histories = fc.array(fc.record({ step: steps, rows: fc.integer({ min: 0, max: 40 }) }), {
      minLength: 1,
      maxLength: 6,
    })
    await fc.assert(
      fc.asyncProperty(histories, async (history) => {
        for (const { step, rows } of history) {
          await database.asPlatform('fails', (db) => run[step](db, rows)).catch(() => {})
          const [all, first] = await database.asPlatform('after', (db) =>
            Promise.all([db.rows(three), db.first(three)]),
          )
          expect([all, first]).toEqual([THREE, THREE[0]])
        }
      }),
      { numRuns: 25 },
    )
  }, 120_000)

  test('spoils the next answer of the bare driver: the test above can see it', async () => {
    const bare = connect(service.databaseUrl, { max: 1, onnotice: () => {} })
    const { text, values } = failsAfter(5)
    await bare.unsafe(text, values as number[]).catch(() => {})
    const answer = await bare`select 1 as n`
    await bare.end()
    expect([answer.length, answer[0]]).toEqual([6, undefined])
  })
})

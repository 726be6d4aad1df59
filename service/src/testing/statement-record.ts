/** Setup of every test file: records which columns each statement of the product returned, for `npm run sql:check`. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { afterAll } from 'vitest'
import { type SentStatement, STATEMENTS } from '#platform/postgres/database.ts'

/** One place that sends a statement, and a column as PostgreSQL described it. `isNull`: a result had no value there. */
type SeenColumn = { name: string; type: number; isNull: boolean }
type SeenStatement = { file: string; line: number; text: string; columns: SeenColumn[] }

const ROOT = join(import.meta.dirname, '..', '..', '..')
const FOLDER = join(ROOT, 'node_modules', '.mimamori-sql')
/** Statements seen by this worker, over all its test files; by the statement's text and the call that sent it. */
const worker = globalThis as { seenStatements?: Map<string, SeenStatement> }
worker.seenStatements ??= begin()

afterAll(() => {
  mkdirSync(FOLDER, { recursive: true })
  writeFileSync(join(FOLDER, `${process.pid}.json`), JSON.stringify([...worker.seenStatements!.values()]))
})

function begin(): Map<string, SeenStatement> {
  const statements = new Map<string, SeenStatement>()
  STATEMENTS.subscribe((message) => {
    const { query, answer } = message as SentStatement
    const caller = callerNow()
    const key = `${caller} ${query.text}`
    const known = statements.get(key)
    if (known) return void answer.then((rows) => noteNulls(known, rows)).catch(() => {})
    const place = caller === null ? null : placeNow()
    if (!place) return
    answer
      .then((rows) => {
        const columns = (rows.columns ?? []).map(({ name, type }) => ({ name, type, isNull: false }))
        const statement = { ...place, text: query.text, columns }
        statements.set(key, statement)
        noteNulls(statement, rows)
      })
      .catch(() => {})
  })
  return statements
}

const PASSED_OVER = /statement-record|postgres\/database\.ts|node_modules|^node:/

/** Where the running code called `rows`, `first` or `run`, as loaded: cheap, but not the source position. */
function callerNow(): string | null {
  const { prepareStackTrace } = Error
  Error.prepareStackTrace = (_error, sites) => sites
  const sites = new Error().stack as unknown as NodeJS.CallSite[]
  Error.prepareStackTrace = prepareStackTrace
  const site = sites.find((one) => one.getFileName() && !PASSED_OVER.test(one.getFileName()!))
  return site ? `${site.getFileName()}:${site.getLineNumber()}:${site.getColumnNumber()}` : null
}

function noteNulls({ columns }: SeenStatement, rows: readonly Record<string, unknown>[]): void {
  for (const column of columns) column.isNull ||= rows.some((row) => row[column.name] === null)
}

/** The same position in the source: file and line. */
function placeNow(): { file: string; line: number } | null {
  for (const frame of new Error().stack!.split('\n').slice(1)) {
    const [, file, line] = /\(?(\/[^():]+):(\d+):\d+\)?$/.exec(frame) ?? []
    if (file && line && !PASSED_OVER.test(file)) return { file: relative(ROOT, file), line: Number(line) }
  }
  return null
}

/** Setup of every test file: writes down which columns each statement of the product answered, for `npm run sql:check`. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { afterAll } from 'vitest'
import { type SentStatement, STATEMENTS } from '#platform/postgres/database.ts'

/** One place that sends a statement, and a column as PostgreSQL described it. `isNull`: an answer had no value there. */
type SeenColumn = { name: string; type: number; isNull: boolean }
type SeenStatement = { file: string; line: number; text: string; columns: SeenColumn[] }

const ROOT = join(import.meta.dirname, '..', '..', '..')
const FOLDER = join(ROOT, 'node_modules', '.mimamori-sql')
/** Of this worker, kept over its test files. By the statement's text: the place is looked up once. */
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
    const known = statements.get(query.text)
    if (known) return void answer.then((rows) => noteNulls(known, rows)).catch(() => {})
    const place = callSite()
    if (!place) return
    answer
      .then((rows) => {
        const columns = (rows.columns ?? []).map(({ name, type }) => ({ name, type, isNull: false }))
        const statement = { ...place, text: query.text, columns }
        statements.set(query.text, statement)
        noteNulls(statement, rows)
      })
      .catch(() => {})
  })
  return statements
}

function noteNulls({ columns }: SeenStatement, rows: readonly Record<string, unknown>[]): void {
  for (const column of columns) column.isNull ||= rows.some((row) => row[column.name] === null)
}

/** The line of the product that called `rows`, `first` or `run`. */
function callSite(): { file: string; line: number } | null {
  for (const frame of new Error().stack!.split('\n').slice(1)) {
    const [, file, line] = /\(?(\/[^():]+):(\d+):\d+\)?$/.exec(frame) ?? []
    if (!file || !line || file.includes('node_modules') || /statement-record|postgres\/database\.ts/.test(file))
      continue
    return { file: relative(ROOT, file), line: Number(line) }
  }
  return null
}

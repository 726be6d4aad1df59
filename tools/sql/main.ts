// Holds every statement that the service's tests sent against its row type: `npm run sql:check` after `npx vitest run
// --project service`. Fails for a column that the type does not describe, and for a statement that no test sends.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { compare, type SeenStatement } from './compare.ts'
import { findSenders } from './row-types.ts'

const root = join(import.meta.dirname, '..', '..')
const folder = join(root, 'node_modules', '.mimamori-sql')
if (!existsSync(folder)) throw new Error('No test of the service has run yet: npx vitest run --project service')
const seen = readdirSync(folder).flatMap(
  (name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as SeenStatement[],
)
const senders = findSenders(root)
const errors = compare(senders, seen)
for (const error of errors) console.log(error)
const checked = senders.filter(({ fields }) => fields !== null).length
console.log(`${senders.length} places send statements, ${checked} with a row type; ${errors.length} errors.`)
process.exitCode = errors.length > 0 ? 1 : 0

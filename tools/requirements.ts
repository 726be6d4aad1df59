// Lists the requirements that no test names: `npm run requirements`.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { areasOf, readNamedRequirements, readRequirements } from './requirement-ids.ts'

const root = join(import.meta.dirname, '..')
const requirements = readRequirements(readFileSync(join(root, 'docs', 'requirements.md'), 'utf8'))
const named = new Set(readNamedRequirements(root, areasOf(requirements)).map((one) => one.id))
const open = requirements.filter((one) => !named.has(one.id))

console.log(`Requirements that no test names (${open.length} of ${requirements.length}):`)
for (const { id, text } of open) console.log(`  ${id.padEnd(9)} ${text.length > 100 ? `${text.slice(0, 99)}…` : text}`)

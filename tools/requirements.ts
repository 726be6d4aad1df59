// Lists the requirements that no test names and the calls that answer 501 for now: `npm run requirements`.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { areasOf, readNamedRequirements, readRequirements } from './requirement-ids.ts'

const root = join(import.meta.dirname, '..')
const requirements = readRequirements(readFileSync(join(root, 'docs', 'requirements.md'), 'utf8'))
const named = new Set(readNamedRequirements(root, areasOf(requirements)).map((one) => one.id))
const open = requirements.filter((one) => !named.has(one.id))

console.log(`Requirements that no test names (${open.length} of ${requirements.length}):`)
for (const { id, text } of open) console.log(`  ${id.padEnd(9)} ${text.length > 100 ? `${text.slice(0, 99)}…` : text}`)

const table = join(root, 'contract', 'src', 'endpoints.ts')
if (existsSync(table)) {
  const { endpoints } = (await import(pathToFileURL(table).href)) as typeof import('@mimamori/contract/endpoints.ts')
  const all = Object.entries(endpoints as Record<string, { method: string; path: string; later?: boolean }>)
  const later = all.filter(([, endpoint]) => endpoint.later)
  console.log(`\nCalls that are in the contract and answer 501 for now (${later.length} of ${all.length}):`)
  for (const [name, { method, path }] of later) console.log(`  ${name.padEnd(32)} ${method.padEnd(6)} ${path}`)
}

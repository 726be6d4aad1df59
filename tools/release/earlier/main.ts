// `npm run release:earlier -- COMMIT [WORDS]`: tests of an earlier release's service on this checkout's schema. COMMIT is its tag.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { layOutEarlier, newerMigrations, removeEarlier, testEarlier } from './earlier.ts'

const root = join(import.meta.dirname, '..', '..', '..')
const [commit, ...words] = process.argv.slice(2)
if (!commit) {
  process.stderr.write('Name the commit or tag of the earlier release: npm run release:earlier -- COMMIT\n')
  process.exit(2)
}
let newer: string[]
try {
  newer = newerMigrations(root, commit)
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exit(1)
}
process.stdout.write(`On the schema of ${commit} and ${newer.length} newer files: ${newer.join(', ') || 'none'}\n`)
const home = mkdtempSync(join(tmpdir(), 'mimamori-earlier-'))
const folder = join(home, 'checkout')
try {
  layOutEarlier(root, commit, newer, folder)
  process.exitCode = testEarlier(folder, words, 'inherit')
} finally {
  removeEarlier(root, folder)
  rmSync(home, { recursive: true, force: true })
}

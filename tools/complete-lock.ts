// Adds to package-lock.json the optional platform packages that npm left out of it, so that `npm ci` accepts the lock on
// every platform: `node tools/complete-lock.ts`, after every change of the lock.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Lockfile, missingPlatformPackages, platformEntry } from './lock.ts'

const file = join(import.meta.dirname, '..', 'package-lock.json')
const lock = JSON.parse(readFileSync(file, 'utf8')) as Lockfile
const missing = missingPlatformPackages(lock)
for (const { name, version, parent } of missing) {
  lock.packages[`node_modules/${name}`] = platformEntry(name, version, parent)
}
lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)))
if (missing.length > 0) writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
console.log(missing.length === 0 ? 'The lock is complete.' : `Added ${missing.map((one) => one.name).join(', ')}.`)

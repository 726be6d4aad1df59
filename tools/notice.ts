// Writes the list of packages and licences at the end of NOTICE: `node tools/notice.ts`, after every change of the lock.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Lockfile, packagesByLicence } from './lock.ts'

const root = join(import.meta.dirname, '..')
const file = join(root, 'NOTICE')
const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lockfile
const [head] = readFileSync(file, 'utf8').split(/(?<=tools\/notice\.ts\):\n)/)
writeFileSync(file, `${head}${packagesByLicence(lock)}`)

// `npm run doctor`: errors of this checkout or its machine, and their remedies.
import { createHash } from 'node:crypto'
import { accessSync, constants, existsSync, readFileSync, statfsSync, statSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { lockDataFolder } from '../start/data-folder-lock.ts'
import { readStartOptions, type StartOptions } from '../start/options.ts'
import { requireFreePort } from '../start/port.ts'
import { findSystemParts } from '../system-parts.ts'

/** `wrong`: the product does not start or loses data. `missing`: some tests or demo cameras are left out. */
export type Finding = { state: 'ok' | 'missing' | 'wrong'; subject: string; words: string }
type Environment = Record<string, string | undefined>

const GIB = 1024 ** 3
const MIB = 1024 ** 2
/** For the demo with its database, frames and an hour of recordings. */
const NEEDED_DISK_BYTES = 2 * GIB
/** For service, hub with seven cameras, database and a browser. */
const NEEDED_MEMORY_BYTES = 2 * GIB
/** V8 and PostgreSQL map files outside the data folder. */
const NEEDED_TEMPORARY_BYTES = 256 * MIB

/**
 * Checks the checkout at `root` as `npm start` would use it, without starting or changing anything. Returns one finding
 * for each subject, in the order of a start.
 */
export async function examine(root: string, environment: Environment, workingFolder: string): Promise<Finding[]> {
  const packages = [findNode(root), findPackages(root)]
  try {
    const options = readStartOptions([], environment, root, workingFolder)
    const place = [findFolder(options.dataFolder), findDisk(options.dataFolder), findMemory(), findTemporary()]
    return [
      ...packages,
      ok('settings', 'PORT and MIMAMORI_DATA_DIR are valid'),
      ...place,
      await findPort(options),
      ...parts(),
    ]
  } catch (error) {
    return [...packages, wrong('settings', (error as Error).message), ...parts()]
  }
}

function findNode(root: string): Finding {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { engines: { node: string } }
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const [neededMajor = 0, neededMinor = 0] = manifest.engines.node.replace('>=', '').split('.').map(Number)
  const isNewEnough = major > neededMajor || (major === neededMajor && minor >= neededMinor)
  const words = `${process.version}, needed is ${manifest.engines.node}`
  return isNewEnough ? ok('Node', words) : wrong('Node', `${words}: install a newer Node`)
}

function findPackages(root: string): Finding {
  const hash = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
  const stamp = join(root, 'node_modules', '.mimamori-lock')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash)
    return ok('packages', 'as package-lock.json names them')
  if (!existsSync(join(root, 'node_modules')))
    return wrong('packages', 'not installed: npm start installs them, or npm ci')
  return ok('packages', 'installed by npm; npm start compares them with package-lock.json')
}

function findFolder(folder: string): Finding {
  if (!existsSync(folder)) {
    const nearest = nearestFolder(folder)
    return canWrite(nearest)
      ? ok('data folder', `${folder} is created at the first start`)
      : wrong(
          'data folder',
          `${nearest} is not a folder that this user may write: set MIMAMORI_DATA_DIR to another one`,
        )
  }
  if (!canWrite(folder)) return wrong('data folder', `${folder} is not writable: change its owner`)
  try {
    const { wasKilled, release } = lockDataFolder(folder, { pid: process.pid, address: 'npm run doctor' })
    release()
    return ok('data folder', wasKilled ? `${folder}; the last run was killed, the next start recovers` : folder)
  } catch (error) {
    return ok('data folder', (error as Error).message)
  }
}

function findDisk(folder: string): Finding {
  const { bavail, bsize } = statfsSync(nearestFolder(folder))
  const words = `${gib(bavail * bsize)} GiB free for ${folder}`
  if (bavail * bsize >= NEEDED_DISK_BYTES) return ok('disk', words)
  return wrong('disk', `${words}, the demo needs ${gib(NEEDED_DISK_BYTES)}: make room, or set MIMAMORI_DATA_DIR`)
}

function findMemory(): Finding {
  const words = `${gib(freemem())} GiB free`
  if (freemem() >= NEEDED_MEMORY_BYTES) return ok('memory', words)
  return wrong('memory', `${words}, the demo needs ${gib(NEEDED_MEMORY_BYTES)}: end other programs`)
}

function findTemporary(): Finding {
  const folder = tmpdir()
  const { bavail, bsize } = statfsSync(folder)
  if (!canWrite(folder)) return wrong('temporary files', `${folder} is not writable: set TMPDIR to another folder`)
  if (bavail * bsize >= NEEDED_TEMPORARY_BYTES) return ok('temporary files', folder)
  return wrong('temporary files', `${folder} is full: make room, or set TMPDIR to another folder`)
}

async function findPort({ port }: StartOptions): Promise<Finding> {
  try {
    await requireFreePort(port, 0)
    return ok('port', `${port} is free`)
  } catch (error) {
    return wrong('port', (error as Error).message)
  }
}

function parts(): Finding[] {
  return findSystemParts().map(({ name, isPresent, hint }) =>
    isPresent ? ok(name, 'installed') : { state: 'missing', subject: name, words: hint },
  )
}

const ok = (subject: string, words: string): Finding => ({ state: 'ok', subject, words })
const wrong = (subject: string, words: string): Finding => ({ state: 'wrong', subject, words })
const gib = (bytes: number) => (bytes / GIB).toFixed(1)
const nearestFolder = (folder: string): string => (existsSync(folder) ? folder : nearestFolder(dirname(folder)))

function canWrite(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK)
    return statSync(folder).isDirectory()
  } catch {
    return false
  }
}

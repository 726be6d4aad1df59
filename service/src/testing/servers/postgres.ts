/** PostgreSQL of Debian's package, with its own cluster on a free port: the oldest supported server. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { serverAccount } from '#platform/postgres/embedded-binaries.ts'
import { connect } from '#platform/postgres/postgres-url.ts'
import { freePort } from './ports.ts'

export type TestPostgres = {
  /** For the account that may do everything, on an empty database. */
  url: string
  stop(): Promise<void>
}
/** A server that follows another one. */
export type TestStandby = {
  /** The standby's URL instead of the server's. */
  of(url: string): string
  /** Takes the place of the server, whose end is its caller's business. */
  promote(): Promise<void>
  stop(): Promise<void>
}

/** Programs of `postgresql-15` (apt-get install --no-install-recommends postgresql-15). */
export const POSTGRES_15 = '/usr/lib/postgresql/15'
/** Distributions that are newer have a newer one alone: then tests of the oldest are left out. */
export const hasPostgres15 = existsSync(join(POSTGRES_15, 'bin', 'postgres'))
const ADMIN = 'mimamori_admin'
const PASSWORD = 'hanami'
const DATABASE = 'mimamori'

/** Starts the server whose programs are in `bin` of that folder; it ends with this process at the latest. */
export async function startPostgres(programs: string): Promise<TestPostgres> {
  const { home, options } = makeHome()
  const passwordFile = join(home, 'password')
  writeFileSync(passwordFile, PASSWORD)
  if (options.uid !== undefined) chownSync(passwordFile, options.uid, options.gid!)
  const args = ['-D', join(home, 'data'), '-U', ADMIN, `--pwfile=${passwordFile}`, '--auth=scram-sha-256']
  complete(programs, 'initdb', [...args, '--encoding=UTF8', '--locale=C.UTF-8'], options)
  const port = await freePort()
  const stop = serve(programs, port, home, options)
  const url = `postgres://${ADMIN}:${PASSWORD}@127.0.0.1:${port}/`
  await persist(() => run(`${url}postgres`, `create database ${DATABASE}`))
  return { url: url + DATABASE, stop }
}

/** Starts a streaming standby of that server, from a copy by pg_basebackup. */
export async function startStandby(programs: string, primary: TestPostgres): Promise<TestStandby> {
  const { home, options } = makeHome()
  const from = new URL(primary.url)
  from.pathname = '/postgres'
  const args = ['-D', join(home, 'data'), '-d', from.href, '-R', '-X', 'stream', '-c', 'fast']
  complete(programs, 'pg_basebackup', args, options)
  const port = await freePort()
  const stop = serve(programs, port, home, options)
  const of = (url: string) => {
    const own = new URL(url)
    own.port = String(port)
    return own.href
  }
  await persist(() => run(of(from.href), 'select 1'))
  return { of, stop, promote: () => run(of(from.href), 'select pg_promote()') }
}

type Options = { uid?: number; gid?: number; cwd: string }

function makeHome(): { home: string; options: Options } {
  const account = serverAccount()
  const home = mkdtempSync(join(tmpdir(), 'mimamori-postgres-'))
  chmodSync(home, 0o700)
  if (account) chownSync(home, account.uid, account.gid)
  return { home, options: { ...account, cwd: home } }
}

function complete(programs: string, name: string, args: string[], options: Options): void {
  const made = spawnSync(join(programs, 'bin', name), args, options)
  if (made.status !== 0) throw new Error(`${programs}: ${made.error ?? made.stderr}`)
}

/** The answer ends the server at once, as a crash would, and removes its files. */
function serve(programs: string, port: number, home: string, options: Options): () => Promise<void> {
  const settings = [`port=${port}`, 'listen_addresses=127.0.0.1', `unix_socket_directories=${home}`]
  settings.push('fsync=off', 'full_page_writes=off', 'max_connections=60', 'jit=off')
  settings.push('timezone=UTC', 'random_page_cost=1.1', 'work_mem=8MB')
  const server = [
    join(programs, 'bin', 'postgres'),
    '-D',
    join(home, 'data'),
    ...settings.flatMap((one) => ['-c', one]),
  ]
  // Its input ends with this process, however that ends.
  const shell = spawn('/bin/sh', ['-c', '"$@" & read -r _; kill -QUIT $!; wait', 'sh', ...server], {
    ...{ ...options, stdio: ['pipe', 'ignore', 'ignore'] },
  })
  let ended: Promise<unknown> | null = null
  return async () => {
    ended ??= once(shell, 'close')
    shell.stdin!.end()
    await ended
    rmSync(home, { recursive: true, force: true })
  }
}

async function run(url: string, statement: string): Promise<void> {
  const client = connect(url, { max: 1, onnotice: () => {} })
  await client.unsafe(statement).finally(() => client.end({ timeout: 1 }))
}

/** Tries for 30 seconds: a server that starts refuses calls at first. */
async function persist(work: () => Promise<void>): Promise<void> {
  for (let left = 300; ; left--) {
    try {
      return await work()
    } catch (error) {
      if (left === 0) throw error
      await pause(100)
    }
  }
}

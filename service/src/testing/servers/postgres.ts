/** PostgreSQL of Debian's package, with a cluster of its own on a free port: the oldest server that the service takes. */
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

/** Programs of `postgresql-15` (apt-get install --no-install-recommends postgresql-15). */
export const POSTGRES_15 = '/usr/lib/postgresql/15'
/** Distributions that are newer have a newer one alone: then tests of the oldest are left out. */
export const hasPostgres15 = existsSync(join(POSTGRES_15, 'bin', 'postgres'))
const ADMIN = 'mimamori_admin'
const PASSWORD = 'hanami'
const DATABASE = 'mimamori'

/** Starts the server whose programs are in `bin` of that folder; it ends with this process at the latest. */
export async function startPostgres(programs: string): Promise<TestPostgres> {
  const account = serverAccount()
  const home = mkdtempSync(join(tmpdir(), 'mimamori-postgres-'))
  const passwordFile = join(home, 'password')
  writeFileSync(passwordFile, PASSWORD)
  chmodSync(home, 0o700)
  if (account) for (const path of [home, passwordFile]) chownSync(path, account.uid, account.gid)
  const options = { ...account, cwd: home }
  const args = ['-D', join(home, 'data'), '-U', ADMIN, `--pwfile=${passwordFile}`, '--auth=scram-sha-256']
  const made = spawnSync(join(programs, 'bin', 'initdb'), [...args, '--encoding=UTF8', '--locale=C.UTF-8'], options)
  if (made.status !== 0) throw new Error(`${programs}: ${made.error ?? made.stderr}`)
  const port = await freePort()
  const settings = [`port=${port}`, 'listen_addresses=127.0.0.1', `unix_socket_directories=${home}`]
  settings.push('fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=60', 'jit=off')
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
  const url = `postgres://${ADMIN}:${PASSWORD}@127.0.0.1:${port}/`
  await persist(() => run(`${url}postgres`, `create database ${DATABASE}`))
  return {
    url: url + DATABASE,
    async stop() {
      shell.stdin!.end()
      await once(shell, 'close')
      rmSync(home, { recursive: true, force: true })
    },
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

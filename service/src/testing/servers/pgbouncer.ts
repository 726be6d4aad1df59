/** A real PgBouncer in transaction mode for a test, on its own port. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serverAccount } from '#platform/postgres/embedded-binaries.ts'
import { freePort, untilReached } from './ports.ts'

export type TestPooler = {
  /** The pooler's URL instead of the server's. */
  before(url: string): string
  stop(): Promise<void>
}

/** Whether Debian's package is installed (apt-get install --no-install-recommends pgbouncer). */
export const hasPgBouncer = existsSync('/usr/sbin/pgbouncer')

/** Starts `pgbouncer` of Debian's package before the server of `url`, with `size` connections per database. */
export async function startPgBouncer(
  url: string,
  login: { user: string; password: string },
  size: number,
): Promise<TestPooler> {
  const server = new URL(url)
  const port = await freePort()
  const home = mkdtempSync(join(tmpdir(), 'mimamori-pgbouncer-'))
  const users = join(home, 'users')
  const config = join(home, 'pgbouncer.ini')
  writeFileSync(users, `"${login.user}" "${login.password}"\n`)
  writeFileSync(
    config,
    `[databases]
* = host=${server.searchParams.get('host') ?? server.hostname} port=${server.port || 5432}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
pool_mode = transaction
default_pool_size = ${size}
max_client_conn = 100
`,
  )
  const account = serverAccount()
  chmodSync(home, 0o700)
  if (account) for (const path of [home, users, config]) chownSync(path, account.uid, account.gid)
  const child = spawn('/usr/sbin/pgbouncer', ['-q', config], { ...account, stdio: 'ignore' })
  await untilReached(port)
  return {
    before(address) {
      const own = new URL(address)
      own.searchParams.delete('host')
      own.hostname = '127.0.0.1'
      own.port = String(port)
      return own.href
    },
    async stop() {
      child.kill('SIGKILL')
      await once(child, 'exit')
      rmSync(home, { recursive: true, force: true })
    },
  }
}

/** PostgreSQL as a part of this program: created at the first start, on a unix socket only, ended with its owner. */
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { ballastFile, createBallast } from './ballast.ts'
import {
  canEnter,
  fitsSocket,
  postgresPrograms,
  publicFolder,
  type ServerAccount,
  serverAccount,
} from './embedded-binaries.ts'
import { endLeftover } from './embedded-leftover.ts'
import { connect } from './postgres-url.ts'

export type Embedded = {
  /** URL with the superuser account: for migrations, see migrate.ts. */
  url: string
  /** Shuts the server down in order: open transactions are rolled back, all commits are on the disk. */
  stop(): Promise<void>
  /** Resolves when the server ended unexpectedly. */
  ended: Promise<void>
}

type EmbeddedOptions = {
  /** The service's data folder; the database is in `postgres` below it. */
  dataDir: string
  /** Lines of the server's log. */
  log: (line: string) => void
  /** Lines for the administrator, such as about a full disk; omitted: they are sent to `log`. */
  say?: (line: string) => void
  /** False for tests alone: commits do not wait for the disk, and no log is reserved. */
  isDurable?: boolean
}

const ADMIN = 'mimamori_admin'
const DATABASE = 'mimamori'
/** Its last output is read within this time. */
const OUTPUT_MS = 500
const START_TIMEOUT_MS = 60_000
/** A fast shutdown that takes longer is cut short; the next start then replays the log. */
const STOP_TIMEOUT_MS = 30_000

/** Starts the database of this data folder. Throws a clear error if another process has it open. */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const account = serverAccount()
  mkdirSync(options.dataDir, { recursive: true, mode: 0o755 })
  const lock = takeLock(options.dataDir)
  try {
    const home = homeOf(options.dataDir, account)
    const ballast = createBallast({ folder: home, say: options.say ?? options.log })
    if (existsSync(ballastFile(home))) await ballast.look()
    const programs = postgresPrograms(account, () => (account ? publicFolder() : options.dataDir))
    await endLeftover(join(home, 'data'))
    await initialise(home, programs, account)
    const socketFolder = socketFolderOf(home, account)
    const server = await launch(home, socketFolder, programs, account, options)
    const url = urlOf(home, socketFolder)
    await createDatabase(url)
    if (options.isDurable !== false) ballast.start()
    void server.ended.then(ballast.stop)
    return {
      url,
      ended: server.ended,
      async stop() {
        ballast.stop()
        await server.stop()
        if (!socketFolder.startsWith(home)) rmSync(socketFolder, { recursive: true, force: true })
        lock.close()
      },
    }
  } catch (error) {
    lock.close()
    throw error
  }
}

/** URL of the running database of this data folder with the superuser account; null if it is not running. */
export function findEmbedded(dataDir: string): string | null {
  const note = join(dataDir, 'postgres-folder')
  const home = existsSync(note) ? readFileSync(note, 'utf8').trim() : join(dataDir, 'postgres')
  const pidFile = join(home, 'data', 'postmaster.pid')
  if (!existsSync(pidFile)) return null
  // Lines of the server's own file: process, folder, start, port, socket folder.
  const socketFolder = readFileSync(pidFile, 'utf8').split('\n')[4]
  return socketFolder ? urlOf(home, socketFolder) : null
}

function urlOf(home: string, socketFolder: string): string {
  const password = readFileSync(join(home, 'password'), 'utf8')
  return `postgres://${ADMIN}:${password}@localhost:5432/${DATABASE}?host=${encodeURIComponent(socketFolder)}`
}

/** An exclusive SQLite transaction: held by the kernel, so a killed owner never leaves it behind. */
function takeLock(dataDir: string): DatabaseSync {
  const lock = new DatabaseSync(join(dataDir, 'postgres.lock'), { timeout: 0 })
  try {
    lock.exec('BEGIN EXCLUSIVE')
    return lock
  } catch (error) {
    lock.close()
    if (!(error instanceof Error && error.message.includes('locked'))) throw error
    throw new Error(`The database in ${dataDir} is already open in another process. Stop that one first.`)
  }
}

/** `postgres` in the data folder; or a random folder recorded there, if the server's account could not access it. */
function homeOf(dataDir: string, account: ServerAccount): string {
  const note = join(dataDir, 'postgres-folder')
  if (existsSync(note)) return readFileSync(note, 'utf8').trim()
  const home = canEnter(dataDir, account)
    ? join(dataDir, 'postgres')
    : join(publicFolder(), `data-${randomBytes(6).toString('hex')}`)
  if (home !== join(dataDir, 'postgres')) writeFileSync(note, `${home}\n`)
  return home
}

async function initialise(home: string, programs: string, account: ServerAccount): Promise<void> {
  if (existsSync(join(home, 'data', 'PG_VERSION'))) return
  mkdirSync(home, { recursive: true })
  own(home, account)
  // Remains of an interrupted first start.
  for (const name of ['data.part', 'data']) rmSync(join(home, name), { recursive: true, force: true })
  writeFileSync(join(home, 'password'), randomBytes(24).toString('hex'), { mode: 0o600 })
  if (account) chownSync(join(home, 'password'), account.uid, account.gid)
  const args = ['-D', join(home, 'data.part'), '-U', ADMIN, `--pwfile=${join(home, 'password')}`]
  args.push('--auth=scram-sha-256', '--encoding=UTF8', '--locale-provider=builtin', '--locale=C.UTF-8')
  const initdb = spawn(join(programs, 'bin', 'initdb'), args, {
    ...account,
    cwd: home,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [initdb.stdout, initdb.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      said += chunk
    })
  }
  const code = await gone(initdb)
  if (code !== 0) throw new Error(`The database could not be created in ${home}:\n${said.slice(-2_000)}`)
  renameSync(join(home, 'data.part'), join(home, 'data'))
}

function own(folder: string, account: ServerAccount): void {
  chmodSync(folder, 0o700)
  if (account) chownSync(folder, account.uid, account.gid)
}

function socketFolderOf(home: string, account: ServerAccount): string {
  const near = join(home, 'run')
  // The folder of a killed server; PostgreSQL would accept its lock if another program had got the process id.
  rmSync(near, { recursive: true, force: true })
  if (fitsSocket(near)) mkdirSync(near, { recursive: true })
  const folder = fitsSocket(near) ? near : mkdtempSync(join(shortTemporaryFolder(), 'mimamori-'))
  own(folder, account)
  return folder
}

function shortTemporaryFolder(): string {
  return fitsSocket(join(tmpdir(), 'mimamori-123456')) ? tmpdir() : '/tmp'
}

function settingsOf(socketFolder: string, isDurable: boolean): string[] {
  const settings = {
    listen_addresses: '',
    unix_socket_directories: socketFolder,
    unix_socket_permissions: '0700',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // Sized for two cores and little memory beside video.
    shared_buffers: '128MB',
    effective_cache_size: '512MB',
    work_mem: '8MB',
    max_connections: '60',
    random_page_cost: '1.1',
    jit: 'off',
    max_wal_size: '512MB',
    ...(!isDurable && { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  }
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

type Server = { stop(): Promise<void>; ended: Promise<void> }

async function launch(
  home: string,
  socketFolder: string,
  programs: string,
  account: ServerAccount,
  { log, isDurable = true }: EmbeddedOptions,
): Promise<Server> {
  const args = ['-D', join(home, 'data'), ...settingsOf(socketFolder, isDurable)]
  // Its own process group: a Ctrl-C in the terminal reaches only the owner, which stops it in order.
  const server = spawn(join(programs, 'bin', 'postgres'), args, {
    ...account,
    cwd: home,
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const watcher = watchOwner(server)
  const ended = gone(server).finally(() => watcher.kill('SIGKILL'))
  let isStopping = false
  await readiness(server, ended, log)
  return {
    ended: new Promise((resolve) => {
      ended.then(() => isStopping || resolve())
    }),
    async stop() {
      isStopping = true
      server.kill('SIGINT')
      const force = setTimeout(() => server.kill('SIGQUIT'), STOP_TIMEOUT_MS)
      await ended
      clearTimeout(force)
    },
  }
}

/**
 * Its exit code once it has ended and its output was read. 'close' alone would wait for a hanging connection, which
 * holds its output.
 */
function gone(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => setTimeout(() => resolve(code), OUTPUT_MS))
    child.once('close', resolve)
  })
}

/** Resolves when the server accepts connections; its output is logged, and included in the error if it fails. */
async function readiness(server: ChildProcess, ended: Promise<unknown>, log: (line: string) => void): Promise<void> {
  let rest = ''
  const lastLines: string[] = []
  await new Promise<void>((resolve, reject) => {
    const patience = setTimeout(() => {
      server.kill('SIGQUIT')
      reject(new Error('The database did not start within a minute.'))
    }, START_TIMEOUT_MS)
    ended.then(() => {
      clearTimeout(patience)
      reject(new Error(`The database did not start:\n${lastLines.join('\n')}`))
    }, reject)
    server.stderr!.setEncoding('utf8').on('data', (chunk: string) => {
      const lines = (rest + chunk).split('\n')
      rest = lines.pop()!
      for (const line of lines) {
        log(line)
        if (lastLines.push(line) > 20) lastLines.shift()
        if (!line.includes('database system is ready to accept connections')) continue
        clearTimeout(patience)
        resolve()
      }
    })
  })
}

/** A shell that waits for the pipe from its owner to break, which also happens when the owner is killed by force. */
function watchOwner(server: ChildProcess): ChildProcess {
  const script = 'read -r _; kill -INT "$1"'
  const watcher = spawn('/bin/sh', ['-c', script, 'mimamori-database-watch', String(server.pid)], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  watcher.stdin!.on('error', () => {})
  watcher.unref()
  return watcher
}

async function createDatabase(url: string): Promise<void> {
  const address = new URL(url)
  address.pathname = '/postgres'
  const client = connect(address.href, { max: 1, onnotice: () => {} })
  try {
    const known = await client`select 1 from pg_database where datname = ${DATABASE}`
    if (known.length === 0) await client.unsafe(`create database ${DATABASE}`)
  } finally {
    await client.end()
  }
}

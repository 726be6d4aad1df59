// What can be tried of a configuration before anything starts: each attempt is a sentence about what holds or does not.
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { accessSync, constants, existsSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { connect as connectTo, createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { connect as connectTls } from 'node:tls'
import type { SmtpConfig } from '@mimamori/service/platform/config.ts'
import { connect } from '@mimamori/service/platform/postgres/postgres-url.ts'

export type Attempt = { title: string; isGood: boolean; words: string }

const PATIENCE_MS = 5_000
const OLDEST_SERVER = 180_000

/** Whether PostgreSQL answers, is new enough, and lets the account make roles. */
export async function tryDatabase(url: string): Promise<Attempt> {
  return attempt('database', async () => {
    const client = connect(url, { max: 1, connect_timeout: PATIENCE_MS / 1000, onnotice: () => {}, fetch_types: false })
    try {
      const [row] = await client<{ version: string; number: number; mayMakeRoles: boolean }[]>`
        select current_setting('server_version') as version, current_setting('server_version_num')::int as number,
          (select rolsuper or rolcreaterole from pg_roles where rolname = current_user) as "mayMakeRoles"`
      if (row!.number < OLDEST_SERVER) throw new Error(`PostgreSQL 18 or newer is needed; this is ${row!.version}`)
      if (!row!.mayMakeRoles) throw new Error('the account may not create roles')
      return `PostgreSQL ${row!.version} answers, and the account may create roles`
    } finally {
      await client.end({ timeout: 1 })
    }
  })
}

/** Whether a file can be written there; a folder that is missing is judged by the nearest one above it. */
export function tryFolder(folder: string): Promise<Attempt> {
  return attempt('data folder', async () => {
    if (!existsSync(folder)) {
      const nearest = nearestFolder(folder)
      if (!statSync(nearest).isDirectory()) throw new Error(`${nearest} is no folder`)
      accessSync(nearest, constants.W_OK)
      return `${folder} will be made at the first start`
    }
    const file = join(folder, `.check-${randomUUID()}`)
    writeFileSync(file, '', { mode: 0o600 })
    rmSync(file)
    return `${folder} can be written`
  })
}

function nearestFolder(folder: string): string {
  return existsSync(folder) ? folder : nearestFolder(dirname(folder))
}

/** Whether the address can be listened on now. */
export function tryPort(port: number, host: string): Promise<Attempt> {
  return attempt('port', async () => {
    const server = createServer().listen(port, host)
    await once(server, 'listening')
    server.close()
    await once(server, 'close')
    return `${host}:${port} is free`
  })
}

/** Whether the mail server greets; nothing is sent and no password is used. */
export function trySmtp({ host, port, isTls }: SmtpConfig): Promise<Attempt> {
  return attempt('mail server', async () => {
    const socket = isTls ? connectTls({ host, port, servername: host }) : connectTo({ host, port })
    try {
      const [greeting] = await once(socket.setEncoding('utf8'), 'data', { signal: AbortSignal.timeout(PATIENCE_MS) })
      if (!String(greeting).startsWith('220')) throw new Error(`${host}:${port} does not greet as a mail server`)
      return `${host}:${port} greets`
    } finally {
      socket.destroy()
    }
  })
}

/** Whether a service of Mimamori answers there. */
export function tryService(address: string): Promise<Attempt> {
  return attempt('service', async () => {
    const answer = await fetch(`${address}/health/live`, { signal: AbortSignal.timeout(PATIENCE_MS) })
    if (!answer.ok) throw new Error(`${address} answers ${answer.status}`)
    return `${address} answers`
  })
}

/** Whether the file can be read. */
export function tryFile(title: string, file: string): Promise<Attempt> {
  return attempt(title, async () => {
    accessSync(file, constants.R_OK)
    return `${file} can be read`
  })
}

async function attempt(title: string, work: () => Promise<string>): Promise<Attempt> {
  try {
    return { title, isGood: true, words: await work() }
  } catch (error) {
    return { title, isGood: false, words: reasonOf(error) }
  }
}

/** A code says more than a message of the system, and holds no secret of an address. */
function reasonOf(error: unknown): string {
  const { message, code, cause, name } = error as Error & { code?: string; cause?: { code?: string } }
  if (name === 'AbortError' || name === 'TimeoutError') return `no answer within ${PATIENCE_MS / 1000} s`
  return (/^E[A-Z_]+$/.test(code ?? '') ? code : cause?.code) ?? message
}

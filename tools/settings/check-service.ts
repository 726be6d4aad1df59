// What `npm run check-config` tries for the service.
import { once } from 'node:events'
import { connect as connectTo, createServer } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { readConfig, type SmtpConfig } from '@mimamori/service/platform/config.ts'
import { connect } from '@mimamori/service/platform/postgres/postgres-url.ts'
import { SERVICE_SETTINGS } from '@mimamori/service/platform/settings.ts'
import { type Attempt, attempt, type Checks, PATIENCE_MS, tryFolder } from './attempt.ts'

const OLDEST_SERVER = 180_000

/** Of the service. */
export const SERVICE_CHECKS: Checks = {
  settings: SERVICE_SETTINGS,
  async tries(_args, environment) {
    const config = readConfig(environment)
    return Promise.all([
      config.databaseUrl === null
        ? { title: 'database', isGood: true, words: 'the embedded one, in the data folder' }
        : tryDatabase(config.databaseUrl),
      tryFolder(config.dataDir),
      tryPort(config.port, config.host),
      ...(config.smtp ? [trySmtp(config.smtp)] : []),
    ])
  },
}

/** Whether PostgreSQL answers, is new enough, and lets the account make roles. */
async function tryDatabase(url: string): Promise<Attempt> {
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

/** Whether the address can be listened on now. */
function tryPort(port: number, host: string): Promise<Attempt> {
  return attempt('port', async () => {
    const server = createServer().listen(port, host)
    await once(server, 'listening')
    server.close()
    await once(server, 'close')
    return `${host}:${port} is free`
  })
}

/** Whether the mail server greets; nothing is sent and no password is used. */
function trySmtp({ host, port, isTls }: SmtpConfig): Promise<Attempt> {
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

// Checks of `npm run check-config` for the service.
import { once } from 'node:events'
import { connect as connectTo, createServer } from 'node:net'
import { connect as connectTls } from 'node:tls'
import words from '@mimamori/contract/languages/en/installation.json' with { type: 'json' }
import type { InstallationGap } from '@mimamori/contract/site/installation.ts'
import { readConfig, type SmtpConfig } from '@mimamori/service/platform/config.ts'
import { gapsOfConfig } from '@mimamori/service/platform/config-gaps.ts'
import { connect } from '@mimamori/service/platform/postgres/postgres-url.ts'
import { missingRights, whereWeAre } from '@mimamori/service/platform/postgres/server/roles.ts'
import { requireServer } from '@mimamori/service/platform/postgres/server/version.ts'
import { SERVICE_SETTINGS } from '@mimamori/service/platform/settings.ts'
import { type Attempt, attempt, type Checks, PATIENCE_MS, tryFolder } from './attempt.ts'

/** Checks for the service. */
export const SERVICE_CHECKS: Checks = {
  settings: SERVICE_SETTINGS,
  async tries(_args, environment) {
    const config = readConfig(environment)
    const attempts = await Promise.all([
      config.databaseUrl === null
        ? { title: 'database', isGood: true, words: 'the embedded one, in the data folder' }
        : tryDatabase(config.databaseUrl),
      tryFolder(config.dataDir),
      tryPort(config.port, config.host),
      ...(config.smtp ? [trySmtp(config.smtp)] : []),
    ])
    return [...attempts, ...gapsOfConfig(config).map(noteOf)]
  },
}

const noteOf = (gap: InstallationGap): Attempt => ({
  title: gap,
  isGood: true,
  isNote: true,
  words: words[`gap-${gap}`],
})

/** Whether PostgreSQL responds, is new enough, and lets the account create roles, or has all roles. */
async function tryDatabase(url: string): Promise<Attempt> {
  return attempt('database', async () => {
    const client = connect(url, { max: 1, connect_timeout: PATIENCE_MS / 1000, onnotice: () => {}, fetch_types: false })
    try {
      const answers = `PostgreSQL ${await requireServer(client)} answers`
      if ((await whereWeAre(client)).mayMakeRoles) return `${answers}, and the account may create roles`
      const missing = await missingRights(client)
      if (missing.length === 0) return `${answers}, and the account has its grants`
      throw new Error(
        `the account may not create roles, and grants are missing (npm run grants): ${missing.join('; ')}`,
      )
    } finally {
      await client.end({ timeout: 1 })
    }
  })
}

/** Whether the program can listen on the address now. */
function tryPort(port: number, host: string): Promise<Attempt> {
  return attempt('port', async () => {
    const server = createServer().listen(port, host)
    await once(server, 'listening')
    server.close()
    await once(server, 'close')
    return `${host}:${port} is free`
  })
}

/** Whether the mail server sends its greeting; sends no mail and no password. */
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

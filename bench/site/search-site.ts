/** One size of alert-search: its database, the service and a bare route on it, and everything that the load needs. */
import { type ChildProcess, fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createPasswords } from '@mimamori/service/platform/auth/password.ts'
import { createTokens } from '@mimamori/service/platform/auth/token.ts'
import { migrate, servicePassword } from '@mimamori/service/platform/postgres/migrate.ts'
import { connect, withParts } from '@mimamori/service/platform/postgres/postgres-url.ts'
import { createSecrets } from '@mimamori/service/platform/secrets.ts'
import { DEMO_PASSWORD, signIn } from '../../e2e/stack/demo-site.ts'
import { round } from '../bench.ts'
import { makeAlerts, makeSites, readSessions } from '../part/alert-history.ts'
import type { BareRoute } from '../part/bare-route.ts'
import { type PgbenchScript, pageStatements, pgbenchScript } from '../part/page-statement.ts'
import { type ServiceProcess, startService } from '../part/service-process.ts'

const KEY_BYTES = 32
/** All calls come from one network, which may make 500 a second. */
const RATE_FACTOR = 100
/** Shared by the installation: the service's login role is the same for all databases of a server. */
const masterKey = randomBytes(KEY_BYTES)

type ScriptFile = { file: string; variables: Record<string, string> }

export type SearchSite = {
  alerts: number
  adminUrl: string
  postgresPid: number
  service: ServiceProcess
  searchUrl: string
  bare: { url: string; pid: number }
  /** A file with one session token per line. */
  tokenFile: string
  /** For pgbench: the two statements of a response, and that of its rows alone. */
  scripts: { answer: ScriptFile; page: ScriptFile }
  close: () => Promise<void>
}
type SearchSiteSettings = {
  /** Address for the server's superuser. */
  adminUrl: string
  folder: string
  alerts: number
  say: (line: string) => void
}

/** Creates the database with its alerts, starts both programs on it, and signs in once as a user would. */
export async function openSearchSite({ adminUrl, folder, alerts, say }: SearchSiteSettings): Promise<SearchSite> {
  const home = join(folder, `site-${alerts}`)
  await mkdir(home)
  const secrets = createSecrets(masterKey)
  const ownUrl = await createDatabase(adminUrl, `bench_${alerts}`)
  const serviceUrl = await migrate({ adminUrl: ownUrl, servicePassword: servicePassword(secrets), log: () => {} })
  const sql = connect(ownUrl, { max: 1, onnotice: () => {} })
  try {
    const begunMs = performance.now()
    await makeSites(sql, await createPasswords().hash(DEMO_PASSWORD))
    await makeAlerts(sql, alerts)
    say(`${alerts} alerts made in ${round((performance.now() - begunMs) / 1000)} s`)

    const sessions = await readSessions(sql)
    const tokens = createTokens(secrets)
    const signed = await Promise.all(sessions.map((session) => tokens.signUser(session, new Date())))
    const tokenFile = join(home, 'tokens')
    await writeFile(tokenFile, `${signed.map(({ token }) => token).join('\n')}\n`, { mode: 0o600 })

    const statements = await pageStatements(serviceUrl, sessions)
    const [first] = statements
    const answer = await writeScript(home, 'answer', pgbenchScript([first!.count, first!.page], sessions[0]!))
    const page = await writeScript(home, 'page', pgbenchScript([first!.page], sessions[0]!))

    const [postmaster] = await sql<{ pid: string }[]>`
      select split_part(pg_read_file('postmaster.pid'), chr(10), 1) as pid`
    const service = await startService({ databaseUrl: ownUrl, masterKey, dataFolder: home, rateFactor: RATE_FACTOR })
    const bare = await startBareRoute({
      url: ownUrl,
      texts: [first!.count.text, first!.page.text],
      parameters: statements.map(({ count, page }) => [count.parameters, page.parameters]),
    })
    await requireSameAnswers(service.url, bare.url, signed[0]!.token)
    return {
      alerts,
      adminUrl: ownUrl,
      postgresPid: Number(postmaster!.pid),
      service,
      searchUrl: `${service.url}/api/alert/search?pageNumber=0&pageSize=10`,
      bare: { url: bare.url, pid: bare.child.pid! },
      tokenFile,
      scripts: { answer, page },
      async close() {
        bare.child.kill('SIGKILL')
        await service.stop()
      },
    }
  } finally {
    await sql.end()
  }
}

async function createDatabase(adminUrl: string, name: string): Promise<string> {
  const sql = connect(adminUrl, { max: 1, onnotice: () => {} })
  await sql.unsafe(`create database ${name}`)
  await sql.end()
  return withParts(adminUrl, { database: name })
}

async function writeScript(folder: string, name: string, { text, variables }: PgbenchScript): Promise<ScriptFile> {
  const file = join(folder, `${name}.sql`)
  await writeFile(file, text)
  return { file, variables }
}

async function startBareRoute(route: BareRoute): Promise<{ url: string; child: ChildProcess }> {
  const child = fork(join(import.meta.dirname, '..', 'part', 'bare-route.ts'), [])
  child.send(route)
  const [url] = (await once(child, 'message')) as [string]
  return { url, child }
}

/** Checks that both measure the same: a session created with SQL sees the same as one of a sign-in. */
async function requireSameAnswers(serviceUrl: string, bareUrl: string, token: string): Promise<void> {
  const { user, call } = await signIn(serviceUrl, 'user-0@bench.example')
  const asked = { query: { pageNumber: 0, pageSize: 10 }, body: {} }
  const signedIn = await call('alert.search', asked)
  const answer = await fetch(`${serviceUrl}/api/alert/search?pageNumber=0&pageSize=10`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', 'x-authtoken': token },
    body: '{}',
  })
  const bySql = (await answer.json()) as typeof signedIn
  const idsOf = (page: { records: { id: string }[] }) => page.records.map(({ id }) => id).join()
  if (idsOf(bySql) !== idsOf(signedIn) || signedIn.records.length !== 10) {
    throw new Error(`the session of ${user.email} made by SQL and the one signed in see different alerts`)
  }
  const bare = await fetch(bareUrl, { method: 'PUT', headers: { 'content-type': 'application/json' }, body: '{}' })
  if (((await bare.json()) as typeof signedIn).records.length !== 10) throw new Error('the bare route does not answer')
}

/** The whole service for a test: real PostgreSQL, a clock that the test moves, no port unless asked for. */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathOf } from '@mimamori/contract/client.ts'
import { type EndpointKey, type Endpoints, endpoints } from '@mimamori/contract/endpoints.ts'
import {
  type Endpoint,
  type Method,
  methodOf,
  type RequestOf,
  type ResultOf,
} from '@mimamori/contract/shared/endpoint.ts'
import type { ErrorBody } from '@mimamori/contract/shared/errors.ts'
import type { Role } from '@mimamori/contract/shared/roles.ts'
import type postgres from 'postgres'
import { inject } from 'vitest'
import { readConfig } from '#platform/config.ts'
import type { ReadDisk } from '#platform/disk.ts'
import { createLogger } from '#platform/log.ts'
import type { Wire } from '#platform/messaging/wire.ts'
import type { Platform } from '#platform/platform.ts'
import { type Database, openDatabase, STATEMENT_TIMEOUT_MS, sqlState } from '#platform/postgres/database.ts'
import { servicePassword } from '#platform/postgres/migrate.ts'
import { connect, withParts } from '#platform/postgres/postgres-url.ts'
import { POSTGRES_TYPES } from '#platform/postgres/postgres-values.ts'
import { storeSessionSettings } from '#platform/postgres/server/session-settings.ts'
import { createSecrets } from '#platform/secrets.ts'
import { type App, type AppOptions, createApp } from '../app.ts'
import { TEST_MASTER_KEY, TestClock } from './clock.ts'
import { insertSession, insertTenant, insertUser, type TenantDraft, type UserDraft } from './rows.ts'
import type { TestPooler } from './servers/pgbouncer.ts'

export { TestClock } from './clock.ts'

type Answered<T> = { status: number; body: T; headers: Record<string, string | string[] | number | undefined> }
type CallRequest<K extends EndpointKey> = RequestOf<Endpoints[K]> & {
  /** Another verb than the first of the entry. */
  method?: Method
  /** The raw body of an upload, with its type. */
  bytes?: Uint8Array
  contentType?: string
  /** The caller's address. */
  ip?: string
}

export type TestTenant = { id: string; code: string }
export type TestUser = { id: string; tenantId: string; email: string; role: Role; token: string; sessionId: string }

export type TestService = {
  clock: TestClock
  app: App
  /** What the app was created with. Each difference from the product has its reason in service.test.ts. */
  options: AppOptions
  platform: Platform
  database: Database
  /** Address of its database, for the account that may do everything. */
  databaseUrl: string
  /** Statements as the account that may do everything: it sees all rows of all tenants. */
  sql: postgres.Sql
  /** Lines of the log so far. */
  logLines: string[]
  tenant(draft?: TenantDraft): Promise<TestTenant>
  /** A user with a live session. Without a tenant a new one is made. */
  user(draft: UserDraft): Promise<TestUser>
  /** Everybody proves again who they are: a test that waits may do what asks for it. REACH-24. */
  prove(): Promise<void>
  /** A token for a hub; the hub's row is the test's business. */
  hubToken(hub: { id: string; tenantId: string; generation?: number }): Promise<string>
  /** Calls as the console or a hub would, without a network; the answer is checked against the contract. */
  call<K extends EndpointKey>(
    token: string | undefined,
    key: K,
    request?: CallRequest<K>,
  ): Promise<Answered<ResultOf<Endpoints[K]>>>
  /** The same for a call that is expected to fail. */
  refused<K extends EndpointKey>(
    token: string | undefined,
    key: K,
    request?: CallRequest<K>,
  ): Promise<Answered<ErrorBody>>
  /** Listens on a free port of 127.0.0.1 and answers the address, without a slash at its end. */
  listen(): Promise<string>
  stop(): Promise<void>
}

/** Passwords that take a hundredth of the time, for tests that are not about it. */
const CHEAP_PASSWORDS = { memoryCost: 64, timeCost: 1 }

/** Starts the service on a database of its own. Stop it after the tests. */
export async function startService(
  options: {
    clock?: TestClock
    hasRealPasswords?: boolean
    readDisk?: ReadDisk
    /** Address of the database to copy; left out: the migrated one that is empty. */
    template?: string
    /** Another instance, whose database is used. */
    beside?: TestService
    /** To other instances. */
    wire?: Wire
    /** Before the database server. */
    pooler?: TestPooler
    /** Settings beside those of every test. */
    env?: Record<string, string>
  } = {},
): Promise<TestService> {
  const clock = options.clock ?? new TestClock()
  const beside = options.beside && { url: options.beside.databaseUrl, drop: async () => {} }
  const copy = beside ?? (await copyDatabase(options.template ?? inject('databaseUrl')))
  const secrets = createSecrets(TEST_MASTER_KEY)
  const dataDir = mkdtempSync(join(tmpdir(), 'mimamori-service-'))
  const url = withParts(copy.url, { user: 'mimamori_service', password: servicePassword(secrets) })
  if (options.pooler) await storeSessionSettings(url, STATEMENT_TIMEOUT_MS)
  const database = openDatabase(
    options.pooler ? { url: options.pooler.before(url), pooler: { prepares: false } } : { url },
  )
  const logLines: string[] = []
  const logger = createLogger('info', { write: (line) => void logLines.push(line) })
  const appOptions: AppOptions = {
    config: readConfig({ MIMAMORI_DATA_DIR: dataDir, CONSOLE_DIR: join(dataDir, 'console'), ...options.env }),
    database,
    secrets,
    clock,
    logger,
    checkAnswers: true,
    adminUrl: copy.url,
    wire: options.wire,
    readDisk: options.readDisk,
    passwordCost: options.hasRealPasswords ? undefined : CHEAP_PASSWORDS,
  }
  const app = await createApp(appOptions)
  const sql = connect(copy.url, {
    max: 2,
    onnotice: () => {},
    types: POSTGRES_TYPES as unknown as Record<string, postgres.PostgresType>,
  }) as postgres.Sql
  const call = (token: string | undefined, key: EndpointKey, request = {}) => callService(app, token, key, request)

  return {
    clock,
    app,
    options: appOptions,
    platform: app.platform,
    database,
    databaseUrl: copy.url,
    sql,
    logLines,
    tenant: (draft = {}) => insertTenant(sql, draft),
    async user(draft) {
      const tenantId = draft.tenant?.id ?? (await insertTenant(sql, {})).id
      const user = await insertUser(sql, app.platform, { ...draft, tenantId })
      return { ...user, ...(await insertSession(sql, app.platform, user)) }
    },
    prove: async () => void (await sql`update session set proven_at = ${clock.now()}`),
    hubToken: async ({ id, tenantId, generation = 0 }) =>
      (await app.platform.tokens.signHub({ hubId: id, tenantId, generation }, clock.now())).token,
    call: call as TestService['call'],
    refused: call as TestService['refused'],
    listen: () => app.http.listen({ port: 0, host: '127.0.0.1' }),
    async stop() {
      await app.stop()
      await sql.end()
      await database.stop()
      await copy.drop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** SQLSTATE object_in_use. */
const IN_USE = '55006'
const COPY_TRIES = 12

async function copyDatabase(template: string) {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const source = new URL(template).pathname.slice(1)
  const asAdmin = async (statement: string) => {
    const admin = connect(withParts(template, { database: 'postgres' }), { max: 1, onnotice: () => {} })
    await admin.unsafe(statement).finally(() => admin.end())
  }
  // A test that works on the template itself, as one of roles does, is waited for: the server gives it 5 s each time.
  const copy = async (tries: number): Promise<void> => {
    // Through the log, which is the default, copy and drop take twice as long.
    await asAdmin(`create database ${name} template ${source} strategy file_copy`).catch((error) => {
      if (tries <= 1 || sqlState(error) !== IN_USE) throw error
      return copy(tries - 1)
    })
  }
  await copy(COPY_TRIES)
  return {
    url: withParts(template, { database: name }),
    drop: () => asAdmin(`drop database ${name} with (force)`),
  }
}

async function callService(
  { http }: App,
  token: string | undefined,
  key: EndpointKey,
  request: CallRequest<EndpointKey>,
): Promise<Answered<unknown>> {
  const entry: Endpoint = endpoints[key]
  const method = request.method ?? methodOf(entry)
  const payload = request.bytes ? Buffer.from(request.bytes) : JSON.stringify(request.body ?? {})
  const answer = await http.inject({
    method,
    url: `/api/${pathOf(entry, request)}`,
    remoteAddress: request.ip ?? '127.0.0.1',
    headers: {
      ...(token !== undefined && { 'x-authtoken': token }),
      ...(method !== 'GET' && { 'content-type': request.contentType ?? 'application/json' }),
    },
    ...(method !== 'GET' && { payload }),
  })
  const isJson = String(answer.headers['content-type']).startsWith('application/json')
  return { status: answer.statusCode, headers: answer.headers, body: isJson ? answer.json() : answer.rawPayload }
}

/** The oldest supported PostgreSQL, Debian's own, with an account that may create neither roles nor databases. */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { createClient } from '@mimamori/contract/client.ts'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { TEST_MASTER_KEY } from '#testing/clock.ts'
import { hasPostgres15, POSTGRES_15, startPostgres, type TestPostgres } from '#testing/servers/postgres.ts'
import { openCipher } from './platform/backup/backup-cipher.ts'
import { findBackup } from './platform/backup/backup-manifest.ts'
import { folderTarget } from './platform/backup/backup-target.ts'
import { withCopyClient } from './platform/backup/copy-client.ts'
import { makeBackup } from './platform/backup/make-backup.ts'
import { restoreDatabase } from './platform/backup/restore-backup.ts'
import { digestOf, inSnapshot } from './platform/backup/table-copy.ts'
import { readTables } from './platform/backup/table-list.ts'
import { migrate, servicePassword } from './platform/postgres/migrate.ts'
import { connect, withParts } from './platform/postgres/postgres-url.ts'
import { requireServer } from './platform/postgres/server/version.ts'
import { createSecrets } from './platform/secrets.ts'
import { DEMO_PASSWORD } from './seed/demo-plan.ts'

const root = join(import.meta.dirname, '..', '..')
const run = promisify(execFile)
const PASSPHRASE = 'correct horse battery staple'
const password = servicePassword(createSecrets(TEST_MASTER_KEY))
let postgres: TestPostgres
let dataDir: string
/** URL with an account without any rights. */
let plainUrl: string
let environment: Record<string, string>
const programs: ChildProcess[] = []

beforeAll(async () => {
  if (!hasPostgres15) return
  postgres = await startPostgres(POSTGRES_15)
  dataDir = mkdtempSync(join(tmpdir(), 'mimamori-15-'))
  await on(postgres.url, `create role plain login password 'hanami' nosuperuser nocreatedb nocreaterole`)
  plainUrl = withParts(postgres.url, { user: 'plain', password: 'hanami' })
  environment = {
    ...{ PATH: process.env.PATH!, DATABASE_URL: plainUrl, MIMAMORI_DATA_DIR: dataDir, PORT: '0', MIMAMORI_DEMO: '1' },
    ...{ MIMAMORI_MASTER_KEY: TEST_MASTER_KEY.toString('base64'), MIMAMORI_BACKUP_PASSPHRASE: PASSPHRASE },
  }
})
afterAll(async () => {
  for (const program of programs) program.kill('SIGKILL')
  await postgres?.stop()
  if (dataDir) rmSync(dataDir, { recursive: true, force: true })
})

async function on<Row extends object>(url: string, statement: string): Promise<Row[]> {
  const client = connect(url, { max: 1, onnotice: () => {}, fetch_types: false })
  return client.unsafe<Row[]>(statement).finally(() => client.end())
}

/** Runs a program of the service to its end; returns its output, or throws with its error output. */
async function program(name: string, args: string[] = [], env = environment): Promise<string> {
  const { stdout } = await run(process.execPath, [join(root, name), ...args], { env })
  return stdout
}

/** The grants as an administrator runs them. */
async function grant(database = 'mimamori'): Promise<void> {
  const script = await program('service/src/grants.main.ts', ['--database', database])
  expect(script).not.toContain(password)
  await on(withParts(postgres.url, { database }), script)
}

/** Starts the service, and returns its URL. */
async function serve(more: Record<string, string> = {}): Promise<string> {
  const service = spawn(process.execPath, [join(root, 'service/src/main.ts')], { env: { ...environment, ...more } })
  programs.push(service)
  for await (const line of createInterface({ input: service.stdout })) {
    const [, address] = /ready at (http:\S+?)"/.exec(line) ?? []
    const port = /"port":(\d+)/.exec(line)?.[1]
    if (address) return `http://127.0.0.1:${port}`
  }
  throw new Error('The service ended.')
}

async function digests(url: string): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {}
  await withCopyClient(url, (client) =>
    inSnapshot(client, async (snapshot) => {
      for (const table of await readTables(snapshot)) found[table.name] = await digestOf(snapshot, table)
    }),
  )
  return found
}

describe.skipIf(!hasPostgres15)('PostgreSQL 15', { timeout: 240_000 }, () => {
  test('OPS-06 an account that cannot create roles gets a list of what is missing, and one script', async () => {
    const rejection = await program('service/src/main.ts').catch(({ stderr }: { stderr: string }) => stderr)
    expect(rejection).toContain('The account plain of DATABASE_URL may not make this ready:')
    expect(rejection).toContain('- the role mimamori_owner is not there')
    expect(rejection).toContain('- the schema public does not belong to mimamori_owner')
    expect(rejection).toContain('npm run --silent grants')

    await grant()
    expect(await program('service/src/seed/main.ts')).toContain('The demo organisation is made with')
    const check = await program('tools/settings/main.ts').catch(({ stdout }: { stdout: string }) => stdout)
    expect(check).toMatch(/ok +database +PostgreSQL 15\..* answers, and the account has its grants/)

    await on(postgres.url, 'revoke mimamori_platform from plain')
    const half = await program('service/src/main.ts').catch(({ stderr }: { stderr: string }) => stderr)
    expect(half).toMatch(
      /ready:\n- plain may not take on mimamori_platform, as which backups read\nLet an administrator/,
    )
    await grant()
    const other = { ...environment, MIMAMORI_MASTER_KEY: Buffer.alloc(32, 9).toString('base64') }
    await expect(program('service/src/main.ts', [], other)).rejects.toThrow('is not the master key that sealed')
  })

  test('OPS-06 the service serves sign-in, alerts, cameras and a change with such an account', async () => {
    const base = `${await serve()}/api`
    let token: string | null = null
    const call = createClient({ base, token: () => token })
    const userPassword = Buffer.from(DEMO_PASSWORD).toString('base64')
    const user = await call('session.login', {
      body: { userName: 'admin@sakura.example', userPassword, deviceType: 'web' },
    })
    token = user.token
    expect((await call('alert.search', { query: { pageSize: 5 }, body: {} })).totalCount).toBeGreaterThan(100)
    const { records } = await call('camera.search', { query: { pageSize: 5 }, body: {} })
    expect(records.length).toBe(5)
    const unit = await call('unit.create', { body: { name: 'Fifteenth' } })
    const [, at] = /^([0-9a-f]{8}-[0-9a-f]{4})-7/.exec(unit.id) ?? []
    expect(Math.abs(Number.parseInt(at!.replace('-', ''), 16) - Date.now())).toBeLessThan(60_000)
    expect((await call('unit.search', { query: { pageSize: 0 }, body: {} })).totalCount).toBeGreaterThan(1)
  })

  test('OPS-06 backs up and tries the restore, where an administrator made the scratch database', async () => {
    await program('service/src/backup.main.ts')
    const drill = () => program('service/src/backup.main.ts', ['--drill'])
    await expect(drill()).rejects.toThrow('The account may not make the database mimamori_drill.')
    await on(postgres.url, 'create database mimamori_drill')
    await grant('mimamori_drill')
    expect(await drill()).toMatch(/was restored on trial: \d{5,} rows/)
    expect(await drill()).toMatch(/was restored on trial: \d{5,} rows/)
    const left = await on(
      withParts(postgres.url, { database: 'mimamori_drill' }),
      `select from pg_tables where schemaname = 'public'`,
    )
    expect(left).toHaveLength(0)
  })

  test('OPS-06 backups move to PostgreSQL 18 and back, with every row', async () => {
    const [target, newer] = [folderTarget(join(dataDir, 'backups')), inject('databaseUrl')]
    const cipher = await openCipher(target, PASSPHRASE)
    const copyUrl = withParts(newer, { database: 'from_15' })
    const server = withParts(newer, { database: 'postgres' })
    await on(server, 'drop database if exists from_15 with (force)')
    await on(server, 'create database from_15')
    const backup = await findBackup(target, null)
    await restoreDatabase({ target, cipher }, backup, { adminUrl: copyUrl, servicePassword: password })
    const upgraded = await digests(copyUrl)
    expect(upgraded.alert).toEqual(
      backup.tables.flatMap(({ name, rows, sha256 }) => (name === 'alert' ? [{ rows, sha256 }] : []))[0],
    )

    const back = folderTarget(join(dataDir, 'from-18'))
    const made = await makeBackup({
      ...{ adminUrl: copyUrl, mediaFolder: null, masterKey: environment.MIMAMORI_MASTER_KEY!, target: back },
      ...{ passphrase: PASSPHRASE, retained: 1, version: '0.1.0', startedAt: new Date(), workFactor: 10 },
    })
    await on(postgres.url, 'create database from_18')
    await grant('from_18')
    const place = { target: back, cipher: await openCipher(back, PASSPHRASE) }
    const adminUrl = withParts(plainUrl, { database: 'from_18' })
    await restoreDatabase(place, made, { adminUrl, servicePassword: password })
    expect(await digests(adminUrl)).toEqual(upgraded)
    await on(server, 'drop database from_15 with (force)')
  })
})

test('OPS-06 an older server is rejected with its version', async () => {
  const older = async () => [{ version: '14.19 (Debian)', number: 140_019 }]
  await expect(requireServer(older as never)).rejects.toThrow(
    'PostgreSQL 15 or newer is needed; this is 14.19 (Debian).',
  )
})

describe.skipIf(!hasPostgres15)('ids of version 7', () => {
  const ids = async (url: string, count: number) =>
    (await on<{ id: string }>(url, `select uuidv7()::text as id from generate_series(1, ${count})`)).map(({ id }) => id)

  test('OPS-06 ids of version 7 have the standard’s form, sort by time, and are unique', async () => {
    const before = Date.now()
    const made = await ids(postgres.url, 5_000)
    expect(made.every((id) => /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id))).toBe(
      true,
    )
    expect(made).toEqual([...made].sort())
    const atMs = Number.parseInt(made[0]!.replaceAll('-', '').slice(0, 12), 16)
    expect(atMs).toBeGreaterThanOrEqual(before - 1)
    expect(atMs).toBeLessThanOrEqual(Date.now() + 1)
    // Each of the 62 random bits is set in about half of the ids: 5 standard deviations.
    const random = made.map((id) => BigInt(`0x${id.replaceAll('-', '').slice(16)}`))
    for (let bit = 0n; bit < 62n; bit++) {
      const share = random.filter((value) => (value >> bit) & 1n).length / made.length
      expect(Math.abs(share - 0.5)).toBeLessThan(5 * Math.sqrt(0.25 / made.length))
    }
  })

  test('OPS-06 ids sort together with those of PostgreSQL 18, and continue after a clock step back', async () => {
    const mixed: string[] = []
    for (let round = 0; round < 20; round++) {
      for (const url of [postgres.url, inject('databaseUrl')]) mixed.push(...(await ids(url, 2)))
    }
    expect(mixed).toEqual([...mixed].sort())
    const [row] = await on<{ first: string; second: string; third: string }>(
      postgres.url,
      `select set_config('mimamori.uuid_ticks', (extract(epoch from now()) * 4096000 + 4096 * 60000)::bigint::text, false),
        uuidv7()::text as first, uuidv7()::text as second, uuidv7()::text as third`,
    )
    expect(row!.first < row!.second && row!.second < row!.third).toBe(true)
  })

  test('OPS-06 after an upgrade to 18 ids come from the server itself, with unchanged defaults', async () => {
    const name = 'upgraded_from_15'
    const [server, url] = ['postgres', name].map((database) => withParts(inject('databaseUrl'), { database })) as [
      string,
      string,
    ]
    await on(server, `drop database if exists ${name} with (force)`)
    await on(server, `create database ${name} template ${new URL(inject('databaseUrl')).pathname.slice(1)}`)
    const [{ source } = { source: '' }] = await on<{ source: string }>(
      postgres.url,
      `select pg_get_functiondef('public.uuidv7()'::regprocedure) as source`,
    )
    const defaults = `select adrelid::regclass::text || '.' || adnum as place, pg_get_expr(adbin, adrelid) as text from pg_attrdef
      where pg_get_expr(adbin, adrelid) like '%uuidv7%' order by 1`
    const before = await on<{ place: string }>(url, defaults)
    await on(url, source)
    await on(url, 'alter function public.uuidv7() owner to mimamori_owner')
    await on(
      url,
      `do $$ declare one record; begin for one in select adrelid::regclass as t, attname as c from pg_attrdef
        join pg_attribute on attrelid = adrelid and attnum = adnum where pg_get_expr(adbin, adrelid) like '%uuidv7%'
        loop execute format('alter table %s alter %I set default public.uuidv7()', one.t, one.c); end loop; end $$`,
    )
    await migrate({ adminUrl: url, servicePassword: password, log: () => {} })
    expect(before.length).toBeGreaterThan(20)
    expect([...(await on(url, defaults))]).toEqual([...before])
    expect([...(await on(url, `select to_regprocedure('public.uuidv7()') is null as gone`))]).toEqual([{ gone: true }])
    await on(server, `drop database ${name} with (force)`)
  })
})

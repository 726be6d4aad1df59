import { execFile } from 'node:child_process'
import { globSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { namesOf } from '@mimamori/contract/shared/setting.ts'
import { FAKE_KEY } from '@mimamori/hub/platform/testing/fake-service.ts'
import { startEmbedded } from '@mimamori/service/platform/postgres/embedded.ts'
import { afterEach, describe, expect, test } from 'vitest'
import { checkConfig } from './check.ts'
import { settingsPage } from './page.ts'
import { PROGRAMS } from './programs.ts'

const root = join(import.meta.dirname, '..', '..')
const known = new Set(PROGRAMS.flatMap(({ settings }) => namesOf(settings)))
/** Variables of the machine, npm, Vite and programs that benches call, not settings of Mimamori. */
const OF_THE_MACHINE =
  /^(CI|PATH|CHROMIUM_PATH|INIT_CWD|WRK|PGBENCH|FFMPEG|NODE_ENV|TEST_PARALLEL_INDEX|DEV|BENCH_RESOLVER)$/

/** Every environment variable that a source reads by name. */
function namesIn(text: string): string[] {
  const read = [...text.matchAll(/\b(?:process\.env|environment|env)\??(?:\.|\[')([A-Z][A-Z0-9_]+)\b/g)]
  const own = [...text.matchAll(/\b(MIMAMORI_[A-Z0-9]+(?:_[A-Z0-9]+)*)(?![A-Z0-9_]|\*)/g)]
  return [...read, ...own].map(([, name]) => name!).filter((name) => !OF_THE_MACHINE.test(name))
}

const folders: string[] = []
const servers: Server[] = []
function newFolder(): string {
  folders.push(mkdtempSync(join(tmpdir(), 'mimamori-settings-')))
  return folders.at(-1)!
}
async function listen(onConnection: Parameters<typeof createServer>[1] = () => {}): Promise<number> {
  const server = createServer(onConnection)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

describe('the schemas of settings', () => {
  test('OPS-08 docs/settings.md is generated from them', async () => {
    await expect(settingsPage()).toMatchFileSnapshot(join(root, 'docs', 'settings.md'))
  })

  test('OPS-08 contain every environment variable that a program reads', () => {
    const sources = globSync('{contract,service,hub,console,tools,bench,e2e}/**/*.{ts,tsx,mjs}', {
      cwd: root,
      exclude: (path) => /node_modules|dist/.test(path),
    }).filter((path) => !/\.test\.ts$|\/testing\//.test(path))
    expect(sources.length).toBeGreaterThan(1_000)
    const unknown = sources.flatMap((path) =>
      namesIn(readFileSync(join(root, path), 'utf8'))
        .filter((name) => !known.has(name))
        .map((name) => `${path}: ${name}`),
    )
    expect([...new Set(unknown)]).toEqual([])
    expect(namesIn("process.env.SOME_NEW and environment['OTHER'] or MIMAMORI_NEW")).toEqual([
      ...['SOME_NEW', 'OTHER', 'MIMAMORI_NEW'],
    ])
  })

  test('of docs/running/ are all in the reference', () => {
    const pages = globSync('docs/running/*.md', { cwd: root }).map((path) => readFileSync(join(root, path), 'utf8'))
    const page = pages.join('\n')
    const named = [...page.matchAll(/\bMIMAMORI_[A-Z0-9]+(?:_[A-Z0-9]+)*/g)].map(([name]) => name)
    expect(named.length).toBeGreaterThan(20)
    expect([...new Set(named)].filter((name) => !known.has(name))).toEqual([])
  })
})

describe('npm run check-config', () => {
  test('OPS-08 shows each setting and its source without secrets, and tries the servers', {
    timeout: 120_000,
  }, async () => {
    const folder = newFolder()
    const database = await startEmbedded({ dataDir: folder, log: () => {}, isDurable: false })
    const smtp = await listen((socket) => socket.end('220 mail.home.example\r\n'))
    const [free] = [await listen()]
    servers.pop()!.close()
    const token = join(folder, 'token')
    writeFileSync(token, 'monitor-hanami-1\n')
    const environment = {
      ...{ DATABASE_URL: database.url, MIMAMORI_DATA_DIR: folder, PORT: String(free), SMTP_PASSWORD: 'hanami' },
      ...{ SMTP_HOST: '127.0.0.1', SMTP_PORT: String(smtp), SMTP_FROM: 'a@b', MIMAMORI_MONITOR_TOKEN_FILE: token },
    }
    const before = readdirSync(folder)
    try {
      const { lines, isGood } = await checkConfig('service', [], environment)
      const text = lines.join('\n')
      expect(isGood, text).toBe(true)
      expect(text).toMatch(new RegExp(`PORT +${free} +environment`))
      expect(text).toMatch(/SMTP_PASSWORD +\*\*\* +environment/)
      expect(text).toContain(`file ${token}`)
      expect(text).toMatch(/LOG_LEVEL +info +default/)
      expect(text).toMatch(/ok +database +PostgreSQL 18\..* answers, and the account may create roles/)
      expect(text).toMatch(/note +no-deadman +Nobody hears when the whole installation is away\./)
      expect(text).toMatch(/ok +mail server +127\.0\.0\.1:\d+ greets/)
      expect(text).not.toContain('hanami')
      expect(text).not.toContain(database.url)
      expect(readdirSync(folder)).toEqual(before)
    } finally {
      await database.stop()
    }
  })

  test('OPS-08 fails and reports each error', async () => {
    const taken = await listen((socket) => socket.end('SSH-2.0\r\n'))
    const file = join(newFolder(), 'file')
    writeFileSync(file, '')
    const { lines, isGood } = await checkConfig('service', [], {
      ...{ DATABASE_URL: 'postgres://u:hanami@127.0.0.1:1/x', MIMAMORI_DATA_DIR: join(file, 'data') },
      ...{ PORT: String(taken), SMTP_HOST: '127.0.0.1', SMTP_PORT: String(taken), SMTP_FROM: 'a@b' },
    })
    const text = lines.join('\n')
    expect(isGood).toBe(false)
    expect(text).toMatch(/WRONG +database +ECONNREFUSED/)
    expect(text).toMatch(/WRONG +data folder +.* is not a folder/)
    expect(text).toMatch(/WRONG +port +EADDRINUSE/)
    expect(text).toMatch(/WRONG +mail server +127\.0\.0\.1:\d+ does not greet as a mail server/)
    expect(text).not.toContain('hanami')
  })

  test('OPS-08 an invalid value is reported before any check', async () => {
    const { lines, isGood } = await checkConfig('service', [], { LOG_LEVEL: 'loud', PORT: 'x' })
    expect(isGood).toBe(false)
    expect(lines.slice(-2)).toEqual([
      'PORT: "x" is refused; it must be a whole number from 0 to 65535.',
      'LOG_LEVEL: "loud" is refused; it must be one of trace, debug, info, warn, error, fatal, silent.',
    ])
  })

  test('OPS-08 for a hub it contacts the service, and shows no key', async () => {
    const port = await listen((socket) => {
      socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\nconnection: close\r\n\r\n{}'))
    })
    const environment = { MIMAMORI_HUB_KEY: FAKE_KEY, MIMAMORI_HUB_DATA: newFolder() }
    const good = await checkConfig('hub', ['--service', `http://127.0.0.1:${port}`], environment)
    expect(good.isGood, good.lines.join('\n')).toBe(true)
    expect(good.lines.join('\n')).not.toContain(FAKE_KEY)
    expect((await checkConfig('hub', [], environment)).lines.at(-1)).toContain('The address of the service is missing.')
  })

  test('OPS-08 exits with 1 on an error', async () => {
    const code = await new Promise((resolve) =>
      execFile(
        process.execPath,
        [join(import.meta.dirname, 'main.ts')],
        { env: { PATH: process.env.PATH, PORT: 'x' } },
        (error) => resolve(error?.code),
      ),
    )
    expect(code).toBe(1)
  })
})

import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Embedded, startEmbedded } from './platform/postgres/embedded.ts'

let dataDir: string
let database: Embedded
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'mimamori-key-'))
  chmodSync(dataDir, 0o755)
  database = await startEmbedded({ dataDir, log: () => {}, isDurable: false })
})
afterAll(async () => {
  await database?.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

type Run = { isStarted: boolean; code: number | null; said: string }

/** Starts the service program and ends it once it is ready; answers its code and words. */
function run(env: Record<string, string> = {}): Promise<Run> {
  return new Promise((resolve) => {
    const program = execFile(process.execPath, [join(import.meta.dirname, 'main.ts')], {
      env: { PATH: process.env.PATH, PORT: '0', DATABASE_URL: database.url, MIMAMORI_DATA_DIR: dataDir, ...env },
    })
    let said = ''
    for (const stream of [program.stdout!, program.stderr!]) {
      stream.on('data', (part: string) => {
        said += part
        if (said.includes('The service is ready at')) program.kill('SIGTERM')
      })
    }
    program.once('close', (code) => resolve({ isStarted: said.includes('The service is ready at'), code, said }))
  })
}

test('the service makes a key once and refuses to start with a missing or another one', {
  timeout: 300_000,
}, async () => {
  const file = join(dataDir, 'master.key')
  expect(await run()).toMatchObject({ isStarted: true, said: expect.stringContaining('ready') })
  const key = readFileSync(file, 'utf8')
  const refused = async (sentence: string, env: Record<string, string> = {}) => {
    const { isStarted, code, said } = await run(env)
    expect([isStarted, code, said]).toEqual([false, 1, expect.stringContaining(sentence)])
  }

  rmSync(file)
  await refused(`The master key ${file} is missing, and the database was sealed with it.`)
  expect(existsSync(file)).toBe(false)

  const other = randomBytes(32).toString('base64')
  writeFileSync(file, other, { mode: 0o600 })
  await refused(`${file} is not the master key that sealed this database.`)
  await refused('MIMAMORI_MASTER_KEY is not the master key that sealed this database.', { MIMAMORI_MASTER_KEY: other })

  writeFileSync(file, 'short')
  await refused(`${file}: the master key is 32 bytes in base64.`)
  writeFileSync(file, key)
  chmodSync(file, 0o644)
  await refused(`Run: chmod 600 ${file}`)

  chmodSync(file, 0o600)
  expect(await run()).toMatchObject({ isStarted: true, said: expect.stringContaining('ready') })
  const changed = { MIMAMORI_MASTER_KEY: other, MIMAMORI_MASTER_KEY_PREVIOUS: key.trim() }
  expect(await run(changed)).toMatchObject({ isStarted: true, said: expect.stringContaining('ready') })
  expect(await run({ MIMAMORI_MASTER_KEY: other })).toMatchObject({
    isStarted: true,
    said: expect.stringContaining('ready'),
  })
})

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { startEmbedded } from './embedded.ts'
import { connect } from './postgres-url.ts'

const root = mkdtempSync(join(tmpdir(), 'mimamori-embedded-'))
// When root runs the tests, the server runs as another account, which must be able to enter.
chmodSync(root, 0o755)
const owners: ChildProcess[] = []
afterAll(() => {
  for (const each of owners) each.kill('SIGKILL')
  rmSync(root, { recursive: true, force: true })
})
const quiet = () => {}

/** Another process that owns the database of a folder, as the launcher does; prints the address when it is there. */
async function owner(dataDir: string): Promise<{ process: ChildProcess; url: string }> {
  const script = `
    const { startEmbedded } = await import(${JSON.stringify(join(import.meta.dirname, 'embedded.ts'))})
    const { url } = await startEmbedded({ dataDir: ${JSON.stringify(dataDir)}, log() {} })
    console.log(url)
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  owners.push(child)
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  return { process: child, url: String(line).trim() }
}

const serverId = (dataDir: string) =>
  Number(readFileSync(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[0])
const isRunning = (pid: number) => {
  try {
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ')
  } catch {
    return false
  }
}

test('R21 a database whose owner was killed ends, retains its rows, and starts again', async () => {
  const dataDir = join(root, 'killed')
  const first = await owner(dataDir)
  const client = connect(first.url, { max: 1, onnotice: quiet, onclose: quiet })
  await client`create table retained (n int)`
  await client`insert into retained values (1), (2)`
  const pid = serverId(dataDir)

  await expect(startEmbedded({ dataDir, log: quiet })).rejects.toThrow('already open in another process')
  first.process.kill('SIGKILL')
  await client.end({ timeout: 1 })
  for (let tries = 0; isRunning(pid) && tries < 200; tries++) await pause(50)
  expect(isRunning(pid)).toBe(false)

  const second = await startEmbedded({ dataDir, log: quiet })
  const again = connect(second.url, { max: 1, onnotice: quiet })
  expect([...(await again`select n from retained order by n`)]).toEqual([{ n: 1 }, { n: 2 }])
  await again.end()
  await second.stop()
  expect(existsSync(join(dataDir, 'postgres/data/postmaster.pid'))).toBe(false)
})

test('R21 an orphaned server is ended before its data is opened again', async () => {
  const dataDir = join(root, 'left')
  const first = await owner(dataDir)
  const pid = serverId(dataDir)
  // The watcher is the owner's child and waits on a pipe: stopping it first leaves the server alone.
  const watcher = readFileSync(`/proc/${first.process.pid}/task/${first.process.pid}/children`, 'utf8')
    .trim()
    .split(' ')
    .map(Number)
    .find((child) => readFileSync(`/proc/${child}/cmdline`, 'utf8').includes('mimamori-database-watch'))
  process.kill(watcher!, 'SIGKILL')
  first.process.kill('SIGKILL')
  await once(first.process, 'close')
  expect(isRunning(pid)).toBe(true)

  const second = await startEmbedded({ dataDir, log: quiet })
  expect(isRunning(pid)).toBe(false)
  await second.stop()
})

test('a server that is killed while a connection hangs has ended, and starts again', async () => {
  const dataDir = join(root, 'hung')
  const first = await startEmbedded({ dataDir, log: quiet })
  const client = connect(first.url, { max: 1, onnotice: quiet, onclose: quiet })
  const [row] = await client<{ pid: number }[]>`select pg_backend_pid() as pid`
  process.kill(row!.pid, 'SIGSTOP')
  process.kill(serverId(dataDir), 'SIGKILL')
  await first.ended
  await first.stop()

  const second = await startEmbedded({ dataDir, log: quiet })
  expect(isRunning(row!.pid)).toBe(false)
  await client.end({ timeout: 0 }).catch(quiet)
  await second.stop()
})

test('the server listens on a socket of its owner alone, also in a folder with a very long name', async () => {
  const dataDir = join(root, 'long-'.repeat(25))
  const database = await startEmbedded({ dataDir, log: quiet })
  const client = connect(database.url, { max: 1, onnotice: quiet })
  const [settings] = await client`select current_setting('listen_addresses') as addresses,
    current_setting('fsync') as fsync, current_setting('password_encryption') as passwords`
  expect(settings).toEqual({ addresses: '', fsync: 'on', passwords: 'scram-sha-256' })
  await client.end()
  const stranger = connect(database.url.replace(/:[0-9a-f]{48}@/, ':wrong@'), { max: 1, onnotice: quiet })
  await expect(stranger`select 1`).rejects.toThrow('password authentication failed')
  await stranger.end()
  await database.stop()
})

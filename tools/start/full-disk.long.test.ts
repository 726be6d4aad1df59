// Tests of a disk that runs full below a running Mimamori: a small disk of its own, filled to the last byte.
import { execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { EmbeddedDatabase } from './database.ts'
import { LogFile } from './log-file.ts'
import { Logs } from './logs.ts'
import { type Running, startMimamori } from './mimamori.ts'
import { descendantsOf, isRunning } from './testing/process-tree.ts'

const PATIENCE = { timeout: 60_000, interval: 100 }

/** Mounting is root's, and some sandboxes refuse it to root, too. */
function canMount(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false
  const folder = mkdtempSync(join(tmpdir(), 'mimamori-mount-'))
  const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder]).status === 0
  if (isMounted) execFileSync('umount', [folder])
  rmSync(folder, { recursive: true })
  return isMounted
}

function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

/** Writes until `leftBytes` are free or the disk takes no more, and answers how to make room again. */
function fill(folder: string, leftBytes = 0): () => void {
  const path = join(folder, `filler-${crypto.randomUUID()}`)
  const file = openSync(path, 'w')
  for (const size of [1024 * 1024, 4096]) {
    try {
      while (freeBytes(folder) > leftBytes && writeSync(file, Buffer.alloc(size, 1)) > 0) {}
    } catch (error) {
      expect((error as NodeJS.ErrnoException).code).toBe('ENOSPC')
    }
  }
  closeSync(file)
  return () => rmSync(path)
}

/** Asks the database itself: the answer of /health/ready may be a second old. */
async function isWorking(url: string): Promise<boolean> {
  return fetch(`${url}/api/firstRun`).then(
    ({ ok }) => ok,
    () => false,
  )
}

describe.skipIf(!canMount())('a full disk', { timeout: 180_000 }, () => {
  let folder = ''
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'mimamori-full-'))
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=420m,mode=711', 'tmpfs', folder])
  })
  afterAll(() => {
    execFileSync('umount', ['-l', folder])
    rmSync(folder, { recursive: true })
  })

  test('costs a log lines and never its writer, which says so once', () => {
    const path = join(folder, 'a.log')
    const said: string[] = []
    const logs = new Logs(folder, () => {})
    const log = logs.of('service')
    const own = new LogFile(path)
    own.write('before\n')
    const makeRoom = fill(folder)
    for (let i = 0; i < 2_000; i++) {
      own.write(`${'lost '.repeat(100)}\n`)
      log.write(`${'lost '.repeat(100)}\n`)
      logs.reportRejection((line) => said.push(line))
    }
    expect(own.dropped).toBeGreaterThan(1_000)
    makeRoom()
    own.write('after\n')
    log.write('after\n')
    logs.reportRejection((line) => said.push(line))
    expect(own.dropped).toBe(0)
    expect(readFileSync(path, 'utf8')).toMatch(/^before\n[\s\S]*\n\d+ lines are missing here: [^\n]*\nafter\n$/)
    expect(said.map((line) => line.split(' ').slice(0, 3).join(' '))).toEqual(['The disk refuses', 'The logs in'])
    own.close()
    logs.close()
  })

  test('keeps a new database waiting, which says why and starts by itself with the room', async () => {
    const home = mkdtempSync(join(folder, 'new-'))
    chmodSync(home, 0o711)
    const said: string[] = []
    const log = new LogFile(join(tmpdir(), `mimamori-full-${crypto.randomUUID()}.log`))
    const database = new EmbeddedDatabase({ dataDir: home, log, say: (line) => said.push(line), onMove: () => {} })
    const makeRoom = fill(folder, 8 * 1024 * 1024)
    try {
      const started = database.startWhenThereIsRoom()
      await vi.waitUntil(() => said.some((line) => line.includes('is full, so the database cannot start.')), PATIENCE)
      makeRoom()
      await started
      expect(database.url).toContain('postgres://')
    } finally {
      await database.stop()
      log.close()
      rmSync(log.path)
      rmSync(home, { recursive: true })
    }
  })

  test('R12 ends nothing for good: reserve released, database and service back with the room', async () => {
    const mimamori: Running = await startMimamori({ dataFolder: folder, args: ['--empty'] })
    try {
      const ballast = join(folder, 'postgres', 'ballast')
      await vi.waitUntil(() => existsSync(ballast), PATIENCE)
      expect(statSync(ballast).size).toBe(64 * 1024 * 1024)

      // Below what releases the reserve, and not into the reserve itself, which is released meanwhile.
      const first = fill(folder, 16 * 1024 * 1024)
      await vi.waitUntil(() => !existsSync(ballast), PATIENCE)
      await vi.waitUntil(() => freeBytes(folder) > 60 * 1024 * 1024, PATIENCE)
      await killDatabase(mimamori.pid)
      await vi.waitUntil(() => mimamori.output().includes('ended unexpectedly; starting it again'), PATIENCE)
      await vi.waitUntil(() => isWorking(mimamori.url), PATIENCE)

      const second = fill(folder)
      await killDatabase(mimamori.pid)
      // Killed while the launcher still waited for its start, it "did not start" instead.
      const deaths = () => mimamori.output().match(/ended unexpectedly; starting|did not start|cannot start/g) ?? []
      await vi.waitUntil(() => deaths().length > 1, PATIENCE)
      expect(isRunning(mimamori.pid)).toBe(true)

      first()
      second()
      await vi.waitUntil(() => isWorking(mimamori.url), PATIENCE)
      await vi.waitUntil(() => existsSync(ballast), PATIENCE)
    } finally {
      await mimamori.stop()
    }
  })
})

async function killDatabase(launcher: number): Promise<void> {
  const find = () => descendantsOf(launcher).find(({ command }) => /bin\/postgres -D/.test(command))?.pid
  const server = await vi.waitUntil(find, PATIENCE)
  process.kill(server, 'SIGKILL')
  await vi.waitUntil(() => !isRunning(server), PATIENCE)
}

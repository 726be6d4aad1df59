// Tests of the launcher's parts: options, lock, children, logs, the hash of the console build.
import { fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, onTestFailed, test, vi } from 'vitest'
import { Child, restartDelayMs } from './child.ts'
import { hashSources } from './console-build.ts'
import { lockDataFolder } from './data-folder-lock.ts'
import { requireKind } from './data-kind.ts'
import { childEnvironment, serviceEnvironment } from './environment.ts'
import { LogFile } from './log-file.ts'
import { lostWorkers } from './lost-workers.ts'
import { readStartOptions } from './options.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mimamori-launcher-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

const untilGone = (pid: number) => vi.waitUntil(() => !isAlive(pid), { timeout: 10_000, interval: 20 })

describe('options', () => {
  const read = (args: string[], environment: Record<string, string>) =>
    readStartOptions(args, environment, '/home/a/mimamori', '/srv')

  test('default to port 8080 and .data in the checkout', () => {
    expect(read([], {})).toEqual({
      port: 8080,
      dataFolder: '/home/a/mimamori/.data',
      isEmpty: false,
      isDev: false,
      isNight: false,
      language: 'en',
    })
  })

  test('come from PORT, MIMAMORI_DATA_DIR and --empty', () => {
    expect(read(['--empty', '--dev'], { PORT: '8400', MIMAMORI_DATA_DIR: 'care' })).toEqual({
      port: 8400,
      dataFolder: '/srv/care',
      isEmpty: true,
      isDev: true,
      isNight: false,
      language: 'en',
    })
  })

  test.each([['0'], ['65536'], ['eighty'], ['80.5'], ['-1']])('reject the port %s with a clear message', (port) => {
    expect(() => read([], { PORT: port })).toThrow(
      `PORT: "${port}" is refused; it must be a whole number from 1 to 65535.`,
    )
  })

  test('reject an unknown argument, and a busy night without the demo', () => {
    expect(() => read(['--port=1'], {})).toThrow('Unknown argument --port=1')
    expect(() => read(['--night', '--empty'], {})).toThrow('--night needs the demo organisation')
    expect(read(['--night'], {}).isNight).toBe(true)
  })

  test('make the demo in the language that is set', () => {
    expect(read([], { MIMAMORI_DEMO_LANGUAGE: 'ja' }).language).toBe('ja')
    expect(() => read([], { MIMAMORI_DEMO_LANGUAGE: 'fr' })).toThrow('it must be one of en, ja')
  })
})

describe('the environment of the launcher', () => {
  const own = {
    ...{ SMTP_URL: 'smtps://u:p@mail.example:465', SMTP_HOST: 'mail.example', SMTP_PORT: '587', SMTP_USER: 'u' },
    ...{ SMTP_PASSWORD: 'secret', SMTP_FROM: 'mimamori@home.example', MIMAMORI_PUBLIC_URL: 'https://m.example' },
    ...{
      MIMAMORI_EXTERNAL_HOSTS: 'erp.home.local',
      MIMAMORI_PUSH_HOSTS: 'push.home.local',
      MIMAMORI_PROXIES: '10.0.0.5',
      MIMAMORI_MONITOR_TOKEN: 'monitor-monitor-1',
      MIMAMORI_MASTER_KEY_PREVIOUS: 'old',
    },
  }
  const common = { PATH: '/bin', LOG_LEVEL: 'warn', MIMAMORI_MASTER_KEY: 'key', MIMAMORI_DEMO_CAMERAS: 'scene' }
  const foreign = { DATABASE_URL: 'postgres://x/y', AWS_SECRET_ACCESS_KEY: 'x', SMTP_OTHER: 'x', MIMAMORI_DEMO: '1' }

  test('passes mail, addresses and keys to the service, and nothing for other programs', () => {
    expect(serviceEnvironment({ ...own, ...common, ...foreign })).toEqual({ ...own, ...common })
  })

  test('hides them from all other programs', () => {
    expect(childEnvironment({ ...own, ...common, ...foreign })).toEqual(common)
  })
})

describe('the lock of a data folder', () => {
  const holder = { pid: process.pid, address: 'http://127.0.0.1:8400' }

  test('is released after its holder ended normally', () => {
    lockDataFolder(folder, holder).release()
    const again = lockDataFolder(folder, holder)
    expect(again.wasKilled).toBe(false)
    again.release()
  })

  test('rejects a second start with the first’s address, and is released after a kill', async () => {
    const parent = fork(join(import.meta.dirname, 'testing', 'parent.ts'), [folder])
    onTestFailed(() => void parent.kill('SIGKILL'))
    const [childPid] = (await once(parent, 'message')) as [number]
    expect(() => lockDataFolder(folder, holder)).toThrow(
      `Mimamori already runs on ${folder} at http://127.0.0.1:8400 (process ${parent.pid}).`,
    )

    parent.kill('SIGKILL')
    await once(parent, 'exit')
    const lock = lockDataFolder(folder, holder)
    expect(lock.wasKilled).toBe(true)
    lock.release()
    await untilGone(childPid)
  })
})

describe('the type of a data folder', () => {
  test('is set by the first start, and the other type is rejected with a remedy', () => {
    requireKind(folder, true)
    requireKind(folder, true)
    expect(() => requireKind(folder, false)).toThrow('was started with --empty and may hold your own data')
  })

  test('demo data is not served as an empty installation', () => {
    requireKind(folder, false)
    expect(() => requireKind(folder, true)).toThrow('holds the demo organisation')
  })
})

describe('a child of the launcher', () => {
  const make = (say: (line: string) => void, waited: number[], nowMs: () => number) =>
    new Child({
      title: 'loop',
      program: join(import.meta.dirname, 'testing', 'loop.ts'),
      args: ['with', 'words'],
      env: () => process.env,
      cwd: folder,
      log: new LogFile(join(folder, 'loop.log')),
      say,
      nowMs,
      wait: async (delayMs) => waited.push(delayMs),
    })

  test('restarts at once after a kill, with pauses in a crash loop, and ends on stop', async () => {
    const said: string[] = []
    const waited: number[] = []
    let nowMs = 0
    const child = make(
      (line) => said.push(line),
      waited,
      () => nowMs,
    )
    child.start()
    for (let kills = 0; kills < 5; kills++) {
      const pid = child.pid!
      // The last one is killed after it ran steadily.
      if (kills === 4) nowMs = 10_000
      process.kill(pid, 'SIGKILL')
      await vi.waitUntil(() => child.pid !== undefined && child.pid !== pid, { timeout: 10_000, interval: 10 })
    }
    const last = child.pid!
    await vi.waitUntil(() => readFileSync(join(folder, 'loop.log'), 'utf8').includes(`running ${last} with words`), {
      timeout: 10_000,
    })
    await child.stop(5_000)

    expect(waited).toEqual([0, 0, 500, 1000, 0])
    expect(said[0]).toContain('The loop ended unexpectedly (SIGKILL); starting it again at once.')
    expect(said[2]).toContain('starting it again in 0.5 s.')
    expect(isAlive(last)).toBe(false)
  })

  test('restarts although its own child hangs, which is ended first', async () => {
    const child = make(
      () => {},
      [],
      () => 0,
    )
    child.start()
    const before = child.pid!
    const said = () => readFileSync(join(folder, 'loop.log'), 'utf8')
    const running = (pid: number) => vi.waitUntil(() => said().includes(`running ${pid} `), { timeout: 10_000 })
    await running(before)
    process.kill(before, 'SIGWINCH')
    await vi.waitUntil(() => /left behind \d+/.test(said()), { timeout: 10_000 })
    const leftBehind = Number(/left behind (\d+)/.exec(said())![1])
    process.kill(leftBehind, 'SIGSTOP')
    process.kill(before, 'SIGKILL')
    await vi.waitUntil(() => child.pid !== undefined && child.pid !== before, { timeout: 10_000, interval: 10 })
    await untilGone(leftBehind)

    await running(child.pid!)
    process.kill(child.pid!, 'SIGWINCH')
    await vi.waitUntil(() => said().match(/left behind \d+/g)?.length === 2, { timeout: 10_000 })
    const second = Number(/left behind (\d+)\s*$/.exec(said())![1])
    process.kill(second, 'SIGSTOP')
    await child.stop(5_000)
    await untilGone(second)
  })

  test('HUB-01 that requests a restart restarts at once, and does not count as crashed', async () => {
    const said: string[] = []
    const waited: number[] = []
    const child = make(
      (line) => said.push(line),
      waited,
      () => 0,
    )
    child.start()
    const first = child.pid!
    const log = () => readFileSync(join(folder, 'loop.log'), 'utf8')
    await vi.waitUntil(() => log().includes('a planted error'), { timeout: 10_000 })
    process.kill(first, 'SIGUSR2')
    await vi.waitUntil(() => child.pid !== undefined && child.pid !== first, { timeout: 10_000, interval: 10 })
    await child.stop(5_000)

    expect([said, waited, child.crashes]).toEqual([[], [], 0])
  })

  test('waits at most ten seconds between two starts', () => {
    expect([1, 2, 3, 4, 7, 8, 40].map(restartDelayMs)).toEqual([0, 0, 500, 1000, 8000, 10_000, 10_000])
  })
})

describe.skipIf(process.platform !== 'linux')('a program under setup.mjs', () => {
  test.each(['SIGTERM', 'SIGKILL'] as const)('ends when the shell of npm is ended by %s', async (signal) => {
    const root = join(import.meta.dirname, '..', '..')
    const program = 'node tools/setup.mjs tools/start/testing/loop.ts; true'
    const shell = spawn('/bin/sh', ['-c', program], {
      cwd: root,
      env: { ...process.env, npm_lifecycle_event: 'start' },
    })
    const [said] = (await once(shell.stdout, 'data')) as [Buffer]
    const pid = Number(/^running (\d+)/.exec(said.toString())?.[1])
    expect(isAlive(pid)).toBe(true)

    shell.kill(signal)
    await untilGone(pid)
  })
})

describe('lost media workers', () => {
  test('are found in the log of the hub, also in the previous file', () => {
    mkdirSync(join(folder, 'logs'))
    const line = (at: number) => JSON.stringify({ level: 'warn', at, msg: 'a media worker was lost' })
    writeFileSync(join(folder, 'logs', 'hub.log.1'), `${line(1)}\n{"msg":"An alert was raised"}\n`)
    writeFileSync(join(folder, 'logs', 'hub.log'), `${line(2)}\n`)
    writeFileSync(join(folder, 'logs', 'service.log'), `${line(3)}\n`)
    expect(lostWorkers(folder)).toEqual([line(1), line(2)])
  })
})

describe('a log file', () => {
  test('is rotated by size and retains the latest files', () => {
    const log = new LogFile(join(folder, 'a.log'), { maxBytes: 10, keep: 2 })
    for (const line of ['one-one', 'two-two', 'three-3', 'four-44']) log.write(`${line}\n`)
    log.close()
    expect(readFileSync(join(folder, 'a.log'), 'utf8')).toBe('four-44\n')
    expect(readFileSync(join(folder, 'a.log.1'), 'utf8')).toBe('three-3\n')
    expect(readFileSync(join(folder, 'a.log.2'), 'utf8')).toBe('two-two\n')
    expect(() => readFileSync(join(folder, 'a.log.3'))).toThrow('ENOENT')
  })

  test('counts the errors since the last call, in lines that arrive in chunks', () => {
    const log = new LogFile(join(folder, 'a.log'))
    log.write('{"level":30,"msg":"fine"}\n{"level":50,"ms')
    log.write('g":"no disk","err":{"message":"ENOSPC"}}\n{"level":"error","msg":"again"}\nplain words\n')
    expect(log.takeErrors()).toEqual({ count: 2, last: 'again' })
    expect(log.takeErrors()).toEqual({ count: 0, last: '' })
    expect(log.lastLines.at(-1)).toBe('plain words')
    log.close()
  })
})

describe('the hash of the console build', () => {
  test('changes with a source and its name, and not with a test', () => {
    const hash = () => hashSources(folder, ['src', 'missing.ts'])
    mkdirSync(join(folder, 'src'))
    writeFileSync(join(folder, 'src', 'page.tsx'), 'a')
    const first = hash()
    writeFileSync(join(folder, 'src', 'page.test.tsx'), 'b')
    expect(hash()).toBe(first)
    writeFileSync(join(folder, 'src', 'page.tsx'), 'c')
    const second = hash()
    writeFileSync(join(folder, 'src', 'other.tsx'), '')
    expect(new Set([first, second, hash()]).size).toBe(3)
  })
})

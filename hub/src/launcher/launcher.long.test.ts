/** The launcher over real processes: what runs after an upgrade, a crash, and a kill at any moment. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { temporaryFolder, until } from '#platform/testing/hub-parts.ts'
import { readVersionState, writeVersionState } from '#platform/versions/version-state.ts'
import type { LauncherTimes } from './launcher.ts'
import { type Behaviour, makeVersion, type RunningLauncher, startLauncher, startsIn } from './testing/versions.ts'

/** Long enough that only what a test provokes happens. */
const LONG: LauncherTimes = { trialMs: 60_000, settleMs: 50, againMs: 10, stopMs: 2_000 }
const ID = '01977c5e-0000-7000-8000-00000000000a'

let folder: ReturnType<typeof temporaryFolder>
let installed: string
let versions: string
let log: string
const running: RunningLauncher[] = []

beforeEach(() => {
  folder = temporaryFolder()
  installed = join(folder.path, 'installed')
  versions = join(folder.path, 'versions')
  log = join(folder.path, 'log')
  makeVersion(installed, '0.1.0', 'healthy', log)
})
afterEach(async () => {
  for (const { child } of running) child.kill('SIGTERM')
  await until(() => running.every(({ code }) => code !== undefined))
  running.splice(0)
  folder.remove()
})

const launch = (times: Partial<LauncherTimes> = {}) => {
  const launcher = startLauncher(installed, versions, { ...LONG, ...times })
  running.push(launcher)
  return launcher
}
const started = () => startsIn(log).map(({ version }) => version)
/** As an upgrade leaves it. */
function putOnTrial(version: string, behaviour: Behaviour, current: string | null = null, starts = 0): void {
  makeVersion(join(versions, version), version, behaviour, log)
  writeVersionState(versions, { current, trial: { id: ID, version, starts, camerasOnline: 2 }, last: null })
}
const last = () => readVersionState(versions).last

describe('the launcher', () => {
  test('OPS-04 a new version that becomes healthy stays, and the version before it lies beside it', async () => {
    makeVersion(join(versions, '0.1.5'), '0.1.5', 'healthy', log)
    makeVersion(join(versions, '0.1.4'), '0.1.4', 'healthy', log)
    putOnTrial('0.2.0', 'healthy', '0.1.5')
    const launcher = launch()
    await until(() => launcher.out.includes('is healthy and stays'))
    expect(readVersionState(versions)).toEqual({
      current: '0.2.0',
      trial: null,
      last: { id: ID, version: '0.2.0', reason: null },
    })
    expect(readdirSync(versions).sort()).toEqual(['0.1.5', '0.2.0', 'state.json'])
    expect(started()).toEqual(['0.2.0'])
  })

  test('OPS-04 a new version that crashes at each start is rolled back, with the reason', async () => {
    putOnTrial('0.2.0', 'crashing')
    launch()
    await until(() => started().at(-1) === '0.1.0')
    expect(started()).toEqual(['0.2.0', '0.2.0', '0.2.0', '0.1.0'])
    expect(last()).toEqual({ id: ID, version: '0.2.0', reason: 'crashed' })
    expect(existsSync(join(versions, '0.2.0'))).toBe(false)
  })

  test.each([
    ['blind', 'cameras-missing'],
    ['silent', 'silent'],
  ] as const)(
    'OPS-04 a new version that is %s is ended in time, and the version before runs',
    async (behaviour, reason) => {
      putOnTrial('0.2.0', behaviour)
      launch({ trialMs: 10_000 })
      await until(() => started().at(-1) === '0.1.0')
      expect(started()).toEqual(['0.2.0', '0.1.0'])
      expect(last()).toEqual({ id: ID, version: '0.2.0', reason })
    },
  )

  test('OPS-04 killed while a new version is on trial, the launcher starts a hub again', async () => {
    putOnTrial('0.2.0', 'silent')
    for (const count of [1, 2, 3]) {
      const launcher = launch()
      await until(() => started().length === count)
      launcher.child.kill('SIGKILL')
      await until(() => launcher.code !== undefined)
    }
    launch()
    await until(() => started().length === 4)
    expect(started()).toEqual(['0.2.0', '0.2.0', '0.2.0', '0.1.0'])
    expect(last()).toEqual({ id: ID, version: '0.2.0', reason: 'crashed' })
  })

  test('OPS-04 a version whose folder is gone leaves the installed one running', async () => {
    writeVersionState(versions, {
      current: '0.3.0',
      trial: { id: ID, version: '0.4.0', starts: 0, camerasOnline: 0 },
      last: null,
    })
    launch()
    await until(() => started().length === 1)
    expect(started()).toEqual(['0.1.0'])
    expect(last()).toEqual({ id: ID, version: '0.4.0', reason: 'folder-missing' })
  })

  test('OPS-04 a newer installed version is used instead of an earlier upgrade', async () => {
    makeVersion(join(versions, '0.0.9'), '0.0.9', 'healthy', log)
    writeVersionState(versions, { current: '0.0.9', trial: null, last: null })
    launch()
    await until(() => started().length === 1)
    expect([started(), readVersionState(versions).current]).toEqual([['0.1.0'], null])
  })

  test('OPS-04 a hub that asks for it is started again; one that ends ends its launcher', async () => {
    makeVersion(join(versions, '0.2.0'), '0.2.0', 'restarting', log)
    writeVersionState(versions, { current: '0.2.0', trial: null, last: null })
    const restarting = launch()
    await until(() => started().length >= 3)
    restarting.child.kill('SIGTERM')
    makeVersion(join(versions, '0.3.0'), '0.3.0', 'ending', log)
    await until(() => restarting.code !== undefined)
    writeVersionState(versions, { current: '0.3.0', trial: null, last: null })
    const ending = launch()
    await until(() => ending.code !== undefined)
    expect([restarting.code, ending.code]).toEqual([0, 7])
  })
})

/** The installation of a release with real archives, signatures and processes, killed at each of its steps. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { LAUNCHER_TIMES } from '#hub/launcher/launcher.ts'
import { makeVersion, type RunningLauncher, startLauncher, startsIn } from '#hub/launcher/testing/versions.ts'
import { temporaryFolder, until } from '#platform/testing/hub-parts.ts'
import { readVersionState } from '#platform/versions/version-state.ts'
import { INSTALL_STEPS } from './install-release.ts'
import { type InstallOrder, install, makeRelease, type SignedRelease, serveArchive } from './testing/release.ts'

let folder: ReturnType<typeof temporaryFolder>
let served: Awaited<ReturnType<typeof serveArchive>>
let release: SignedRelease
let log: string
let installed: string
let versionsDir: string
const running: RunningLauncher[] = []

beforeEach(async () => {
  folder = temporaryFolder()
  log = join(folder.path, 'log')
  installed = join(folder.path, 'installed')
  versionsDir = join(folder.path, 'data', 'versions')
  makeVersion(installed, '0.1.0', 'healthy', log)
  mkdirSync(join(folder.path, 'release'))
  release = makeRelease(join(folder.path, 'release'), { version: '0.2.0', log })
  served = await serveArchive(release.archive)
})
afterEach(async () => {
  for (const { child } of running) child.kill('SIGTERM')
  await until(() => running.every(({ code }) => code !== undefined))
  running.splice(0)
  served.server.closeAllConnections()
  await new Promise((resolve) => served.server.close(resolve))
  folder.remove()
})

function order(more: Partial<InstallOrder> = {}): InstallOrder {
  const { archive: _, ...signed } = release
  const own = { version: '0.2.0', ownVersion: '0.1.0', ownFolder: installed, versionsDir }
  return { ...signed, ...own, address: served.address, dieAt: null, ...more }
}

/** The version that a launcher starts now. */
async function versionThatRuns(): Promise<string> {
  const before = startsIn(log).length
  const launcher = startLauncher(installed, versionsDir, { ...LAUNCHER_TIMES, settleMs: 0 })
  running.push(launcher)
  await until(() => startsIn(log).length > before)
  launcher.child.kill('SIGTERM')
  await until(() => launcher.code !== undefined)
  return startsIn(log).at(-1)!.version
}

describe('installing a release', () => {
  test.each(INSTALL_STEPS)(
    'OPS-04 killed at the step "%s" a hub runs still, and the next try ends well',
    async (step) => {
      const killed = await install(order({ dieAt: step }))
      expect([killed.signal, killed.out]).toEqual(['SIGKILL', ''])
      expect(await versionThatRuns()).toBe(step === 'on-trial' ? '0.2.0' : '0.1.0')
      const again = await install(order())
      expect([again.code, again.out]).toEqual([0, ''])
      expect(await versionThatRuns()).toBe('0.2.0')
      expect(readdirSync(versionsDir).filter((name) => name.startsWith('.'))).toEqual([])
    },
  )

  test('OPS-04 a wrong signature, key or archive never runs: nothing of it is unpacked', async () => {
    const other = makeRelease(folder.path, { version: '0.2.0', log })
    const rejections = [
      [order({ signature: other.signature }), 'signature-wrong'],
      [order({ keyFile: other.keyFile }), 'signature-wrong'],
      [order({ keyFile: join(folder.path, 'none.pem') }), 'key-missing'],
      [order({ version: '0.3.0' }), 'release-missing'],
      [order({ ownVersion: '0.2.0' }), 'not-newer'],
      [order({ ownVersion: '0.10.0' }), 'not-newer'],
    ] as const
    for (const [wrong, code] of rejections) expect((await install(wrong)).out, code).toContain(code)
    expect(served.ranges).toEqual([])
    // Signed sums of the release, and another archive of the same length.
    served.archive.fill(7, 1_000)
    expect((await install(order())).out).toContain('sum-wrong')
    expect([existsSync(join(versionsDir, '0.2.0')), readVersionState(versionsDir).trial]).toEqual([false, null])
    expect(await versionThatRuns()).toBe('0.1.0')
  })

  test('OPS-04 a download goes on where it ended', async () => {
    await install(order({ dieAt: 'downloading' }))
    const [name] = readdirSync(join(versionsDir, '.download'))
    const path = join(versionsDir, '.download', name!)
    writeFileSync(path, release.archive.subarray(0, 100))
    expect((await install(order())).code).toBe(0)
    expect(served.ranges).toEqual(['', 'bytes=100-'])
  })

  test('OPS-04 a release without the video library copies it from the running hub', async () => {
    const [name, line] = ['@seydx/node-av-linux-x64', '@seydx/node-av-linux-x64 6.1.1 abc']
    const library = join('node_modules', name, 'node-av.node')
    mkdirSync(join(installed, 'node_modules', name), { recursive: true })
    writeFileSync(join(installed, library), 'a library')
    writeFileSync(join(installed, 'video-library'), `${line}\n`)
    const settle = async (version: string, wanted: string) => {
      release = makeRelease(folder.path, { version, log, files: { 'video-library': wanted } })
      served.archive = release.archive
      return (await install(order({ version }))).out
    }
    expect(await settle('0.3.0', `${line}\n`)).toBe('')
    expect(readFileSync(join(versionsDir, '0.3.0', library), 'utf8')).toBe('a library')
    expect(await settle('0.4.0', `${line}d\n`)).toContain('video-library-missing')
    expect(existsSync(join(versionsDir, '0.4.0'))).toBe(false)
  })
})

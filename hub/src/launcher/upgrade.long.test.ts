/** The hub itself, upgraded over the service: to a version that works, and back from one that does not. */
import { generateKeyPairSync } from 'node:crypto'
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FAKE_KEY, FakeService } from '#platform/testing/fake-service.ts'
import { temporaryFolder, until } from '#platform/testing/hub-parts.ts'
import { nodeOf, programOf } from '#platform/versions/version-folder.ts'
import { packRelease } from '../uplink/upgrade/testing/release.ts'
import { type RunningLauncher, startLauncher } from './testing/versions.ts'

const HUB = join(import.meta.dirname, '..', '..')
const TIMES = { trialMs: 120_000, settleMs: 500, againMs: 10, stopMs: 5_000 }
const keys = generateKeyPairSync('ed25519')

const folder = temporaryFolder()
const service = new FakeService()
const data = join(folder.path, 'data')
let launcher: RunningLauncher

/** The program of this checkout as a release of that version would have it. */
function layOutHub(place: string, version: string): void {
  mkdirSync(dirname(nodeOf(place)), { recursive: true })
  symlinkSync(process.execPath, nodeOf(place))
  symlinkSync(join(HUB, '..', 'node_modules'), join(place, 'node_modules'))
  cpSync(join(HUB, 'src'), join(place, 'hub', 'src'), {
    recursive: true,
    filter: (path) => !/\.test\.ts$|\/testing$/.test(path),
  })
  const manifest = { ...JSON.parse(readFileSync(join(HUB, 'package.json'), 'utf8')), version }
  for (const path of ['package.json', 'hub/package.json']) writeFileSync(join(place, path), JSON.stringify(manifest))
}

beforeAll(async () => {
  await service.start()
  layOutHub(join(folder.path, 'installed'), '0.1.0')
})
afterAll(async () => {
  launcher?.child.kill('SIGTERM')
  await until(() => launcher?.code !== undefined)
  await service.stop()
  folder.remove()
})

function offer(version: string, id: string): void {
  const { keyFile: _, ...release } = packRelease(folder.path, version, keys)
  service.release = release
  service.offer = { id, version }
  service.order({ type: 'upgrade-offered' })
}
const said = (id: string) => service.asked.flatMap(({ progress }) => (progress?.id === id ? [progress.state] : []))

describe('the hub under its launcher', () => {
  test('OPS-04 it fetches a version, runs it once it works, and returns from one that does not', async () => {
    const [good, bad] = ['01977c5e-0000-7000-8000-00000000000a', '01977c5e-0000-7000-8000-00000000000b']
    layOutHub(join(folder.path, 'laid-out', '0.2.0'), '0.2.0')
    packRelease(folder.path, '0.2.0', keys)
    launcher = startLauncher(join(folder.path, 'installed'), join(data, 'versions'), TIMES, {
      MIMAMORI_SERVICE: service.address,
      MIMAMORI_HUB_KEY: FAKE_KEY,
      MIMAMORI_HUB_DATA: data,
      MIMAMORI_HUB_WITHOUT_POSES: '1',
      MIMAMORI_HUB_INSTALLATION: 'launcher',
      MIMAMORI_HUB_RELEASE_KEY: join(folder.path, '0.2.0.pem'),
    })
    await until(() => service.socketCount === 1)
    offer('0.2.0', good)
    await until(() => said(good).includes('healthy'))
    expect(new Set(said(good))).toEqual(new Set(['downloading', 'checking', 'starting', 'healthy']))
    expect(service.versions).toEqual(['0.1.0', '0.2.0'])

    layOutHub(join(folder.path, 'laid-out', '0.3.0'), '0.3.0')
    writeFileSync(programOf(join(folder.path, 'laid-out', '0.3.0')), 'process.exit(1)')
    offer('0.3.0', bad)
    await until(() => said(bad).includes('returned'))
    expect(service.versions).toEqual(['0.1.0', '0.2.0', '0.2.0'])
    expect(service.asked.at(-1)!.progress).toMatchObject({ state: 'returned', reason: 'crashed' })
  }, 300_000)
})

/** What a hub reports and does about its version, without starting another program. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { CameraReport } from '@mimamori/contract/fleet/heartbeat.ts'
import type { Installation } from '@mimamori/contract/fleet/upgrade-lists.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createClock } from '#platform/clock.ts'
import { FAKE_KEY, FakeService } from '#platform/testing/fake-service.ts'
import { CAMERA_ID, temporaryFolder, until } from '#platform/testing/hub-parts.ts'
import type { LauncherMessage } from '#platform/versions/version-state.ts'
import { readVersionState, writeVersionState } from '#platform/versions/version-state.ts'
import { ServiceClient } from '../service-client.ts'
import { makeRelease } from './testing/release.ts'
import { Upgrader } from './upgrader.ts'

const ID = '01977c5e-0000-7000-8000-00000000000a'
let folder: ReturnType<typeof temporaryFolder>
let service: FakeService
const upgraders: Upgrader[] = []
beforeEach(async () => {
  folder = temporaryFolder()
  service = await new FakeService().start()
})
afterEach(async () => {
  await Promise.all(upgraders.splice(0).map((one) => one.stop()))
  await service.stop()
  folder.remove()
})

function start(more: { version?: string; installation?: Installation; online?: () => number; keyFile?: string } = {}) {
  const { version = '0.1.0', installation = 'launcher', online = () => 0, keyFile = null } = more
  const clock = createClock()
  const heard = { lines: [] as string[], messages: [] as LauncherMessage[], restarts: 0 }
  const client = new ServiceClient({
    service: service.address,
    key: FAKE_KEY,
    version,
    hostname: 'closet',
    instance: 'closet',
    clock,
  })
  const upgrader = new Upgrader({
    ...{ client, version, clock, installation, dataDir: folder.path, releaseKeyFile: keyFile, ownFolder: folder.path },
    cameras: () => Array.from({ length: online() }, () => ({ cameraId: CAMERA_ID, isOnline: true }) as CameraReport),
    log: () => {},
    say: (line) => heard.lines.push(line),
    tellLauncher: (message) => heard.messages.push(message),
    restartProgram: () => {
      heard.restarts++
    },
  })
  upgraders.push(upgrader)
  upgrader.start()
  return heard
}
const stateSaid = () => service.asked.findLast(({ progress }) => progress !== null)?.progress

describe('the upgrade of a hub', () => {
  test('OPS-04 a signed release is installed and the program restarted once, with the same cameras', async () => {
    const { keyFile, ...release } = makeRelease(folder.path, { version: '0.2.0', log: join(folder.path, 'log') })
    Object.assign(service, { release, offer: { id: ID, version: '0.2.0' } })
    const heard = start({ keyFile, online: () => 2 })
    await until(() => heard.restarts > 0)
    expect(readVersionState(join(folder.path, 'versions')).trial).toMatchObject({ version: '0.2.0', camerasOnline: 2 })
    expect(heard.restarts).toBe(1)
  })

  test('OPS-04 a release signed with another key is rejected once, and reported', async () => {
    const log = join(folder.path, 'log')
    mkdirSync(join(folder.path, 'other'))
    const { keyFile } = makeRelease(join(folder.path, 'other'), { version: '0.2.0', log })
    const { keyFile: _, ...release } = makeRelease(folder.path, { version: '0.2.0', log })
    Object.assign(service, { release, offer: { id: ID, version: '0.2.0' } })
    const heard = start({ keyFile })
    await until(() => stateSaid()?.state === 'failed')
    expect(stateSaid()).toMatchObject({ reason: 'signature-wrong' })
    expect([heard.restarts, readVersionState(join(folder.path, 'versions')).trial]).toEqual([0, null])
  })

  test('OPS-04 a hub in a container or checkout reports that and accepts no offer', async () => {
    service.offer = { id: ID, version: '0.2.0' }
    const paths: string[] = []
    service.errorOf = (path) => {
      paths.push(path)
      return null
    }
    start({ installation: 'container' })
    await until(() => service.asked.length === 1)
    upgraders[0]!.look()
    await until(() => service.asked.length === 2)
    expect(service.asked[0]).toMatchObject({ installation: 'container', progress: null })
    expect(paths.filter((path) => path.includes('release'))).toEqual([])
  })

  test('OPS-04 on trial it is healthy once connected with as many cameras as before', async () => {
    const trial = { id: ID, version: '0.2.0', starts: 1, camerasOnline: 2 }
    writeVersionState(join(folder.path, 'versions'), { current: null, trial, last: null })
    let cameras = 1
    const { messages } = start({ version: '0.2.0', online: () => cameras })
    await until(() => messages.some((one) => one.type === 'unhealthy' && one.reason === 'cameras-missing'))
    cameras = 2
    await until(() => messages.at(-1)?.type === 'healthy')
    expect(stateSaid()).toMatchObject({ id: ID, state: 'starting' })
  })

  test('OPS-04 a hub that is too old for its service reports that once', async () => {
    service.versionMin = '0.2.0'
    const heard = start()
    await until(() => heard.lines.length > 0)
    expect(heard.lines).toEqual([expect.stringContaining('is too old: the service needs 0.2.0')])
  })
})

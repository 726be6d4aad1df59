// What a camera learned of its empty room outlives the process that watched it.
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hubAppSettings } from '@mimamori/contract/camera/app-settings.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createClock } from '#platform/clock.ts'
import { Heard, sorted } from '#testing/heard.ts'
import { wantedCamera } from '#testing/wanted-camera.ts'
import type { CameraStatus } from '../worker-message.ts'
import { WorkerGroup } from './worker-group.ts'

const PERSON = hubAppSettings.parse({ appCode: 'A001' })
const CAMERA_ID = randomUUID()
const STRANGER_ID = randomUUID()

let folder: string
let group: WorkerGroup
let statuses: Heard<CameraStatus>

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mimamori-background-'))
  statuses = new Heard()
  group = new WorkerGroup({
    spoolDir: folder,
    emit: sorted({ status: statuses.put }),
    log: () => {},
    clock: createClock(),
    environment: process.env,
    sources: { quiet: new URL('./testing/quiet-source.ts', import.meta.url).href },
    limits: { heartbeatMs: 100, retryMinMs: 100 },
  })
})
afterEach(async () => {
  await group.stop()
  await rm(folder, { recursive: true, force: true, maxRetries: 3 })
})

/** The share of the frame that stands out, in percent, once the camera judges reliably. */
async function standsOut(cameraId: string): Promise<number> {
  const look = async () => {
    const { result } = await group.ask({ type: 'tryout', cameraId, settings: PERSON, schedule: null })
    return result?.seen?.isReliable ? result.seen.changedPercent : null
  }
  await expect.poll(look, { timeout: 30_000 }).not.toBeNull()
  return (await look())!
}

test('what a camera learned of its empty room is handed to the next process', async () => {
  const marker = join(folder, 'somebody')
  const apps = [{ appCode: 'A001' as const, severity: 'low' as const, settings: PERSON, schedule: null }]
  const camera = wantedCamera(CAMERA_ID, `quiet:${marker}`, { apps })
  group.configure([camera])
  expect(await standsOut(CAMERA_ID)).toBe(0)
  await writeFile(marker, '')
  const lost = statuses.next(({ reason }) => reason?.code === 'worker-lost')
  process.kill(group.workers[0]!.pid!, 'SIGKILL')
  await lost
  group.configure([camera, wantedCamera(STRANGER_ID, `quiet:${marker}`, { apps })])

  expect(await standsOut(CAMERA_ID)).toBeGreaterThan(3)
  expect(await standsOut(STRANGER_ID)).toBe(0)
}, 90_000)

import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SettingsError } from '@mimamori/contract/camera/settings-error.ts'
import type { DesiredCamera } from '@mimamori/contract/fleet/hub.ts'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { anyId, CAMERA_ID, desiredCamera, manualClock, temporaryFolder, until } from '#platform/testing/hub-parts.ts'
import { type Known, NOTHING_KNOWN, openDesiredFile } from './desired-file.ts'
import { merge, Shadow } from './shadow.ts'

const BAD_ADDRESS = { code: 'bad-address', params: {} } as const

let folder: ReturnType<typeof temporaryFolder>
beforeEach(() => {
  folder = temporaryFolder()
})
afterEach(() => folder.remove())

function makeShadow(answer: () => readonly unknown[]) {
  const applied: DesiredCamera[][] = []
  const reported: { cameraId: string; version: number; errors: SettingsError[] }[] = []
  const reports: number[] = []
  const clock = manualClock()
  const call = async (key: string, { body }: { body?: { cameras: [] } }) => {
    if (key === 'hub.report') {
      reports.push(body!.cameras.length)
      reported.push(...body!.cameras)
    }
    return { cameras: answer() }
  }
  const shadow = new Shadow({
    client: { call } as never,
    file: openDesiredFile(folder.path, () => {}),
    clock,
    log: () => {},
    apply: (cameras) => {
      applied.push(structuredClone(cameras))
      return new Map()
    },
  })
  return { shadow, applied, reported, reports, clock }
}

const cameraIds = ['a', 'b', 'c'].map((letter) => `01977c5e-0000-7000-8000-00000000000${letter}`)

describe('the shadow', () => {
  test('HUB-03 a hub without cameras reports once that it has applied its settings', async () => {
    const { shadow, reports } = makeShadow(() => [])
    shadow.start()
    await until(() => reports.length === 1)
    shadow.accept({ cameras: [] })
    await shadow.stop()
    expect(reports).toEqual([0])
  })

  test('CAM-06 settings are put in force and their version reported, once', async () => {
    let wanted = [desiredCamera({ version: 3 })]
    const { shadow, applied, reported } = makeShadow(() => wanted)
    shadow.start()
    await until(() => reported.length === 1)
    wanted = [desiredCamera({ version: 4, name: 'Room 102' })]
    shadow.changed()
    await until(() => reported.length === 2)
    shadow.changed()
    await shadow.stop()

    expect(applied.map(([camera]) => camera!.version)).toEqual([3, 4])
    expect(reported.map(({ version, errors }) => [version, errors])).toEqual([
      [3, []],
      [4, []],
    ])
  })

  test('CAM-06 the settings are pulled every minute without a notice', async () => {
    let wanted = [desiredCamera()]
    const { shadow, applied, clock } = makeShadow(() => wanted)
    shadow.start()
    await until(() => clock.pauses.includes(60_000))
    wanted = [desiredCamera({ version: 2 })]
    await clock.advance(60_000)
    await until(() => applied.length === 2)
    await shadow.stop()
  })

  test('CAM-06 a camera with settings of another version is reported; others are unaffected', async () => {
    const good = desiredCamera({ cameraId: anyId() })
    const strange = { ...desiredCamera({ version: 7 }), streamUrl: 42 }
    const { shadow, applied, reported } = makeShadow(() => [strange, good])
    shadow.start()
    await until(() => reported.length === 2)
    await shadow.stop()

    expect(applied).toEqual([[good]])
    expect(reported.find(({ cameraId }) => cameraId === CAMERA_ID)).toMatchObject({
      version: 7,
      errors: [{ code: 'not-understood', params: { path: 'streamUrl' } }],
    })
  })

  test('a camera that rejects its settings is reported, and again on success', async () => {
    const { shadow, reported } = makeShadow(() => [desiredCamera()])
    shadow.start()
    await until(() => reported.length === 1)
    shadow.setErrors(CAMERA_ID, [BAD_ADDRESS])
    await until(() => reported.length === 2)
    shadow.setErrors(CAMERA_ID, [])
    await until(() => reported.length === 3)
    await shadow.stop()

    expect(reported.map(({ errors }) => errors)).toEqual([[], [BAD_ADDRESS], []])
  })

  test('HUB-04 a hub without the service starts with its last settings, passwords sealed on disk', async () => {
    const camera = desiredCamera({ username: 'viewer', password: 'hanami-secret' })
    const first = makeShadow(() => [camera])
    first.shadow.start()
    await until(() => first.reported.length === 1)
    await first.shadow.stop()
    const second = makeShadow(() => {
      throw new Error('away')
    })
    second.shadow.start()
    await second.shadow.stop()

    expect(second.applied).toEqual([[camera]])
    expect(readFileSync(join(folder.path, 'desired.json'), 'utf8')).not.toContain('hanami-secret')
    expect(statSync(join(folder.path, 'secret.key')).mode & 0o777).toBe(0o600)
  })

  test('stored settings that were damaged, or sealed with another key, do not prevent the start', () => {
    const file = openDesiredFile(folder.path, () => {})
    file.save({ ...NOTHING_KNOWN, cameras: [desiredCamera({ password: 'secret' })] })
    writeFileSync(join(folder.path, 'secret.key'), Buffer.alloc(32, 1))
    expect(file.load().cameras).toEqual([desiredCamera({ password: null })])
    writeFileSync(join(folder.path, 'desired.json'), '{"cameras": [')
    expect(file.load().cameras).toEqual([])
  })

  test('CAM-06 answers out of order, lost or repeated: the last one wins', () => {
    // The history of the service: each step changes, removes or restores one camera.
    const step = fc.record({ at: fc.nat(2), isThere: fc.boolean() })
    const script = fc.record({
      history: fc.array(step, { minLength: 1, maxLength: 20 }),
      deliveries: fc.array(fc.nat(19), { maxLength: 40 }),
    })
    fc.assert(
      fc.property(script, ({ history, deliveries }) => {
        const snapshots = snapshotsOf(history)
        const last = snapshots.at(-1)!
        const reached = new Map<string, number>()
        let known = NOTHING_KNOWN
        for (const answer of [...deliveries.map((at) => snapshots[at % snapshots.length]!), last]) {
          known = merge(known, answer).known
          for (const { cameraId, version } of known.cameras) {
            expect(version).toBeGreaterThanOrEqual(reached.get(cameraId) ?? 0)
            reached.set(cameraId, version)
          }
        }
        expect(known.cameras).toEqual(last)
      }),
      { numRuns: 2_000 },
    )
  })

  test('CAM-06 in 10,000 sequences of edits, losses and restarts the last edit is in force', () => {
    fc.assert(
      fc.property(fc.array(happening, { maxLength: 30 }), (happenings) => {
        const world = new ShadowWorld()
        for (const each of happenings) {
          world.happen(each)
          expect(world.isAnyBack).toBe(false)
        }
        world.settle()
        expect(world.states()).toEqual(cameraIds.map(() => 'IN_SYNC'))
        expect(world.hub.known.cameras).toEqual(world.desired())
      }),
      { numRuns: 10_000 },
    )
  })
})

const happening = fc.record({
  type: fc.constantFrom('edit', 'edit', 'forget', 'ask', 'answer', 'answer', 'report', 'report', 'restart'),
  at: fc.nat(20),
})

/** Both sides without a connection: messages wait in two sets, and arrive in any order, or never. */
class ShadowWorld {
  readonly #service = cameraIds.map((cameraId) => ({ camera: desiredCamera({ cameraId }), reported: 0 }))
  readonly hub: { known: Known } = { known: NOTHING_KNOWN }
  #disk = JSON.stringify(this.hub.known)
  #answers: { cameras: DesiredCamera[]; reported: number[] }[] = []
  #reports: { at: number; version: number }[] = []
  isAnyBack = false

  desired = () => this.#service.map(({ camera }) => camera)
  states = () => this.#service.map(({ camera, reported }) => (reported >= camera.version ? 'IN_SYNC' : 'PENDING'))

  happen({ type, at }: { type: string; at: number }): void {
    const one = this.#service[at % this.#service.length]!
    const version = one.camera.version + 1
    if (type === 'edit') one.camera = { ...one.camera, version, name: `Room ${version}` }
    else if (type === 'forget') Object.assign(one, { camera: { ...one.camera, version }, reported: 0 })
    else if (type === 'ask') this.#answers.push(this.#answer())
    else if (type === 'answer') this.#take(this.#answers[at % (this.#answers.length || 1)])
    else if (type === 'report') this.#hear(this.#reports[at % (this.#reports.length || 1)])
    else this.hub.known = JSON.parse(this.#disk)
  }

  /** The connection works at last: requests, answers and reports arrive in order. */
  settle(): void {
    for (let pull = 0; pull < 2; pull++) {
      this.#reports = []
      this.#take(this.#answer())
      for (const report of this.#reports) this.#hear(report)
    }
  }

  #answer = () => ({ cameras: this.desired(), reported: this.#service.map(({ reported }) => reported) })

  #take(answer: { cameras: DesiredCamera[]; reported: number[] } | undefined): void {
    if (!answer) return
    const before = this.hub.known
    this.hub.known = merge(before, answer.cameras).known
    this.#disk = JSON.stringify(this.hub.known)
    for (const { cameraId, version } of before.cameras) {
      const now = this.hub.known.cameras.find((camera) => camera.cameraId === cameraId)
      if (now && now.version < version) this.isAnyBack = true
    }
    this.hub.known.cameras.forEach(({ version }, at) => {
      if (answer.reported[at] !== version) this.#reports.push({ at, version })
    })
  }

  /** Handles a report as hub.desired.ts does: never to an older version, never beyond the desired one. */
  #hear(report: { at: number; version: number } | undefined): void {
    const one = report && this.#service[report.at]!
    if (one) one.reported = Math.max(one.reported, Math.min(report.version, one.camera.version))
  }
}

function snapshotsOf(history: readonly { at: number; isThere: boolean }[]): DesiredCamera[][] {
  const cameras = new Map(
    cameraIds.map((cameraId) => [cameraId, { camera: desiredCamera({ cameraId }), isThere: true }]),
  )
  return history.map(({ at, isThere }) => {
    const { camera } = cameras.get(cameraIds[at]!)!
    const version = camera.version + 1
    cameras.set(camera.cameraId, { camera: { ...camera, version, name: `Room ${version}` }, isThere })
    return [...cameras.values()].flatMap((one) => (one.isThere ? [one.camera] : []))
  })
}

// Damaged files of the hub after a power loss or disk errors: at start and while the hub runs.
import {
  closeSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { emptySecond } from '@mimamori/contract/insight/measurement-block.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { RecordingStore } from '#uplink/recording/recording-store.ts'
import { MeasurementStore } from '#uplink/spool/measurement-store.ts'
import { Spool, SpoolInUse } from '#uplink/spool/spool.ts'
import { StoreDamages } from './store-damages.ts'
import { alertRaised, CAMERA_ID, type ManualClock, manualClock, temporaryFolder } from './testing/hub-parts.ts'

const START_MS = Date.UTC(2026, 10, 20)
const AT = '2026-11-20T00:00:00.000Z'
const PAGE_BYTES = 4096

let folder: ReturnType<typeof temporaryFolder>
let clock: ManualClock
let damages: StoreDamages
let lines: string[]
const open: { close(): void }[] = []

beforeEach(() => {
  folder = temporaryFolder()
  clock = manualClock(START_MS)
  lines = []
  newDamages()
})
afterEach(() => {
  for (const store of open.splice(0)) store.close()
  folder.remove()
})

/** Resets to the state of a new process. */
function newDamages(): void {
  damages = new StoreDamages({
    clock,
    log: (level, message, facts) => lines.push(`${level} ${message} ${facts?.store}`),
  })
}
function opened<S extends { close(): void }>(store: S): S {
  open.push(store)
  return store
}
const spoolPath = () => join(folder.path, 'spool.sqlite')
const makeSpool = () => opened(new Spool({ dir: folder.path, clock, log: () => {}, watch: damages.watch('spool') }))
const alertIdsOf = (spool: Spool) =>
  spool.nextBatch(1000)?.events.flatMap((event) => ('alertId' in event ? event.alertId : [])) ?? []
const asideOf = (path: string) => readdirSync(dirname(path)).filter((name) => name.includes('.damaged-'))

/** Kinds of damage by power losses and disks. */
const WAYS: Record<string, (path: string) => void> = {
  'cut to a part of a page': (path) => truncateSync(path, PAGE_BYTES + 100),
  'cut to nothing': (path) => truncateSync(path, 0),
  'filled with zeros': (path) => writeFileSync(path, Buffer.alloc(statSync(path).size)),
  'overwritten with other bytes': (path) => writeFileSync(path, Buffer.alloc(statSync(path).size, 'not a database ')),
  'overwritten behind its first page': (path) => overwrite(path, PAGE_BYTES, 0xa5),
}

function overwrite(path: string, from: number, byte: number): void {
  const file = openSync(path, 'r+')
  writeSync(file, Buffer.alloc(statSync(path).size - from, byte), 0, undefined, from)
  closeSync(file)
}

const seconds = (from: number, count = 10) => ({
  apps: [],
  rows: Array.from({ length: count }, (_, index) => emptySecond(from + index)),
})
const gapOf = (id: string) =>
  ({ kind: 'gap', id, cameraId: CAMERA_ID, startedAtMs: 1, endedAtMs: 2, cause: 'camera-lost' }) as const

/** The three files, each filled and closed; `works` stores and reads another value. */
const STORES = {
  spool: {
    path: () => spoolPath(),
    fill() {
      const spool = makeSpool()
      for (let i = 0; i < 40; i++) spool.append(alertRaised())
      spool.close()
    },
    works() {
      const spool = makeSpool()
      const event = alertRaised()
      return spool.append(event).isDurable && alertIdsOf(spool).includes(event.alertId)
    },
  },
  recordings: {
    path: () => join(folder.path, 'index.sqlite'),
    fill() {
      const store = new RecordingStore(folder.path, damages.watch('recordings'))
      for (let i = 0; i < 60; i++) store.add(gapOf(`gap ${i}`))
      store.close()
    },
    works() {
      const store = opened(new RecordingStore(folder.path, damages.watch('recordings')))
      store.add(gapOf('new'))
      return store.waiting === 1 && store.next()?.id === 'new'
    },
  },
  measurements: {
    path: () => join(folder.path, 'measurements.sqlite'),
    fill() {
      const store = new MeasurementStore(this.path(), damages.watch('measurements'))
      for (let i = 0; i < 60; i++) store.addSeconds(CAMERA_ID, seconds(i * 10))
      store.close()
    },
    works() {
      const store = opened(new MeasurementStore(this.path(), damages.watch('measurements')))
      store.addSeconds(CAMERA_ID, seconds(0))
      let sealed = 0
      store.seal(CAMERA_ID, () => (sealed++ === 0 ? 'new' : `new ${sealed}`))
      return store.waiting === 1 && store.next()?.id === 'new'
    },
  },
}

describe.each(Object.entries(STORES))('a damaged file of the %s, at start', (name, store) => {
  test.each(Object.entries(WAYS))('HUB-04 is moved aside and replaced by a new one: %s', (_, damage) => {
    store.fill()
    damage(store.path())
    const damaged = readFileSync(store.path())

    expect(store.works()).toBe(true)

    expect(damages.list()).toEqual([{ store: name, at: AT }])
    expect(lines).toEqual([`error A damaged file was moved aside and a new one begun ${name}`])
    const [aside] = asideOf(store.path())
    expect(aside).toMatch(/\.sqlite\.damaged-2026-11-20T00-00-00\.000Z$/)
    expect(damaged.length === 0 || statSync(join(dirname(store.path()), aside!)).size === damaged.length).toBe(true)
  })

  test('is not reported when the file is intact', () => {
    store.fill()
    store.works()
    expect([damages.list(), asideOf(store.path())]).toEqual([[], []])
  })
})

describe.each(Object.entries(WAYS))('a file that is damaged while the hub runs: %s', (_, damage) => {
  test('HUB-04 of the spool is replaced, new alerts are retained, and its epoch is new', () => {
    const first = makeSpool()
    for (let i = 0; i < 250; i++) first.append(alertRaised({ thumbnail: 'A'.repeat(20_000) }))
    first.close()
    const spool = makeSpool()
    const { epoch } = spool.emptyBatch()!
    damage(spoolPath())
    expect(() => spool.nextBatch(1000)).toThrow()
    const during = alertRaised()
    expect(spool.append(during)).toEqual({ isDurable: true })
    expect(spool.nextBatch(1000)).toMatchObject({ fromSequence: 1, events: [during] })
    expect(spool.nextBatch(1000)!.epoch).not.toBe(epoch)
    expect(spool.problem).toBeNull()
    expect(damages.list()).toEqual([{ store: 'spool', at: AT }])
  })

  test('HUB-04 of recordings is replaced, and ongoing states are noted again', () => {
    const path = STORES.recordings.path()
    const first = new RecordingStore(folder.path)
    for (let i = 0; i < 600; i++) first.add(gapOf(`${i} ${'x'.repeat(9000)}`))
    first.close()
    let renewals = 0
    const store = opened(new RecordingStore(folder.path, damages.watch('recordings'), () => renewals++))
    damage(path)
    expect(() => store.next()).toThrow()
    store.add(gapOf('new'))
    expect(store.next()).toMatchObject({ id: 'new' })
    expect(renewals).toBe(1)
    expect(damages.list()).toEqual([{ store: 'recordings', at: AT }])
  })

  test('HUB-04 of measurements is replaced, and the next seconds go into the new one', () => {
    const path = STORES.measurements.path()
    const first = new MeasurementStore(path)
    for (let i = 0; i < 600; i++) first.addSeconds(CAMERA_ID, seconds(i * 300, 300))
    first.close()
    const store = opened(new MeasurementStore(path, damages.watch('measurements')))
    damage(path)
    expect(() => store.seal(CAMERA_ID, () => 'lost')).toThrow()
    store.addSeconds(CAMERA_ID, seconds(0))
    expect(store.openCameras()).toEqual([CAMERA_ID])
    expect(damages.list()).toEqual([{ store: 'measurements', at: AT }])
  })
})

describe('the rows of a damaged spool', () => {
  test('HUB-04 alerts before the damaged page are copied into the new file, each once', () => {
    const first = makeSpool()
    const raised = Array.from({ length: 200 }, () => alertRaised({ thumbnail: 'A'.repeat(400) }))
    for (const event of raised) first.append(event)
    first.confirm(first.nextBatch(1)!, 10)
    first.close()
    overwrite(spoolPath(), statSync(spoolPath()).size - 3 * PAGE_BYTES, 0xa5)

    const retained = alertIdsOf(makeSpool())
    expect(retained.length).toBeGreaterThan(50)
    expect(retained).toEqual(raised.slice(10, 10 + retained.length).map(({ alertId }) => alertId))
    expect(damages.list()).toHaveLength(1)
  })

  test('damage of an earlier run is still reported after the next start', () => {
    STORES.spool.fill()
    truncateSync(spoolPath(), PAGE_BYTES + 1)
    makeSpool().close()
    newDamages()
    clock = manualClock(START_MS + 3_600_000)
    makeSpool()
    expect(damages.list()).toEqual([{ store: 'spool', at: AT }])
  })

  test('a second hub on an intact folder is rejected and moves nothing', () => {
    makeSpool()
    expect(() => makeSpool()).toThrow(SpoolInUse)
    expect(asideOf(spoolPath())).toEqual([])
  })

  test('a disk that damages every new file leaves at most two of them', async () => {
    for (let i = 0; i < 5; i++) {
      STORES.spool.fill()
      truncateSync(spoolPath(), PAGE_BYTES + 1)
      await clock.advance(1000)
    }
    makeSpool()
    expect(asideOf(spoolPath()).filter((name) => name.endsWith('Z'))).toHaveLength(2)
  })
})

import { spawn } from 'node:child_process'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { alertRaised, anyId, CAMERA_ID, manualClock, temporaryFolder } from '#platform/testing/hub-parts.ts'
import { EventStore } from './event-store.ts'
import { KEEP_CONFIRMED_MS, Spool, SpoolInUse, type SpoolOptions } from './spool.ts'

let folder: ReturnType<typeof temporaryFolder>
const open: Spool[] = []

beforeEach(() => {
  folder = temporaryFolder()
})
afterEach(() => {
  for (const spool of open.splice(0)) spool.close()
  folder.remove()
})

function makeSpool(more: Partial<SpoolOptions> = {}): Spool {
  const spool = new Spool({ dir: folder.path, clock: manualClock(), log: () => {}, ...more })
  open.push(spool)
  return spool
}

function clipOf(spool: Spool, alertId: string, isBlurred = false) {
  const bytes = 1000
  const path = join(spool.clipDir, `${alertId}-${isBlurred}.mp4`)
  writeFileSync(path, Buffer.alloc(bytes))
  const of = { alertId, isBlurred, cameraId: CAMERA_ID, mediaId: anyId() }
  const clip = { ...of, path, byteLength: bytes, durationMs: 15, alertAtMs: 5 }
  spool.putClip(clip)
  return clip
}

const alertIdsOf = (spool: Spool) =>
  spool.nextBatch(100)?.events.flatMap((event) => ('alertId' in event ? event.alertId : [])) ?? []

describe('the spool', () => {
  test('HUB-04 events return in order, in one epoch, after a restart', () => {
    const first = makeSpool()
    const raised = [alertRaised(), alertRaised(), alertRaised()]
    for (const event of raised) expect(first.append(event)).toEqual({ isDurable: true })
    const epoch = first.nextBatch(1)!.epoch
    first.close()

    const second = makeSpool()
    expect(second.nextBatch(2)).toMatchObject({ epoch, fromSequence: 1, events: raised.slice(0, 2) })
    second.confirm(second.nextBatch(2)!, 2)
    expect(second.nextBatch(2)).toMatchObject({ epoch, fromSequence: 3, events: raised.slice(2) })
  })

  test('REACH-64 what the service has not confirmed, or only lately, is unanswered', () => {
    const clock = manualClock()
    const spool = makeSpool({ clock })
    const [first, second, third] = [alertRaised(), alertRaised({ thumbnail: 'anBlZw==' }), alertRaised()]
    for (const event of [first, second, third]) spool.append(event)
    spool.confirm(spool.nextBatch(1)!, 1)
    void clock.advance(1_000)
    spool.confirm(spool.nextBatch(1)!, 2)
    expect(spool.unanswered(clock.now())).toEqual([{ ...second, thumbnail: null }, third])
    expect(spool.unanswered(clock.now() + 1)).toEqual([third])
  })

  test('HUB-04 every event whose append returned is there after kill -9', async () => {
    const acknowledged: string[] = []
    const writer = spawn(
      process.execPath,
      [join(import.meta.dirname, '..', '..', 'platform', 'testing', 'spool-writer.ts'), folder.path],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    )
    for await (const alertId of createInterface({ input: writer.stdout })) {
      acknowledged.push(alertId)
      if (acknowledged.length === 300) writer.kill('SIGKILL')
    }

    const stored = new DatabaseSync(join(folder.path, 'spool.sqlite'))
      .prepare(`select sequence, json_extract(body, '$.alertId') as id from event order by sequence`)
      .all()
    expect(acknowledged.length).toBeGreaterThanOrEqual(300)
    expect(stored.map(({ id }) => id).slice(0, acknowledged.length)).toEqual(acknowledged)
    expect(stored.map(({ sequence }) => sequence)).toEqual(stored.map((_, index) => index + 1))
  })

  test('a second hub on the same folder is rejected, and the first one continues', () => {
    const first = makeSpool()
    expect(() => makeSpool()).toThrow(SpoolInUse)
    expect(first.append(alertRaised())).toEqual({ isDurable: true })
  })

  test('a service restored from a backup gets its lost events again', () => {
    const spool = makeSpool()
    const raised = Array.from({ length: 5 }, () => alertRaised())
    for (const event of raised) spool.append(event)
    const { epoch } = spool.nextBatch(100)!
    spool.confirm(spool.nextBatch(100)!, 5)

    expect(spool.confirm(spool.emptyBatch()!, 2)).toBe('back')
    expect(spool.nextBatch(100)).toMatchObject({ epoch, fromSequence: 3, events: raised.slice(2) })
  })

  test('confirmed events are retained 72 hours, and unconfirmed ones forever', async () => {
    const clock = manualClock()
    const spool = makeSpool({ clock })
    const [old, young] = [alertRaised(), alertRaised()]
    spool.append(old)
    spool.confirm(spool.nextBatch(1)!, 1)
    await clock.advance(KEEP_CONFIRMED_MS - 1000)
    spool.tidy()
    expect(spool.confirm(spool.emptyBatch()!, 0)).toBe('back')
    expect(alertIdsOf(spool)).toEqual([old.alertId])
    spool.confirm(spool.nextBatch(1)!, 1)
    spool.append(young)
    await clock.advance(KEEP_CONFIRMED_MS + 1000)
    spool.tidy()

    expect(alertIdsOf(spool)).toEqual([young.alertId])
  })

  test('the events after a gap are sent in a new epoch, without the gap', async () => {
    const clock = manualClock()
    const spool = makeSpool({ clock })
    const raised = [alertRaised(), alertRaised(), alertRaised()]
    for (const event of raised) spool.append(event)
    const { epoch } = spool.nextBatch(2)!
    spool.confirm(spool.nextBatch(2)!, 2)
    await clock.advance(KEEP_CONFIRMED_MS + 1)
    spool.tidy()

    spool.confirm(spool.nextBatch(1)!, 1)

    expect(spool.nextBatch(100)).toMatchObject({ fromSequence: 1, events: raised.slice(2) })
    expect(spool.nextBatch(100)!.epoch).not.toBe(epoch)
  })

  test('a spool older than the service’s cursor starts a new epoch with all its events', () => {
    const spool = makeSpool()
    const raised = [alertRaised(), alertRaised()]
    for (const event of raised) spool.append(event)
    const before = spool.nextBatch(100)!

    expect(spool.confirm(before, 40)).toBe('ahead')
    expect(spool.nextBatch(100)).toMatchObject({ fromSequence: 1, events: raised })
    expect(spool.nextBatch(100)!.epoch).not.toBe(before.epoch)
  })

  test('a clip that was still being made when the hub stopped is reported as failed', () => {
    const first = makeSpool()
    const alert = alertRaised({ hasClip: true })
    first.append(alert)
    writeFileSync(join(first.clipDir, 'half.mp4'), 'half')
    first.close()

    const second = makeSpool()
    expect(second.nextBatch(100)!.events).toMatchObject([alert, { type: 'clip-failed', alertId: alert.alertId }])
    expect(readdirSync(second.clipDir)).toEqual([])
  })

  test('a finished clip waits through a restart, and its file is deleted once the service has it', () => {
    const first = makeSpool()
    const alert = alertRaised({ hasClip: true })
    first.append(alert)
    const clip = clipOf(first, alert.alertId)
    first.close()

    const second = makeSpool()
    expect(second.nextClip()).toEqual(clip)
    second.clipUploaded(clip)
    expect(second.nextClip()).toBeNull()
    expect(second.nextBatch(100)!.events[1]).toMatchObject({ type: 'clip-ready', mediaId: clip.mediaId })
    expect(existsSync(clip.path)).toBe(false)
  })
})

describe('the copy of a clip with blurred people', () => {
  test('CAM-09 waits behind its clip, and each is reported separately', () => {
    const spool = makeSpool()
    const alert = alertRaised({ hasClip: true, hasBlurredClip: true })
    spool.append(alert)
    const [copy, clip] = [clipOf(spool, alert.alertId, true), clipOf(spool, alert.alertId)]

    expect(spool.nextClip()).toEqual(clip)
    spool.clipLost(clip, { code: 'file-gone', params: {} })
    expect(spool.nextClip()).toEqual(copy)
    spool.clipUploaded(copy)
    expect(spool.nextClip()).toBeNull()
    expect(spool.nextBatch(100)!.events.slice(1)).toMatchObject([
      { type: 'clip-failed', isBlurred: false },
      { type: 'clip-ready', mediaId: copy.mediaId, isBlurred: true },
    ])
  })

  test('CAM-09 that was still being made when the hub stopped is reported as failed', () => {
    const first = makeSpool()
    const alert = alertRaised({ hasClip: true, hasBlurredClip: true })
    first.append(alert)
    const clip = clipOf(first, alert.alertId)
    first.close()

    const second = makeSpool()
    expect(second.nextClip()).toEqual(clip)
    expect(second.nextBatch(100)!.events.slice(1)).toMatchObject([{ type: 'clip-failed', isBlurred: true }])
  })
})

describe('a full disk', () => {
  test('deletes confirmed events first, then clips, then thumbnails, and never an alert', () => {
    let freeBytes = 10_000
    const spool = makeSpool({ keepFreeBytes: 1000, freeBytes: () => freeBytes })
    const [confirmed, waiting] = [alertRaised(), alertRaised({ hasClip: true, thumbnail: 'AAAA' })]
    spool.append(confirmed)
    spool.confirm(spool.nextBatch(1)!, 1)
    spool.append(waiting)
    const clip = clipOf(spool, waiting.alertId)
    freeBytes = 0
    spool.tidy()

    expect(existsSync(clip.path)).toBe(false)
    expect(spool.nextBatch(100)!.events).toMatchObject([
      { alertId: waiting.alertId, thumbnail: null },
      { type: 'clip-failed', alertId: waiting.alertId, error: { code: 'disk-full', params: {} } },
    ])
    expect(spool.confirm(spool.nextBatch(1)!, 0)).toBe('back')
    expect(alertIdsOf(spool)).not.toContain(confirmed.alertId)
  })

  test('alerts are sent from memory with a status, and written once there is room', () => {
    const disk = new FullDisk(join(folder.path, 'spool.sqlite'))
    const problems: (string | null)[] = []
    const spool = makeSpool({ openStore: () => disk, onProblem: (problem) => problems.push(problem) })
    const raised = [alertRaised(), alertRaised({ hasClip: true }), alertRaised(), alertRaised()]
    spool.append(raised[0]!)
    disk.isFull = true
    expect(spool.append(raised[1]!)).toEqual({ isDurable: false })
    expect(spool.append(raised[2]!)).toEqual({ isDurable: false })
    expect(spool.problem).toContain('database or disk is full')
    expect(spool.waiting).toBe(3)

    spool.confirm(spool.nextBatch(100)!, 1)
    const fromMemory = spool.nextBatch(100)!
    expect(fromMemory).toMatchObject({ fromSequence: 1, events: raised.slice(1, 3) })
    expect(fromMemory.epoch).not.toBe(disk.epoch)
    disk.isFull = false
    expect(spool.append(raised[3]!)).toEqual({ isDurable: true })

    expect(alertIdsOf(spool)).toEqual(raised.slice(1).map((event) => event.alertId))
    expect(spool.confirm(fromMemory, 2)).toBe('forward')
    expect(alertIdsOf(spool)).toHaveLength(3)
    expect(disk.clips.expected()).toEqual([expect.objectContaining({ alertId: raised[1]!.alertId })])
    expect(problems).toEqual([expect.stringContaining('stored in memory alone'), null])
  })

  test('if SQLite reports a full disk, the alert is stored in memory', () => {
    const store = new EventStore(join(folder.path, 'spool.sqlite'))
    store.limitPages(30)
    const spool = makeSpool({ openStore: () => store })
    const thumbnail = 'A'.repeat(40_000)
    const retained = Array.from({ length: 10 }, () => spool.append(alertRaised({ thumbnail })).isDurable)

    expect(retained).toContain(true)
    expect(retained.at(-1)).toBe(false)
    expect(spool.waiting).toBe(10)
  })

  test('a hub that starts on a disk with write errors still accepts alerts', () => {
    const refuse = () => {
      throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' })
    }
    const spool = makeSpool({ openStore: refuse })

    expect(spool.append(alertRaised())).toEqual({ isDurable: false })
    expect(spool.nextBatch(100)!.events).toHaveLength(1)
    expect(spool.problem).toContain('no space left on device')
  })
})

class FullDisk extends EventStore {
  isFull = false
  override append(...args: Parameters<EventStore['append']>): number {
    if (this.isFull) throw Object.assign(new Error('database or disk is full'), { errcode: 13 })
    return super.append(...args)
  }
}

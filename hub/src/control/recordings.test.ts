import { existsSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { CameraStatus } from '#pipeline/worker-message.ts'
import { CAMERA_ID, desiredCamera, until } from '#platform/testing/hub-parts.ts'
import { after, GIB, recorded, recordingsStage, SECOND, START_MS } from '#testing/recordings-stage.ts'

const stage = recordingsStage()

describe('recordings of the hub', () => {
  test('are uploaded in their order, header first, and leave the disk', async () => {
    const recordings = stage.start()
    recordings.configure([recorded()])
    const first = stage.run(recordings, START_MS)
    first.segment()
    first.segment()
    await until(() => stage.sent.length === 3)
    expect(stage.uploads()).toEqual(['Init', 'Segment', 'Segment'])
    expect(stage.sent[0]!.query).toMatchObject({ people: 'blurred' })
    expect(stage.sent[1]!.query).toMatchObject({ startedAt: after(0), durationMs: 6000, initId: stage.sent[0]!.id })
    recordings.heard({ type: 'pause', cameraId: CAMERA_ID, cause: null })
    await until(() => recordings.waiting === 0)
    await stage.clock.advance(10 * SECOND)
    expect(existsSync(first.inside)).toBe(false)
  })

  test('HUB-04 wait for the service while it is away, and none is sent twice', async () => {
    stage.isOnline = false
    const recordings = stage.start()
    recordings.configure([recorded()])
    const first = stage.run(recordings, START_MS)
    for (let i = 0; i < 5; i++) first.segment()
    await stage.clock.advance(30 * SECOND)
    expect(stage.sent).toEqual([])
    stage.isOnline = true
    recordings.resume()
    await until(() => recordings.waiting === 0)
    expect(stage.uploads()).toEqual(['Init', 'Segment', 'Segment', 'Segment', 'Segment', 'Segment'])
    expect(new Set(stage.sent.map(({ id }) => id)).size).toBe(6)
  })

  test('a lost process and a lost camera are gaps with different causes', async () => {
    const recordings = stage.start()
    recordings.configure([recorded()])
    stage.run(recordings, START_MS).segment()
    await stage.clock.advance(8 * SECOND)
    const nothing = { fps: null, width: null, height: null, codec: null, cameraId: CAMERA_ID }
    recordings.heard({ type: 'pause', cameraId: CAMERA_ID, cause: 'worker-lost' })
    recordings.statusChanged({ ...nothing, state: 'offline', reason: { code: 'worker-lost', params: {} } })
    await stage.clock.advance(2 * SECOND)
    stage.run(recordings, START_MS + 10 * SECOND).segment()
    await until(() => stage.gaps().length === 1)
    expect(stage.gaps()[0]).toMatchObject({ startedAt: after(6), endedAt: after(10), cause: 'worker-lost' })

    await stage.clock.advance(8 * SECOND)
    recordings.heard({ type: 'pause', cameraId: CAMERA_ID, cause: 'worker-lost' })
    recordings.statusChanged({ ...nothing, state: 'offline', reason: { code: 'no-frames', params: {} } })
    // It had been down before this process was lost.
    recordings.heard({ type: 'pause', cameraId: CAMERA_ID, cause: 'worker-lost' })
    await stage.clock.advance(12 * SECOND)
    await until(() => stage.gaps().length === 3)
    const causes = ['worker-lost', 'worker-lost', 'camera-lost'].map((cause) => ({ cause }))
    expect(stage.gaps()).toMatchObject(causes)
    expect(stage.gaps().at(-1)).toMatchObject({ endedAt: null })
  })

  test('CAM-15 a gap by the standby of the hub is the hub’s, until the camera itself stays away', async () => {
    const recordings = stage.start()
    recordings.configure([recorded()])
    stage.run(recordings, START_MS).segment()
    await stage.clock.advance(8 * SECOND)
    const nothing = { fps: null, width: null, height: null, codec: null, cameraId: CAMERA_ID }
    const lost = (reason: CameraStatus['reason']) => recordings.statusChanged({ ...nothing, state: 'offline', reason })
    recordings.heard({ type: 'pause', cameraId: CAMERA_ID, cause: null })
    lost({ code: 'hub-slept', params: {} })
    await stage.clock.advance(12 * SECOND)
    lost({ code: 'refused', params: { host: 'camera' } })
    await stage.clock.advance(12 * SECOND)
    const isLast = (gap: object | undefined) => gap !== undefined && 'cause' in gap && gap.cause === 'camera-lost'
    await until(() => isLast(stage.gaps().at(-1)))
    expect(stage.gaps().slice(-2)).toMatchObject([
      { startedAt: after(6), endedAt: after(20), cause: 'hub-stopped' },
      { startedAt: after(20), endedAt: null, cause: 'camera-lost' },
    ])
  })

  test('HUB-04 R14 survive a killed hub: the last write is found, the downtime is a gap', async () => {
    stage.isOnline = false
    const killed = stage.start()
    killed.configure([recorded()])
    const first = stage.run(killed, START_MS)
    first.segment()
    first.write()
    await stage.open.pop()!.stop()

    await stage.clock.advance(60 * SECOND)
    stage.isOnline = true
    const recordings = stage.start()
    recordings.configure([recorded()])
    stage.run(recordings, START_MS + 62 * SECOND).segment()
    await until(() => stage.uploads().filter((kind) => kind === 'Segment').length === 3)
    await until(() => stage.gaps().length === 1)
    expect(stage.gaps()).toEqual([
      { cameraId: CAMERA_ID, startedAt: after(12), endedAt: after(62), cause: 'hub-stopped' },
    ])
  })

  test('R14 a lost camera leaves a gap with its cause, reported while it lasts and at its end', async () => {
    const recordings = stage.start()
    recordings.configure([recorded()])
    stage.run(recordings, START_MS).segment()
    await stage.clock.advance(6 * SECOND)
    recordings.heard({ type: 'pause', cameraId: CAMERA_ID, cause: null })
    await stage.clock.advance(20 * SECOND)
    await until(() => stage.gaps().length === 1)
    expect(stage.gaps()[0]).toEqual({ cameraId: CAMERA_ID, startedAt: after(6), endedAt: null, cause: 'camera-lost' })
    stage.run(recordings, START_MS + 40 * SECOND)
    await until(() => stage.gaps().length === 2)
    expect(stage.gaps()[1]).toEqual({
      cameraId: CAMERA_ID,
      startedAt: after(6),
      endedAt: after(40),
      cause: 'camera-lost',
    })
    const ids = stage.sent.filter(({ key }) => key === 'recording.putGap').map(({ id }) => id)
    expect(ids[0]).toBe(ids[1])
  })

  test('a gap whose cause changes becomes two; an unrecorded camera has no gap', async () => {
    const stopped = new Set<string>()
    const recordings = stage.start(stopped)
    recordings.configure([recorded()])
    await stage.clock.advance(20 * SECOND)
    stopped.add(CAMERA_ID)
    await stage.clock.advance(20 * SECOND)
    recordings.configure([desiredCamera()])
    await until(() => stage.gaps().length === 4)
    expect(stage.gaps().filter((gap) => gap && 'endedAt' in gap && gap.endedAt !== null)).toEqual([
      { cameraId: CAMERA_ID, startedAt: after(0), endedAt: after(30), cause: 'camera-lost' },
      { cameraId: CAMERA_ID, startedAt: after(30), endedAt: after(40), cause: 'switched-off' },
    ])
  })

  test('R12 the oldest segments that wait make room on a full disk, which is reported as a gap', async () => {
    stage.isOnline = false
    const recordings = stage.start()
    recordings.configure([recorded()])
    const first = stage.run(recordings, START_MS)
    for (let i = 0; i < 4; i++) first.segment(1000)
    stage.freeBytes = 2 * GIB - 1500
    await stage.clock.advance(10 * SECOND)
    stage.freeBytes = 100 * GIB
    stage.isOnline = true
    recordings.resume()
    await until(() => recordings.waiting === 0)
    expect(stage.uploads()).toEqual(['Init', 'Segment', 'Segment', 'Gap'])
    expect(stage.gaps()).toEqual([{ cameraId: CAMERA_ID, startedAt: after(0), endedAt: after(12), cause: 'disk-full' }])
  })

  test('save one snapshot a minute of a recorded camera', async () => {
    const recordings = stage.start()
    recordings.configure([recorded()])
    const frame = (seconds: number) => ({
      cameraId: CAMERA_ID,
      capturedAtMs: START_MS + seconds * SECOND,
      jpeg: Buffer.from('jpeg'),
    })
    recordings.offerSnapshot(frame(0))
    stage.run(recordings, START_MS)
    for (const seconds of [1, 11, 51, 61, 71]) recordings.offerSnapshot(frame(seconds))
    await until(() => stage.uploads().length === 3)
    expect(stage.sent.slice(1).map(({ query }) => query)).toEqual([
      { cameraId: CAMERA_ID, initId: stage.sent[0]!.id, takenAt: after(1) },
      { cameraId: CAMERA_ID, initId: stage.sent[0]!.id, takenAt: after(61) },
    ])
  })
})

// A damaged index of the recordings: what lies on the disk is found again, and the time without notes is a gap.
import { truncateSync, utimesSync } from 'node:fs'
import { expect, test } from 'vitest'
import { CAMERA_ID, until } from '#platform/testing/hub-parts.ts'
import { after, recorded, recordingsStage, SECOND, START_MS } from '#testing/recordings-stage.ts'

const OTHER_ID = '01977c5e-0000-7000-8000-0000000000c2'

const stage = recordingsStage()

test('HUB-04 R14 behind a damaged index segments are sent, and the time without notes is a gap', async () => {
  stage.isOnline = false
  const stopped = stage.start()
  stopped.configure([recorded(), recorded({ cameraId: OTHER_ID })])
  stage.run(stopped, START_MS).segment()
  await stage.open.pop()!.stop()
  truncateSync(stage.indexPath, 4100)
  const lostAt = new Date(START_MS + 4 * SECOND)
  utimesSync(stage.indexPath, lostAt, lostAt)

  await stage.clock.advance(60 * SECOND)
  stage.isOnline = true
  const recordings = stage.start()
  recordings.configure([recorded(), recorded({ cameraId: OTHER_ID })])
  stage.run(recordings, START_MS + 62 * SECOND).segment()
  await stage.clock.advance(30 * SECOND)
  await until(() => stage.uploads().filter((kind) => kind === 'Segment').length === 2)
  await until(() => stage.gaps().length >= 2)

  expect(stage.damages).toBeGreaterThan(0)
  expect(stage.gaps()).toContainEqual({
    cameraId: CAMERA_ID,
    startedAt: after(6),
    endedAt: after(62),
    cause: 'hub-stopped',
  })
  expect(stage.gaps()).toContainEqual(expect.objectContaining({ cameraId: OTHER_ID, startedAt: after(4) }))
})

test('HUB-04 R14 an index damaged during recording loses no segment and no ongoing gap', async () => {
  stage.isOnline = false
  stage.fillIndex()
  const recordings = stage.start()
  recordings.configure([recorded(), recorded({ cameraId: OTHER_ID })])
  const run = stage.run(recordings, START_MS)
  for (let i = 0; i < 3; i++) run.segment()
  stage.damageIndex()
  await stage.clock.advance(10 * SECOND)
  run.segment()
  run.segment()
  stage.isOnline = true
  recordings.resume()
  await stage.clock.advance(30 * SECOND)
  await until(() => stage.uploads().filter((kind) => kind === 'Segment').length === 5)

  expect(stage.damages).toBe(1)
  expect(stage.uploads()[0]).toBe('Init')
  await until(() => stage.gaps().length > 0)
  expect(stage.gaps()[0]).toMatchObject({ cameraId: OTHER_ID, startedAt: after(0) })
})

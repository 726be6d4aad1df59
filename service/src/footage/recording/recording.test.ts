import { randomUUID } from 'node:crypto'
import type { RecordingFilter } from '@mimamori/contract/footage/recording.ts'
import { describe, expect, test } from 'vitest'
import { insertAlert } from '#testing/site.ts'
import { after, recordingStage } from './testing.ts'

const stage = recordingStage()

describe('one recording', () => {
  test('REC-02 has its gaps with their causes, the alerts within it, and its neighbours', async () => {
    await stage.record()
    await stage.record(60)
    const [cameraId] = stage.hub.cameraIds
    const gapId = randomUUID()
    const gap = { cameraId: cameraId!, startedAt: after(12).toISOString(), cause: 'camera-lost' as const }
    for (const endedAt of [null, after(60).toISOString()]) {
      await stage.service.call(stage.hub.token, 'recording.putGap', {
        params: { id: gapId },
        body: { ...gap, endedAt },
      })
    }
    await stage.record(900)
    const camera = { id: cameraId!, tenantId: stage.tenant.id, unitId: stage.hub.unitId, name: '' }
    const alert = await insertAlert(stage.service, camera, { occurredAt: after(63).toISOString(), severity: 'high' })
    await insertAlert(stage.service, camera, { occurredAt: after(300).toISOString() })

    const [later, first] = (await stage.search()).records
    const seen = await stage.detail(first!.id)
    expect(seen.runs).toEqual([
      { startedAt: after(0).toISOString(), offsetMs: 0, durationMs: 12_000 },
      { startedAt: after(60).toISOString(), offsetMs: 12_000, durationMs: 12_000 },
    ])
    expect(seen.gaps).toEqual([{ startedAt: gap.startedAt, endedAt: after(60).toISOString(), cause: 'camera-lost' }])
    expect(seen.alerts).toEqual([
      {
        id: alert.id,
        activity: 'A003',
        isPossible: false,
        kindName: null,
        severity: 'high',
        occurredAt: after(63).toISOString(),
      },
    ])
    expect([seen.previousId, seen.nextId]).toEqual([null, later!.id])
    expect((await stage.detail(later!.id)).previousId).toBe(first!.id)

    const query = { cameraId: cameraId!, from: after(0).toISOString(), to: after(3600).toISOString() }
    const { body: day } = await stage.service.call(stage.nurse.token, 'recording.day', { query })
    expect(day.recordings.map(({ id }) => id)).toEqual([first!.id, later!.id])
    expect([day.gaps, day.alerts.length]).toEqual([seen.gaps, 2])
    const week = { ...query, to: after(7 * 86_400).toISOString() }
    const tooLong = await stage.service.refused(stage.nurse.token, 'recording.day', { query: week })
    expect(tooLong.body.fields).toEqual({ to: 'range.too-long' })
  })

  test('ALERT-07 the one that shows a camera at an instant is found, and none where there is a pause', async () => {
    await stage.record()
    await stage.record(900)
    const at = async (seconds: number) =>
      (await stage.search({ cameraIds: stage.hub.cameraIds, at: after(seconds).toISOString() })).records.map(
        ({ startedAt }) => startedAt,
      )
    expect(await at(11)).toEqual([after(0).toISOString()])
    expect(await at(901)).toEqual([after(900).toISOString()])
    expect(await at(450)).toEqual([])
  })

  test('REC-01 REC-04 archives and unarchives, one and several, with an entry in the audit', async () => {
    await stage.record()
    const { id } = await stage.only()
    const archived = await stage.service.call(stage.nurse.token, 'recording.patch', {
      params: { id },
      body: { archived: true },
    })
    expect(archived.body.archived).toBe(true)
    expect((await stage.search({ archived: false })).totalCount).toBe(0)
    const many = (ids: string[]) =>
      stage.service.call(stage.nurse.token, 'recording.patchMany', { body: { ids, archived: false } })
    expect((await many([id, randomUUID()])).body).toEqual({ changed: 1 })
    expect((await many([id])).body).toEqual({ changed: 0 })
    const rows = await stage.service.sql`select action from audit where object_id = ${id} order by at, action`
    expect(rows.map(({ action }) => action)).toEqual(['recording.archive', 'recording.unarchive'])
  })

  test('REC-01 filters by range, camera and unit, and sorts', async () => {
    await stage.record()
    await stage.record(900)
    const starts = async (filter: RecordingFilter) =>
      (await stage.search(filter)).records.map(({ startedAt }) => startedAt)
    expect(await starts({ from: after(11).toISOString(), to: after(900).toISOString() })).toEqual([
      after(0).toISOString(),
    ])
    expect(await starts({ unitIds: [randomUUID()] })).toEqual([])
    expect(await starts({ unitIds: [stage.hub.unitId] })).toHaveLength(2)
    const query = { sortColumn: 'durationMs', sortAscending: true }
    expect(
      (await stage.service.call(stage.nurse.token, 'recording.search', { query, body: {} })).body.records,
    ).toHaveLength(2)
    const wrong = await stage.service.refused(stage.nurse.token, 'recording.search', {
      query: { sortColumn: 'id' },
      body: {},
    })
    expect(wrong.body.fields).toEqual({ sortColumn: 'invalid' })
  })
})

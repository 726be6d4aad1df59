/** Recordings that are retained on the hub by their site's policy. */
import { existsSync, rmSync, truncateSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { until } from '#platform/testing/hub-parts.ts'
import { after, GIB, recorded, recordingsStage, SECOND, START_MS } from '#testing/recordings-stage.ts'
import type { Recordings } from './recordings.ts'

const stage = recordingsStage()
const STAY = { place: 'hub', days: null, gigabytes: null } as const
const DAY_MS = 24 * 3600 * SECOND

describe('recordings that are retained on the hub', () => {
  const retained = () => stage.uploads().filter((kind) => kind === 'Retained').length
  const dropped = () =>
    stage.sent.flatMap(({ key, body }) =>
      key === 'recording.dropRetained' ? [body as { ids: string[]; isGone: boolean }] : [],
    )
  /** Three segments that were reported to the service. */
  async function three(recordings: Recordings, rule: Parameters<Recordings['configure']>[1] = STAY) {
    recordings.configure([recorded()], rule)
    const first = stage.run(recordings, START_MS)
    const segments = [first.segment(1000), first.segment(1000), first.segment(1000)]
    await until(() => recordings.waiting === 0)
    return { segments, ids: segments.map(({ segmentId }) => segmentId) }
  }

  test('REC-05 are reported once, header first, and keep their files, also after a restart', async () => {
    const { segments } = await three(stage.start())
    expect(stage.uploads()).toEqual(['Init', 'Retained', 'Retained', 'Retained'])
    expect(stage.sent[1]).toMatchObject({
      body: { startedAt: after(0), durationMs: 6000, bytes: 1000, initId: stage.sent[0]!.id },
    })
    await stage.open.pop()!.stop()
    const recordings = stage.start()
    recordings.configure([recorded()], STAY)
    await stage.clock.advance(10 * SECOND)
    await until(() => stage.compared.length === 2)
    expect(retained()).toBe(3)
    expect(segments.map(({ segmentId, path }) => [recordings.pathOf(segmentId), existsSync(path)])).toEqual(
      segments.map(({ path }) => [path, true]),
    )
  })

  test('REC-05 segments past the storage time are deleted, archived ones uploaded', async () => {
    const recordings = stage.start()
    const { ids, segments } = await three(recordings)
    stage.archived = [ids[1]!]
    recordings.configure([recorded()], { ...STAY, days: 7 })
    stage.clock.correct(START_MS + 8 * DAY_MS, START_MS)
    await stage.clock.advance(10 * SECOND)
    await until(() => stage.uploads().includes('Segment') && recordings.waiting === 0)
    expect(dropped()).toEqual([{ ids, isGone: false }])
    expect(stage.sent.find(({ key }) => key === 'recording.putSegment')!.id).toBe(ids[1])
    expect(segments.map(({ path }) => existsSync(path))).toEqual([false, false, false])
    expect(ids.map((id) => recordings.pathOf(id))).toEqual([null, null, null])
  })

  test('REC-05 the oldest are deleted until the rest fits the limit in gigabytes', async () => {
    const recordings = stage.start()
    recordings.configure([recorded()], STAY)
    const first = stage.run(recordings, START_MS)
    // Sparse files of 2.4 GB together.
    const segments = [0, 1, 2].map(() => {
      const message = first.write(0)
      truncateSync(message.path, 0.8e9)
      recordings.heard(message)
      return message
    })
    await until(() => recordings.waiting === 0)
    recordings.configure([recorded()], { ...STAY, gigabytes: 1 })
    await until(() => segments.filter(({ path }) => existsSync(path)).length === 1)
    expect(dropped()).toEqual([{ ids: [segments[0]!.segmentId, segments[1]!.segmentId], isGone: false }])
  })

  test('R12 REC-05 on a full disk the hub asks the service first, or reports afterwards', async () => {
    const recordings = stage.start()
    const { ids, segments } = await three(recordings)
    // A disk whose free space grows as files are deleted.
    const usedBytes = () => segments.reduce((sum, { path }) => sum + (existsSync(path) ? 1000 : 0), 0)
    stage.readFree = () => 2 * GIB + 2500 - usedBytes()
    await stage.clock.advance(10 * SECOND)
    await until(() => stage.gaps().length === 1)
    expect(dropped()).toEqual([{ ids: [ids[0]], isGone: false }])
    stage.isOnline = false
    stage.readFree = () => 2 * GIB * 0.875 + 1500 - usedBytes()
    await stage.clock.advance(10 * SECOND)
    stage.readFree = () => 100 * GIB
    expect(recordings.pathOf(ids[1]!)).toBe(null)
    stage.isOnline = true
    recordings.resume()
    await until(() => dropped().length === 2 && recordings.waiting === 0)
    expect(dropped()[1]).toEqual({ ids: [ids[1]], isGone: true })
    expect(stage.gaps()).toMatchObject([
      { startedAt: after(0), endedAt: after(6), cause: 'disk-full' },
      { startedAt: after(6), endedAt: after(12), cause: 'disk-full' },
    ])
  })

  test('REC-05 after a policy change old recordings stay in place, new ones follow the policy', async () => {
    const recordings = stage.start()
    const { segments } = await three(recordings)
    recordings.configure([recorded()], { ...STAY, place: 'service' })
    const second = stage.run(recordings, START_MS + 60 * SECOND)
    const uploaded = second.segment()
    await until(() => recordings.waiting === 0)
    recordings.configure([recorded()], STAY)
    const stays = second.segment()
    await until(() => recordings.waiting === 0)
    expect(stage.uploads()).toEqual(['Init', 'Retained', 'Retained', 'Retained', 'Init', 'Segment', 'Retained'])
    expect([...segments, uploaded, stays].map(({ path }) => existsSync(path))).toEqual([true, true, true, false, true])
  })

  test('REC-05 archived segments are uploaded when the service asks for them', async () => {
    const recordings = stage.start()
    const { ids } = await three(recordings)
    await until(() => stage.compared.length === 1)
    stage.wanted = [ids[2]!]
    recordings.obey({ type: 'recordings-wanted' })
    await until(() => stage.uploads().includes('Segment') && recordings.waiting === 0)
    expect(stage.sent.at(-1)!.id).toBe(ids[2])
    expect(recordings.pathOf(ids[2]!)).toBe(null)
  })

  test('REC-05 the hub reports at once that an archived segment is missing', async () => {
    const recordings = stage.start()
    const { ids } = await three(recordings)
    await until(() => stage.compared.length === 1)
    const lost = '00000000-0000-7000-8000-000000000000'
    stage.wanted = [lost]
    recordings.obey({ type: 'recordings-wanted' })
    await until(() => stage.compared.length === 2)
    expect(stage.compared.at(-1)).toEqual(ids)
  })

  test('S21 HUB-04 a hub killed between file and row, or row and mark, loses and repeats nothing', async () => {
    stage.isOnline = false
    const killed = stage.start()
    killed.configure([recorded()], STAY)
    const first = stage.run(killed, START_MS)
    const heard = first.segment()
    const unheard = first.write()
    await stage.open.pop()!.stop()
    stage.isOnline = true
    const recordings = stage.start()
    recordings.configure([recorded()], STAY)
    await until(() => retained() === 2 && recordings.waiting === 0)
    expect([heard, unheard].map(({ segmentId }) => recordings.pathOf(segmentId))).toEqual([heard.path, unheard.path])
    // The service already has a file whose upload this hub did not record.
    stage.isStored = true
    const third = stage.run(recordings, START_MS + 60 * SECOND).segment()
    await until(() => recordings.waiting === 0)
    expect([existsSync(third.path), recordings.pathOf(third.segmentId)]).toEqual([false, null])
  })

  test('S21 after each start lost files are reported, and unknown ones again with their header', async () => {
    const { ids, segments } = await three(stage.start())
    await stage.open.pop()!.stop()
    rmSync(segments[0]!.path)
    stage.unknown = [ids[2]!]
    const recordings = stage.start()
    recordings.configure([recorded()], STAY)
    await until(() => retained() === 4 && recordings.waiting === 0)
    expect(stage.compared.at(-1)).toEqual([ids[1], ids[2]])
    expect(stage.uploads()).toEqual(['Init', 'Retained', 'Retained', 'Retained', 'Init', 'Retained'])
    expect([recordings.pathOf(ids[0]!), recordings.pathOf(ids[2]!)]).toEqual([null, segments[2]!.path])
  })
})

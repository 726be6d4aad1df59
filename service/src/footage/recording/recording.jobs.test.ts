import { randomUUID } from 'node:crypto'
import { HOUR_MS } from '@mimamori/contract/shared/duration.ts'
import { describe, expect, test } from 'vitest'
import { storageName } from '#platform/files/storage.ts'
import { drain } from '#platform/work/jobs.ts'
import { checkFiles, discardFiles, dropInits } from './recording.jobs.ts'
import { after, recordingStage } from './testing.ts'

const stage = recordingStage()

describe('its files', () => {
  const run = (job: Parameters<typeof drain>[0]) => drain(job, stage.service.database, stage.service.clock.now())
  const sizeOf = (id: string) => stage.service.platform.storage.size(storageName(stage.tenant.id, id))

  test('S21 files are deleted with their rows, and so is an upload that never got a row', async () => {
    const initId = await stage.record()
    const recording = await stage.only()
    const [segment] = await stage.service.sql<{ id: string }[]>`
      select id from recording_segment where recording_id = ${recording.id} order by started_at`
    const retained = segment!.id
    const torn = randomUUID()
    await stage.service.platform.storage.put(storageName(stage.tenant.id, torn), Buffer.from('torn'), 10)
    await stage.service
      .sql`insert into recording_discard values (${stage.tenant.id}, ${torn}, ${stage.service.clock.now().toISOString()})`
    await run(discardFiles(stage.service.platform.storage))
    expect([await sizeOf(torn), (await sizeOf(retained))! > 0]).toEqual([null, true])

    await stage.service.sql`delete from recording_segment where recording_id = ${recording.id}`
    await stage.service.sql`delete from recording where id = ${recording.id}`
    await stage.service.sql`update recording_discard set due_at = ${stage.service.clock.now().toISOString()}`
    await run(discardFiles(stage.service.platform.storage))
    expect(await sizeOf(retained)).toBe(null)
    stage.service.clock.advance(25 * HOUR_MS)
    await run(dropInits)
    await stage.service.sql`update recording_discard set due_at = ${stage.service.clock.now().toISOString()}`
    await run(discardFiles(stage.service.platform.storage))
    expect(await sizeOf(initId)).toBe(null)
    expect(await stage.service.sql`select from recording_discard where tenant_id = ${stage.tenant.id}`).toHaveLength(0)
  })

  test('S21 a segment whose file is missing becomes a gap with that cause', async () => {
    await stage.record()
    const recording = await stage.only()
    const [segment] = await stage.service.sql<{ id: string }[]>`
      select id from recording_segment where recording_id = ${recording.id} order by started_at`
    await stage.service.platform.storage.remove(storageName(stage.tenant.id, segment!.id))
    await run(checkFiles(stage.service.platform.storage))
    const seen = await stage.detail(recording.id)
    expect([seen.durationMs, seen.gaps]).toEqual([
      6000,
      [{ startedAt: after(0).toISOString(), endedAt: after(6).toISOString(), cause: 'file-lost' }],
    ])
  })
})

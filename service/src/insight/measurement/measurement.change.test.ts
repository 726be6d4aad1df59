/** A proposed change by the service's call: what it leaves away, and that no confirmed fall is lost. */
import { randomUUID } from 'node:crypto'
import { emptySecond, type MeasuredSecond } from '@mimamori/contract/insight/measurement-block.ts'
import { markOf } from '@mimamori/contract/insight/measurement-mark.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startService, type TestService, type TestUser } from '#testing/service.ts'
import { insertAlert, insertCamera, type TestCamera } from '#testing/site.ts'
import { closeBlock } from './testing.ts'

let service: TestService
let admin: TestUser
let camera: TestCamera
/** Noon of the day before, in seconds. */
let startSecond: number
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())
beforeEach(async () => {
  const tenant = await service.tenant()
  admin = await service.user({ role: 'ADMIN', tenant })
  camera = await insertCamera(service, tenant, { location: '206' })
  startSecond = Math.floor(service.clock.now().getTime() / 1000) - 86_400
})

const iso = (second: number) => new Date((startSecond + second) * 1000).toISOString()

/** The log of these seconds, with an exit of the bed at each of `exits`, as the hub's app saw it. */
async function log(count: number, exits: readonly number[]): Promise<void> {
  const mark = markOf('A006', 'medium')
  for (let from = 0; from < count; from += 600) {
    const rows: MeasuredSecond[] = Array.from({ length: Math.min(600, count - from) }, (_, at) => ({
      ...emptySecond(startSecond + from + at),
      isReliable: true,
      marks: exits.includes(from + at) ? mark : 0,
    }))
    await service.sql`
      insert into measurement_block (tenant_id, id, camera_id, starts_at, ends_at, body)
      values (${camera.tenantId}, ${randomUUID()}, ${camera.id}, ${iso(from)}, ${iso(from + rows.length)},
        ${closeBlock({ apps: [], rows })})`
  }
}

async function app(settings: Record<string, number>): Promise<void> {
  await service.sql`
    insert into camera_app (tenant_id, camera_id, app_code, state, settings)
    values (${camera.tenantId}, ${camera.id}, 'A006', 'ENABLED', ${service.sql.json(settings)})`
}

async function raise(activity: 'A005' | 'A006', seconds: readonly number[], verdict: string | null = null) {
  for (const second of seconds) {
    const { id } = await insertAlert(service, camera, { activity, severity: 'high', occurredAt: iso(second) })
    await service.sql`update alert set verdict = ${verdict} where id = ${id}`
  }
}

async function ask(appCode: 'A005' | 'A006' = 'A006') {
  const params = { cameraId: camera.id, appCode }
  return (await service.call(admin.token, 'cameraApp.change', { params })).body
}

/** Three times somebody leaves the bed again and again, 100 seconds apart. */
const EPISODES = [100, 200, 300, 1500, 1600, 1700, 3000, 3100, 3200]

describe('LOAD-01 a change with its what-if', () => {
  test('LOAD-01 a longer pause of bed exits is proposed with what it leaves away', async () => {
    await app({ snoozeSeconds: 60 })
    await log(3600, EPISODES)
    await raise('A006', EPISODES.slice(0, 2), 'real')
    await raise('A006', EPISODES.slice(2, 5), 'false-alarm')
    await raise('A006', EPISODES.slice(5))
    expect(await ask()).toMatchObject({
      location: '206',
      reason: null,
      proposal: {
        change: { setting: 'snoozeSeconds', from: 60, to: 300 },
        ...{ raised: 9, fewer: 6, falseGone: 2, realGone: 1, falls: 0 },
      },
    })
  })

  test('LOAD-01 a change that would lose the warning of a confirmed fall is not proposed', async () => {
    await app({ snoozeSeconds: 60 })
    await log(3600, EPISODES)
    // Each longer pause after the exit at 100 hides the only warning of the fall.
    await raise('A006', [200])
    await raise('A005', [400], 'real')
    expect(await ask()).toMatchObject({ proposal: null, reason: 'would-lose' })
    await raise('A006', [100])
    expect(await ask()).toMatchObject({ reason: null, proposal: { change: { to: 300 }, falls: 1 } })
  })

  test('LOAD-01 without a log nothing is claimed, and where nothing helps nothing is proposed', async () => {
    await app({ snoozeSeconds: 60 })
    await raise('A006', EPISODES)
    expect(await ask()).toMatchObject({ proposal: null, reason: 'not-measured', measuredShare: 0 })
    await log(600, [100])
    expect(await ask()).toMatchObject({ proposal: null, reason: 'none-helps' })
  })

  test('LOAD-01 another site’s camera is not found', async () => {
    const stranger = await service.user({ role: 'ADMIN' })
    const params = { cameraId: camera.id, appCode: 'A006' as const }
    expect((await service.refused(stranger.token, 'cameraApp.change', { params })).status).toBe(404)
  })
})

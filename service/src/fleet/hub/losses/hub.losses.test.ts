import { heartbeatBody } from '@mimamori/contract/fleet/heartbeat.ts'
import type { WorkerLoss } from '@mimamori/contract/fleet/worker-loss.ts'
import { HOUR_MS } from '@mimamori/contract/shared/duration.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startService, type TestService } from '#testing/service.ts'
import { beat, insertHub, type TestHub } from '../testing.ts'

const CAMERA = '0190c0de-0000-7000-8000-000000000001'

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const loss = (hoursAgo: number, cameraIds = [CAMERA], cause: WorkerLoss['cause'] = 'memory'): WorkerLoss => ({
  at: new Date(service.clock.now().getTime() - hoursAgo * HOUR_MS).toISOString(),
  cause,
  cameraIds,
})

const say = (hub: TestHub, workerLosses: WorkerLoss[]) => beat(service, hub, { workerLosses })

/** Hubs' pages are the operator's. */
async function onPage(hub: TestHub): Promise<WorkerLoss[]> {
  const { token } = await service.user({ role: 'SUPER_ADMIN' })
  return (await service.call(token, 'agent.get', { params: { id: hub.id } })).body.workerLosses
}

test('HUB-04 a lost process is on the page of its hub, once, with its reason, for a day', async () => {
  const hub = await insertHub(service)
  expect(await onPage(hub)).toEqual([])
  const [first, second] = [loss(2), loss(1, [CAMERA], 'stuck')]
  await say(hub, [first])
  await say(hub, [first, second])
  expect(await onPage(hub)).toEqual([second, first])
  // A hub that begins anew knows of none any more.
  await say(hub, [loss(0)])
  expect(await onPage(hub)).toHaveLength(3)
  service.clock.advance(23.5 * HOUR_MS)
  expect(await onPage(hub)).toHaveLength(1)
})

test('HUB-04 more losses than allowed are rejected, and the newest twenty are stored', async () => {
  const hub = await insertHub(service)
  const many = Array.from({ length: 20 }, (_, at) => loss(20 - at))
  expect(heartbeatBody.shape.workerLosses.safeParse([...many, loss(0)]).success).toBe(false)
  await say(hub, many)
  await say(hub, [loss(0)])
  const shown = await onPage(hub)
  expect(shown).toHaveLength(20)
  expect(shown.at(-1)).toEqual(many[1])
})

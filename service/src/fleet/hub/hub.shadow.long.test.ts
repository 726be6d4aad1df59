/** The shadow as a whole: edits, losses, repeats, late arrivals and restarts against the service's real calls. CAM-06. */
import type { DesiredCamera, StoredReport } from '@mimamori/contract/fleet/hub.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startService, type TestService } from '#testing/service.ts'
import { insertHub, type TestHub } from './testing.ts'

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

type Answer = { cameras: DesiredCamera[]; reported: StoredReport[] }
type Report = { cameraId: string; version: number; errors: []; settings: Omit<DesiredCamera, 'password'> }

/** A minimal hub: never goes back, reports its settings, and reports again if the service stored others. */
class ModelHub {
  inForce: DesiredCamera | null = null
  accept({ cameras: [camera], reported: [stored] }: Answer): Report | null {
    if (!camera) return null
    const isNews = camera.version > (this.inForce?.version ?? 0)
    if (isNews) this.inForce = camera
    const { password: _, ...settings } = this.inForce!
    const { cameraId, version } = settings
    const isHeardOtherwise = stored?.version !== version || stored.errors.length > 0
    return isNews || isHeardOtherwise ? { cameraId, version, errors: [], settings } : null
  }
}

const step = fc.oneof(
  fc.record({ type: fc.constant('edit' as const), name: fc.stringMatching(/^[a-z]{1,8}$/) }),
  fc.record({ type: fc.constant('forget' as const) }),
  // The answer arrives later, perhaps twice, perhaps never.
  fc.record({ type: fc.constant('ask' as const) }),
  fc.record({ type: fc.constant('answer-arrives' as const), which: fc.nat(5) }),
  fc.record({ type: fc.constant('report-arrives' as const), which: fc.nat(5) }),
  // A hub that lost its disk starts empty; one that only restarted retains its settings.
  fc.record({ type: fc.constant('new-disk' as const) }),
)

test('CAM-06 whatever is lost, repeated or late, hub and service end with the last edit in force', {
  timeout: 120_000,
}, async () => {
  const admin = await service.user({ role: 'ADMIN', tenant: await service.tenant() })
  const hub = await insertHub(service, { tenant: { id: admin.tenantId, code: '' } })
  const [id] = hub.cameraIds as [string]
  const world = createWorld(hub)
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 14 }), async (steps) => {
      // Avoids the rate limits, which have their own tests.
      service.clock.advance(5_000)
      await world.begin()
      for (const each of steps) {
        if (each.type === 'edit') {
          await service.call(admin.token, 'camera.patch', { params: { id }, body: { name: each.name } })
        } else if (each.type === 'forget') await service.call(admin.token, 'camera.removeIoTThing', { params: { id } })
        else if (each.type === 'ask') await world.ask()
        else if (each.type === 'answer-arrives') world.answerArrives(each.which)
        else if (each.type === 'report-arrives') await world.reportArrives(each.which)
        else world.replaceHub()
      }
      await world.settle()
      const { body } = await service.call(admin.token, 'camera.get', { params: { id } })
      expect([body.shadowState, body.shadow.difference]).toEqual(['IN_SYNC', []])
      expect(world.inForce()).toMatchObject({ name: body.name, version: body.shadow.desiredVersion })
    }),
    { numRuns: 200 },
  )
})

function createWorld(hub: TestHub) {
  let token = hub.token
  let model = new ModelHub()
  let answers: Answer[] = []
  let reports: Report[] = []
  const keep = (report: Report | null) => report && reports.push(report)
  const ask = async () => (await service.call(token, 'hub.desired')).body
  const send = (report: Report) => service.call(token, 'hub.report', { body: { cameras: [report] } })
  return {
    async begin() {
      token = await service.hubToken(hub)
      answers = []
      reports = []
    },
    ask: async () => void answers.push(await ask()),
    answerArrives(which: number) {
      const before = model.inForce?.version ?? 0
      const answer = answers[which % (answers.length || 1)]
      if (answer) keep(model.accept(answer))
      expect(model.inForce?.version ?? 0).toBeGreaterThanOrEqual(before)
    },
    async reportArrives(which: number) {
      const report = reports[which % (reports.length || 1)]
      if (report) await send(report)
    },
    replaceHub() {
      model = new ModelHub()
    },
    /** The line works at last: the hub pulls as it does every minute. */
    async settle() {
      for (let pull = 0; pull < 3; pull++) {
        const report = model.accept(await ask())
        if (report) await send(report)
      }
    },
    inForce: () => model.inForce,
  }
}

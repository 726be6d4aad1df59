import { expect, test } from 'vitest'
import { FAKE_KEY, FakeService } from '#platform/testing/fake-service.ts'
import { desiredCamera, temporaryFolder } from '#platform/testing/hub-parts.ts'
import { createHubSimulator } from './hub-simulator.ts'

test('HUB-04 the simulator’s alerts all arrive once, though the service vanishes again and again', async () => {
  const folder = temporaryFolder()
  let service = await new FakeService().start()
  service.cameras = [desiredCamera()]
  const port = Number(new URL(service.address).port)
  const simulator = createHubSimulator({ service: service.address, key: FAKE_KEY, dataDir: folder.path })
  await simulator.start()
  const raising = simulator.raise(400, { perSecond: 200 })
  for (let kill = 0; kill < 3; kill++) {
    await service.stop()
    const { stored, cursors, cameras } = service
    service = new FakeService()
    service.cameras = cameras
    service.stored.push(...stored)
    for (const [epoch, cursor] of cursors) service.cursors.set(epoch, cursor)
    await service.start(port)
  }
  const raised = await raising
  await simulator.whenDelivered()
  await simulator.stop()
  await service.stop()
  folder.remove()

  expect(service.alertIds()).toEqual(raised)
  expect(simulator.acknowledged).toEqual(new Set(raised))
})

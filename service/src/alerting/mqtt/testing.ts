/** A site whose rooms go to a real broker, and a listener there that keeps what the broker holds. */
import { connectAsync } from 'mqtt'
import { vi } from 'vitest'
import { insertHub } from '#service/fleet/hub/testing.ts'
import { startMosquitto } from '#testing/servers/mosquitto.ts'
import { startService, type TestService } from '#testing/service.ts'
import { insertAlert, insertCamera } from '#testing/site.ts'

export type TestHouse = Awaited<ReturnType<typeof startHouse>>

export async function startHouse(claimAs = '') {
  const broker = await startMosquitto()
  const url = new URL(broker.url)
  const env = {
    ...{ MIMAMORI_MQTT_URL: broker.url, MIMAMORI_MQTT_SITES: 'sakura, none-such' },
    ...(claimAs && { MIMAMORI_MQTT_CLAIM_AS: claimAs }),
  }
  const service = await startService({ env })
  const login = { username: url.username, password: decodeURIComponent(url.password) }
  const client = await connectAsync(`mqtt://${url.host}`, { ...login, reconnectPeriod: 50 })
  const held = new Map<string, string>()
  /** Every message, with the broker's memory of the time before. */
  const heard: string[] = []
  client.on('message', (topic, payload) => {
    heard.push(topic)
    const text = payload.toString('utf8')
    if (text === '') held.delete(topic)
    else held.set(topic, text)
  })
  await client.subscribeAsync('#')
  const hub = await insertHub(service, { cameras: 0 })
  await service.sql`update tenant set code = 'sakura' where id = ${hub.tenantId}`
  const tenant = { id: hub.tenantId }
  const camera = await insertCamera(service, tenant, { location: '101', agentId: hub.id })
  return {
    ...{ broker, env, service, client, held, heard, hub, tenant, camera },
    room: (part: string, of = camera) => `mimamori/sakura/room/${of.id}/${part}`,
    fall: () => insertAlert(service, camera, { activity: 'A005', severity: 'critical' }),
    async stop() {
      await service.stop()
      await client.endAsync(true)
      await broker.remove()
    },
  }
}

/** Lets time pass until the check holds. */
export function until(
  service: Pick<TestService, 'clock'>,
  check: () => void | Promise<void>,
  stepMs = 1_000,
): Promise<void> {
  return vi.waitFor(
    async () => {
      service.clock.advance(stepMs)
      await check()
    },
    { timeout: 15_000, interval: 30 },
  )
}

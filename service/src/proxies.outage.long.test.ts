/** Proxies before a service that is down, hung, or about to end. */
import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { errorOf } from '@mimamori/contract/client.ts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { readConfig } from '#platform/config.ts'
import { STREAM_HEARTBEAT_MS } from '#service/alerting/stream/stream.routes.ts'
import { ask, type Origin, open } from './testing/https-client.ts'
import { hasProxies, type Proxies, startDocumentedNginx, startProxies } from './testing/proxies.ts'
import { freePort } from './testing/servers/ports.ts'
import { recipeOf, SHIPPED_CADDYFILE } from './testing/servers/recipes.ts'
import { startService, type TestService } from './testing/service.ts'

/** The drain time of each of several instances. */
const DRAIN_MS = readConfig({ MIMAMORI_NATS_URL: 'nats://127.0.0.1:4222' }).drainMs

let first: TestService
let proxies: Proxies
const services: TestService[] = []
const ports = { first: 0, second: 0, alone: 0 }

async function start(port: number): Promise<TestService> {
  const env = { MIMAMORI_PROXIES: '127.0.0.1' }
  const service = await startService({ env, ...(first && { beside: first, clock: first.clock }) })
  services.push(service)
  await service.app.http.listen({ port, host: '127.0.0.1' })
  return service
}

beforeAll(async () => {
  if (!hasProxies) return
  for (const name of ['first', 'second', 'alone'] as const) ports[name] = await freePort()
  first = await start(ports.first)
  const { alone } = ports
  proxies = await startProxies({ shipped: [ports.first, ports.second], caddy: alone, nginx: alone })
})
afterAll(async () => {
  await proxies?.stop()
  for (const service of services.toReversed()) await service.stop()
})

/** The number of these calls that each instance answered, by its own count. */
async function asked(origin: Origin, times: number, instances: readonly TestService[]) {
  const counts = instances.map(() => 0)
  const looks = instances.map(({ app }, i) => {
    const look = ({ url }: { url?: string }) => url === '/health/live' && counts[i]!++
    app.http.server.on('request', look)
    return () => app.http.server.off('request', look)
  })
  const statuses = new Set<number>()
  for (let i = 0; i < times; i++) statuses.add((await ask(origin, '/health/live')).status)
  for (const end of looks) end()
  return { counts, statuses: [...statuses] }
}

const untilBothAnswer = (second: TestService) =>
  vi.waitFor(async () => expect((await asked(proxies.shipped, 20, [first, second])).counts).not.toContain(0), {
    timeout: 10_000,
  })

async function end(service: TestService): Promise<void> {
  services.splice(services.indexOf(service), 1)
  await service.stop()
}

describe.skipIf(!hasProxies)('a proxy', () => {
  test('OPS-05 a proxy without a service responds 502, not final for hubs, and recovers', async () => {
    const origins = [proxies.caddy, proxies.nginx]
    for (const origin of origins) {
      const { status, text } = await ask(origin, '/api/firstRun')
      const error = await errorOf(new Response(text, { status }))
      expect([error.status, error.body.key]).toEqual([502, 'offline'])
    }
    await start(ports.alone)
    for (const origin of origins) expect((await ask(origin, '/api/firstRun')).status).toBe(200)
  })

  test('SCALE-06 an instance that is killed loses no call behind a proxy', async () => {
    const second = await start(ports.second)
    await untilBothAnswer(second)
    await end(second)
    expect(await asked(proxies.shipped, 20, [first])).toEqual({ counts: [20], statuses: [200] })
  })

  test('SCALE-06 a draining instance gets no more calls before it ends, and none is lost', async () => {
    const second = await start(ports.second)
    await untilBothAnswer(second)
    second.app.drain()
    const isLeft = async () => {
      const { counts, statuses } = await asked(proxies.shipped, 10, [first, second])
      expect(statuses).toEqual([200])
      return expect(counts).toEqual([10, 0])
    }
    await vi.waitFor(isLeft, { timeout: DRAIN_MS })
    await end(second)
    expect((await asked(proxies.shipped, 10, [first])).statuses).toEqual([200])
    // Two health checks, because one may come just before the instance drains.
    const [, seconds] = /health_interval (\d+)s/.exec(readFileSync(SHIPPED_CADDYFILE, 'utf8'))!
    expect(2 * 1000 * Number(seconds)).toBeLessThanOrEqual(DRAIN_MS)
  })

  test('OPS-05 a stream without events stays open with heartbeats within the proxy’s limit', async () => {
    const nginx = await startDocumentedNginx(ports.first, { 'proxy_read_timeout 1h': 'proxy_read_timeout 1s' })
    const { token } = await first.user({ role: 'USER' })
    const { answer } = await open(nginx.origin, '/api/stream', { headers: { 'x-authtoken': token } })
    let text = ''
    let isEnded = false
    answer.on('data', (part: Buffer) => (text += part.toString()))
    answer
      .on('error', () => {})
      .on('close', () => {
        isEnded = true
      })
    await vi.waitFor(() => expect(text).toContain(': open'))
    for (let beat = 1; beat <= 8; beat++) {
      // The proxy uses the machine's clock.
      await pause(200)
      first.clock.advance(STREAM_HEARTBEAT_MS)
      await vi.waitFor(() => expect(text.match(/: still here/g)).toHaveLength(beat))
    }
    expect(isEnded).toBe(false)
    await vi.waitFor(() => expect(isEnded).toBe(true), { timeout: 5_000 })
    await nginx.stop()

    const [, hours] = /proxy_read_timeout (\d+)h;/.exec(recipeOf('server {'))!
    expect(Number(hours) * 3_600_000).toBeGreaterThan(2 * STREAM_HEARTBEAT_MS)
  })
})

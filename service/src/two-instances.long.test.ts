/** Two processes of the service on one database: what one revokes, the other rejects. Goals R8, S7. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { createHubSimulator } from '@mimamori/hub/testing/simulator/hub-simulator.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { insertHub } from './fleet/hub/testing.ts'
import { TEST_MASTER_KEY, TestClock } from './testing/clock.ts'
import { startNats, type TestNats } from './testing/servers/nats.ts'
import { startService, type TestService } from './testing/service.ts'

/** Maximum delay of a revocation on another instance; S7 allows the same for closed sockets. */
const REVOKED_MS = 2_000
const PASSWORD = 'correct horse'
const JSON_BODY = { 'content-type': 'application/json' }

let service: TestService
let dataDir: string
let nats: TestNats
const instances: { process: ChildProcess; address: string }[] = []
beforeAll(async () => {
  // Sessions in the processes use the real clock, so rows inserted here must use it as well.
  service = await startService({ clock: new TestClock(new Date().toISOString()) })
  nats = await startNats()
  dataDir = mkdtempSync(join(tmpdir(), 'mimamori-two-'))
  instances.push(...(await Promise.all([start(), start()])))
})
afterAll(async () => {
  await Promise.all(instances.map(({ process: each }) => end(each)))
  await nats.stop()
  await service.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

async function end(child: ChildProcess): Promise<void> {
  child.kill('SIGTERM')
  if (child.exitCode === null) await once(child, 'exit')
}

/** Starts an instance on a free port, which it logs. */
async function start() {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      DATABASE_URL: service.databaseUrl,
      MIMAMORI_DATA_DIR: dataDir,
      MIMAMORI_MASTER_KEY: TEST_MASTER_KEY.toString('base64'),
      MIMAMORI_NATS_URL: nats.url,
    },
  })
  const port = await new Promise<string>((resolve, reject) => {
    let said = ''
    child.stdout.on('data', (text) => {
      said += text
      const found = /"port":(\d+)/.exec(said)?.[1]
      if (found) resolve(found)
    })
    child.once('exit', () => reject(new Error(`The service does not start: ${said}`)))
  })
  return { process: child, address: `http://127.0.0.1:${port}/api` }
}

async function call(instance: number, method: string, path: string, token?: string, body: object = {}) {
  const answer = await fetch(`${instances[instance]!.address}/${path}`, {
    method,
    headers: { ...JSON_BODY, ...(token && { 'x-authtoken': token }) },
    body: JSON.stringify(body),
  })
  return { status: answer.status, body: (await answer.json()) as { token: string; key: string } }
}

test('S7 a session works on both instances, and its end takes effect on the other within 2 s', async () => {
  await service.user({ role: 'USER', email: 'nurse@two.example', password: PASSWORD })
  const userPassword = Buffer.from(PASSWORD).toString('base64')
  const login = { userName: 'nurse@two.example', userPassword, deviceType: 'web' }
  const { body: session } = await call(0, 'POST', 'login', undefined, login)
  const search = (instance: number) => call(instance, 'PUT', 'alert/search', session.token)
  expect([(await search(0)).status, (await search(1)).status]).toEqual([200, 200])

  expect((await call(1, 'POST', 'logout', session.token)).status).toBe(200)
  expect((await search(1)).status).toBe(401)
  // The other one's cache is then as fresh as possible.
  await search(0)
  await wait(REVOKED_MS)
  const late = await search(0)
  expect([late.status, late.body.key]).toEqual([401, 'session-ended'])
})

test('SCALE-03 an instance that ends notifies the load balancer first, and continues to serve', async () => {
  const third = await start()
  const ready = async () => (await fetch(third.address.replace('/api', '/health/ready'))).status
  expect(await ready()).toBe(200)
  const ended = once(third.process, 'exit')
  third.process.kill('SIGTERM')
  await vi.waitFor(async () => expect(await ready()).toBe(503), { timeout: 3_000, interval: 20 })
  const login = await fetch(`${third.address}/login`, { method: 'POST', body: '{}', headers: JSON_BODY })
  expect(login.status).toBe(400)
  expect(await ended).toEqual([0, null])
}, 60_000)

/** A load balancer with one instance at a time. */
async function balance(address: string) {
  let [to, calls] = [address, 0]
  const server = createServer((socket) => {
    const line = connect(Number(new URL(to).port), '127.0.0.1')
    socket.on('data', (bytes: Buffer) => {
      if (bytes.includes('POST /api/hub/heartbeat')) calls++
    })
    for (const each of [socket, line]) each.on('error', () => {})
    socket.pipe(line).pipe(socket)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Sends new connections there. */
    send(address: string) {
      to = address
    },
    /** Heartbeats that arrived by a call. */
    calls: () => calls,
    stop: () => server.close(),
  }
}

test('SCALE-03 a hub with heartbeats on its socket stays online while its instance ends', async () => {
  const third = await start()
  const balancer = await balance(third.address)
  const hub = await insertHub(service)
  const simulator = createHubSimulator({ service: balancer.url, key: hub.key, dataDir: join(dataDir, 'hub') })
  const [heardAtMs, statuses] = [[] as number[], new Set<string>()]
  /** Waits for this many heartbeats of the hub after that time. */
  const isHeard = (times: number, sinceMs = 0) =>
    vi.waitFor(
      async () => {
        const [row] = await service.sql<{ at: string; status: string }[]>`
          select a.last_active_at as at, c.status from agent a join camera c on c.agent_id = a.id where a.id = ${hub.id}`
        const atMs = Date.parse(row!.at)
        if (heardAtMs.at(-1) !== atMs) heardAtMs.push(atMs)
        if (heardAtMs.length > 2) statuses.add(row!.status)
        expect(heardAtMs.filter((each) => each > sinceMs).length).toBeGreaterThanOrEqual(times)
      },
      { timeout: 60_000, interval: 100 },
    )
  await simulator.start()
  await isHeard(4)
  const calls = balancer.calls()
  await isHeard(6)
  expect(balancer.calls()).toBe(calls)

  balancer.send(instances[1]!.address)
  await end(third.process)
  await isHeard(3, Date.now())
  await simulator.stop()
  balancer.stop()
  const gapsMs = heardAtMs.slice(1).map((atMs, index) => atMs - heardAtMs[index]!)
  expect(Math.max(...gapsMs)).toBeLessThan(25_000)
  expect([...statuses]).toEqual(['Online'])
}, 180_000)

test('R8 two instances start on one database concurrently, and both respond', async () => {
  const answers = await Promise.all([0, 1].map((instance) => call(instance, 'POST', 'login', undefined, {})))
  expect(answers.map(({ status }) => status)).toEqual([400, 400])
})

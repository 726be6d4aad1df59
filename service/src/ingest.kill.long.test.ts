import { type ChildProcess, spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { createHubSimulator, type HubSimulator } from '@mimamori/hub/testing/simulator/hub-simulator.ts'
import type postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CorrectedClock, createClock } from '../../hub/src/platform/clock.ts'
import { type Embedded, startEmbedded } from './platform/postgres/embedded.ts'
import { migrate, servicePassword } from './platform/postgres/migrate.ts'
import { connect } from './platform/postgres/postgres-url.ts'
import { createSecrets } from './platform/secrets.ts'
import { chanceOf } from './seed/chance.ts'
import { TEST_MASTER_KEY } from './testing/clock.ts'

const ALERTS = 10_000
const KILLS = 20
const ALERTS_PER_SECOND = 480
/** How long the service lives before each kill, ms after it took the first alerts. */
const LIFE_MS = [0, 800] as const

let dataDir: string
let database: Embedded
let sql: postgres.Sql
let port: number
let service: ChildProcess
let hub: HubSimulator

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'mimamori-kill-'))
  chmodSync(dataDir, 0o755)
  // A separate database that writes as durably as in production, and that no kill of the service affects.
  database = await startEmbedded({ dataDir, log: () => {} })
  const secrets = createSecrets(TEST_MASTER_KEY)
  await migrate({ adminUrl: database.url, servicePassword: servicePassword(secrets), log: () => {} })
  sql = connect(database.url, { max: 1 })
  port = await freePort()
})
afterAll(async () => {
  await hub?.stop()
  await kill()
  await sql?.end()
  await database?.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' && address ? address.port : 0
}

/** Starts the service as `npm start` does and resolves when it responds. */
async function start(): Promise<void> {
  const said: string[] = []
  service = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      DATABASE_URL: database.url,
      MIMAMORI_DATA_DIR: dataDir,
      MIMAMORI_MASTER_KEY: TEST_MASTER_KEY.toString('base64'),
      LOG_LEVEL: 'silent',
    },
  })
  service.stderr!.on('data', (text) => said.push(String(text)))
  while (!(await isReady())) {
    if (service.exitCode !== null) throw new Error(`The service does not start: ${said.join('')}`)
    await wait(20)
  }
}

async function isReady(): Promise<boolean> {
  try {
    return (await fetch(`http://127.0.0.1:${port}/health/ready`)).ok
  } catch {
    return false
  }
}

async function kill(): Promise<void> {
  if (!service || service.exitCode !== null || service.signalCode !== null) return
  service.kill('SIGKILL')
  await once(service, 'exit')
}

/** A clock by which the hub's pauses between attempts are short, so that it is there again in each short life. */
function hurriedClock(): CorrectedClock {
  const clock = createClock()
  const after = (delayMs: number, work: () => void) => clock.after(delayMs > 200 ? delayMs / 10 : delayMs, work)
  return { ...clock, after }
}

/** A site with a hub and five cameras; returns the hub's key. */
async function insertHub(): Promise<string> {
  const publicId = randomBytes(6).toString('hex')
  const key = `mmh_${publicId}_${randomBytes(32).toString('base64url')}`
  const hash = createHash('sha256').update(key).digest()
  await sql`
    with site as (insert into tenant (kind, code, name) values ('site', 'kill', 'Kill') returning id),
    hub as (
      insert into agent (tenant_id, name, public_id, key_hash, key_last_four)
      select id, 'Hub', ${publicId}, ${hash}, ${key.slice(-4)} from site returning tenant_id, id)
    insert into camera
      (tenant_id, name, description, type, brand, model, stream_url, location, streaming_id, agent_id)
    select tenant_id, 'Camera ' || n, 'Simulated.', 'UNKNOWN', 'Test', 'Test', 'rtsp://camera.example/' || n,
      'Room ' || n, 'camera-' || n, id
    from hub, generate_series(1, 5) n`
  return key
}

test('HUB-04 of 10,000 alerts through 20 kills of the service, none is lost and none doubled', {
  timeout: 300_000,
}, async () => {
  const chance = chanceOf('kill -9')
  const key = await insertHub()
  await start()
  const hubDir = join(dataDir, 'hub')
  hub = createHubSimulator({ service: `http://127.0.0.1:${port}`, key, dataDir: hubDir, clock: hurriedClock() })
  await hub.start()

  const raised: string[] = []
  for (let kills = 0; kills < KILLS; kills++) {
    const acknowledgedBefore = hub.acknowledged.size
    const raising = hub.raise(ALERTS / KILLS, { perSecond: ALERTS_PER_SECOND })
    // Each run acknowledges some: the kill happens while alerts arrive, however slow the machine is.
    while (hub.acknowledged.size === acknowledgedBefore) await wait(5)
    await wait(chance.between(...LIFE_MS))
    await kill()
    // Whatever was acknowledged by now is stored, while no service runs that could still store it.
    const [stored] = await sql<{ count: number }[]>`
      select count(*)::int as count from alert where id = any(${[...hub.acknowledged]}::uuid[])`
    expect(stored!.count).toBe(hub.acknowledged.size)
    await start()
    raised.push(...(await raising))
  }
  await hub.whenDelivered()

  const rows = await sql<{ id: string }[]>`select id from alert order by id`
  expect(rows.map(({ id }) => id)).toEqual(raised.toSorted())
  expect([...hub.acknowledged].sort()).toEqual(raised.toSorted())
  const [tally] = await sql<{ alerts: number }[]>`select sum(alerts)::int as alerts from alert_tally`
  expect(tally!.alerts).toBe(ALERTS)
})

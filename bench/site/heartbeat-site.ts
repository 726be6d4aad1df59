/** What heartbeats needs: two thousand hubs of ten cameras each, beating in turn, and which of them count as offline. */
import { Agent } from 'node:http'
import { CAMERAS_PER_TENANT, madeId, TENANTS, tenantId } from '../part/alert-history.ts'
import { send } from '../part/small-client.ts'
import type { HistorySite } from './history-site.ts'

export const HUBS = 2_000
const CAMERAS_PER_HUB = (TENANTS * CAMERAS_PER_TENANT) / HUBS
const CONNECTIONS = 50
const STEP_MS = 30

export type BeatingHub = { hubId: string; tenantId: string; token: string; cameraIds: string[] }

/** Gives each unit a hub of its own for its cameras, all of which are looked after. */
export async function makeHubs({ sql, signHub }: HistorySite): Promise<BeatingHub[]> {
  const id = `('00000000-0000-7000-8005-' || lpad(n::text, 12, '0'))::uuid`
  await sql.unsafe(`
    insert into agent (tenant_id, id, name, public_id, key_hash, key_last_four)
      select ${tenantId(`n % ${TENANTS}`)}, ${id}, 'Hub ' || n, lpad(n::text, 12, '0'), sha256(n::text::bytea), 'last'
      from generate_series(${TENANTS}, ${HUBS - 1}) n;
    update camera c set agent_id = a.id from agent a
      where a.tenant_id = c.tenant_id and right(a.id::text, 12)::int = right(c.id::text, 12)::int % ${HUBS}`)
  await sql`vacuum analyze agent, camera`
  const hubs = Array.from({ length: HUBS }, async (_, n) => {
    const ids = { hubId: madeId('hub', n), tenantId: madeId('tenant', n % TENANTS) }
    const cameraIds = Array.from({ length: CAMERAS_PER_HUB }, (_, k) => madeId('camera', n + k * HUBS))
    return { ...ids, cameraIds, token: await signHub(ids.hubId, ids.tenantId) }
  })
  return Promise.all(hubs)
}

type Beating = {
  /** Goes on without these. */
  silence: (hubs: readonly BeatingHub[]) => void
  /** When the hub's last heartbeat was answered, ms since the epoch. */
  heardAtMs: ReadonlyMap<string, number>
  /** Answered with 200 so far. */
  readonly answered: number
  /** Resolves when the last one was answered. Throws when the service refused one. */
  stop: () => Promise<void>
}

/**
 * Each hub in turn, `perSecond` in all, whether or not it is answered: a service that is away is beaten at in vain.
 * `isBare`: the server knows no tokens, and each beat names its hub.
 */
export function startBeating(
  url: string,
  hubs: readonly BeatingHub[],
  { perSecond, isBare }: { perSecond: number; isBare: boolean },
): Beating {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const heardAtMs = new Map<string, number>()
  const silent = new Set<string>()
  const running = new Set<Promise<void>>()
  let [answered, sent, refusal] = [0, 0, '']
  const begunMs = performance.now()

  async function beat(hub: BeatingHub): Promise<void> {
    const { token, hubId } = hub
    const answer = await send(agent, { method: 'POST', url, token, body: bodyOf(hub, isBare) }).catch(() => null)
    if (answer?.status === 200) {
      answered++
      heardAtMs.set(hubId, Date.now())
    } else if (answer) refusal = `${answer.status} ${answer.text}`
  }
  const timer = setInterval(() => {
    const due = ((performance.now() - begunMs) / 1000) * perSecond
    for (; sent < due; sent++) {
      const hub = hubs[sent % hubs.length]!
      if (silent.has(hub.hubId)) continue
      const one = beat(hub).finally(() => running.delete(one))
      running.add(one)
    }
  }, STEP_MS)
  return {
    heardAtMs,
    get answered() {
      return answered
    },
    silence(some) {
      for (const { hubId } of some) silent.add(hubId)
    },
    async stop() {
      clearInterval(timer)
      await Promise.all(running)
      agent.destroy()
      if (refusal) throw new Error(`A heartbeat was answered ${refusal}`)
    },
  }
}

function bodyOf({ hubId, tenantId, cameraIds }: BeatingHub, isBare: boolean): string {
  const lastFrameAt = new Date().toISOString()
  const picture = { codec: 'h264', width: 1280, height: 720, framesPerSecond: 15 }
  const cameras = cameraIds.map((cameraId) => ({
    ...{ cameraId, isOnline: true, reason: null, lastFrameAt, running: 'Running', picture },
  }))
  const load = { cpuShare: 0.31, memoryBytes: 812_000_000, diskFreeBytes: 91_000_000_000, spooledEvents: 0 }
  return JSON.stringify({ ...load, cameras, ...(isBare && { hubId, tenantId }) })
}

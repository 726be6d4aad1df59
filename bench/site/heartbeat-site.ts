/** What heartbeats needs: two thousand hubs of ten cameras each, beating in turn, and which of them count as offline. */
import { Agent } from 'node:http'
import { CAMERAS_PER_TENANT, madeId, TENANTS, tenantId } from '../part/alert-history.ts'
import { type HubSockets, openHubSockets } from '../part/load/hub-sockets.ts'
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

/** Over the socket that each holds open, and by calls while that is not open; or by calls alone, with sockets open all the same. */
export type Way = 'socket' | 'call'

type Beating = {
  /** From now on. Before the first time nobody beats. */
  go: (way: Way) => void
  /** Goes on without these. Their sockets stay open: that is no sign of life. */
  silence: (hubs: readonly BeatingHub[]) => void
  /** When the hub's last heartbeat was answered, ms since the epoch. */
  heardAtMs: ReadonlyMap<string, number>
  /** Answered so far, on each way. */
  readonly answered: Readonly<Record<Way, number>>
  /** Resolves when the last one was answered. Throws when the service refused one. */
  stop: () => Promise<void>
}

/** Resolves when all sockets are open. `url`: of the service. */
export async function joinHubs(url: string, hubs: readonly BeatingHub[], perSecond: number): Promise<Beating> {
  const beats = createBeats({ url: `${url}/api/hub/heartbeat`, isBare: false })
  const sockets = openHubSockets(`${url.replace('http', 'ws')}/api/hub/socket`, hubs, (hubId) =>
    beats.heard(hubId, 'socket'),
  )
  await sockets.opened()
  return startBeating(beats, hubs, { perSecond, sockets })
}

/** By calls of a server that knows no tokens: each beat names its hub. */
export function beatBareRoute(url: string, hubs: readonly BeatingHub[], perSecond: number): Beating {
  return startBeating(createBeats({ url, isBare: true }), hubs, { perSecond, sockets: null })
}

function createBeats({ url, isBare }: { url: string; isBare: boolean }) {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const heardAtMs = new Map<string, number>()
  const answered: Record<Way, number> = { socket: 0, call: 0 }
  let refusal = ''
  function heard(hubId: string, way: Way): void {
    answered[way]++
    heardAtMs.set(hubId, Date.now())
  }
  return {
    ...{ heardAtMs, answered, heard },
    bodyOf: (hub: BeatingHub) => bodyOf(hub, isBare),
    async call({ token, hubId }: BeatingHub, body: string): Promise<void> {
      const answer = await send(agent, { method: 'POST', url, token, body }).catch(() => null)
      if (answer?.status === 200) heard(hubId, 'call')
      else if (answer) refusal = `${answer.status} ${answer.text}`
    },
    close() {
      agent.destroy()
      if (refusal) throw new Error(`A heartbeat was answered ${refusal}`)
    },
  }
}

/** Each hub in turn, `perSecond` in all, whether or not it is answered: a service that is away is beaten at in vain. */
function startBeating(
  beats: ReturnType<typeof createBeats>,
  hubs: readonly BeatingHub[],
  { perSecond, sockets }: { perSecond: number; sockets: HubSockets | null },
): Beating {
  const silent = new Set<string>()
  const running = new Set<Promise<void>>()
  let way: Way = 'call'
  let timer: NodeJS.Timeout | undefined
  let sent = 0

  function beat(hub: BeatingHub): void {
    const body = beats.bodyOf(hub)
    if (way === 'socket' && sockets?.beat(hub.hubId, body)) return
    const one = beats.call(hub, body).finally(() => running.delete(one))
    running.add(one)
  }
  function start(): NodeJS.Timeout {
    const begunMs = performance.now()
    return setInterval(() => {
      const due = ((performance.now() - begunMs) / 1000) * perSecond
      for (; sent < due; sent++) {
        const hub = hubs[sent % hubs.length]!
        if (!silent.has(hub.hubId)) beat(hub)
      }
    }, STEP_MS)
  }
  return {
    heardAtMs: beats.heardAtMs,
    answered: beats.answered,
    go(next) {
      way = next
      timer ??= start()
    },
    silence(some) {
      for (const { hubId } of some) silent.add(hubId)
    },
    async stop() {
      clearInterval(timer)
      await Promise.all(running)
      sockets?.close()
      beats.close()
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

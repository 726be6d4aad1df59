/** Makes hubs and cameras on a site of their own by the calls that the console makes, and removes them again. */
import { setTimeout as pause } from 'node:timers/promises'
import { CallFailure, createClient } from '@mimamori/contract/client.ts'
import { REGION } from '@mimamori/contract/site/tenant.ts'
import type { SimulateOptions } from './simulate-options.ts'

const SITE = { code: 'SIMULATOR', name: 'Simulator' }
const BATCH = 200
const PAGE = 100
/** A session may hold twelve streams. */
const CONSOLES_PER_SESSION = 10

export type SimulatedSite = {
  /** One key for each hub. */
  keys: string[]
  /** A token for each console. */
  tokens: string[]
  /** Removes cameras and hubs; answers how many were left because the service refused. */
  remove(): Promise<number>
}

type Call = ReturnType<typeof createClient>

/** Signs in as the operator, several times: sessions hold a bounded number of streams. */
export async function makeSite(options: SimulateOptions, say: (line: string) => void): Promise<SimulatedSite> {
  const { hubs, cameras, consoles } = options.number
  const operator = patient(await signIn(options))
  const tenantId = await siteOf(operator.call, cameras)
  const connected = await Promise.all(
    Array.from({ length: Math.max(1, Math.ceil(consoles / CONSOLES_PER_SESSION)) }, () => connect(options, tenantId)),
  )
  const site = connected[0]!
  await removeAll(operator.call, site.call, tenantId)
  const agents: { id: string; key: string }[] = []
  for (let n = 1; n <= hubs; n++) {
    agents.push(await operator.call('agent.create', { body: { name: `Simulated hub ${n}`, tenantId } }))
  }
  const drafts = Array.from({ length: cameras }, (_, n) => cameraOf(n + 1, agents[n % agents.length]!.id))
  for (let from = 0; from < drafts.length; from += BATCH) {
    const body = { cameras: drafts.slice(from, from + BATCH) }
    const { isRegistered, rows } = await site.call('camera.registerMany', { body })
    if (!isRegistered) throw new Error(`Cameras are refused: ${JSON.stringify(rows.find(({ fields }) => fields))}`)
  }
  say(`${agents.length} hubs with ${cameras} cameras are registered`)
  const tokens = Array.from({ length: consoles }, (_, n) => connected[Math.floor(n / CONSOLES_PER_SESSION)]!.token)
  return { keys: agents.map(({ key }) => key), tokens, remove: () => removeAll(operator.call, site.call, tenantId) }
}

type SignedIn = { call: Call; token: string }

async function signIn({ url, user, password }: SimulateOptions): Promise<SignedIn> {
  const stranger = createClient({ base: `${url}/api`, token: () => null })
  const body = { userName: user, userPassword: Buffer.from(password).toString('base64'), deviceType: 'web' } as const
  const { token } = await stranger('session.login', { body })
  return { call: createClient({ base: `${url}/api`, token: () => token }), token }
}

/** A session of its own that works on the rows of that site. */
async function connect(options: SimulateOptions, tenantId: string): Promise<SignedIn> {
  const operator = await signIn(options)
  const { token } = await operator.call('session.impersonate', { body: { tenantId, reason: 'Simulator' } })
  return patient({ call: createClient({ base: `${options.url}/api`, token: () => token }), token })
}

/** Waits where the service asks for it. */
function patient({ call, token }: SignedIn): SignedIn {
  const insist = async (...request: Parameters<Call>) => {
    for (;;) {
      try {
        return await call(...request)
      } catch (error) {
        if (!(error instanceof CallFailure && error.status === 429)) throw error
        await pause(1_000 * (error.retryAfterSeconds ?? 1))
      }
    }
  }
  return { call: insist as Call, token }
}

async function siteOf(call: Call, cameras: number): Promise<string> {
  const licence = { packages: ['VCARE'], roomCameraLimit: cameras }
  const find = await call('tenant.search', { query: { pageSize: PAGE }, body: { text: SITE.code } })
  const known = find.records.find(({ code, kind }) => code === SITE.code && kind === 'site')
  if (known) {
    await call('tenant.patch', { body: { id: known.id, ...licence } })
    return known.id
  }
  const organisation = { name: SITE.name, code: `${SITE.code}-ORG`, region: REGION } as const
  const above = find.records.find(({ code }) => code === organisation.code)
  const { id: parentId } = above ?? (await call('tenant.create', { body: organisation }))
  return (await call('tenant.create', { body: { ...SITE, ...licence, region: REGION, parentId } })).id
}

function cameraOf(n: number, agentId: string) {
  const text = `Simulated ${n}`
  return {
    ...{ name: text, description: text, type: 'UNKNOWN', brand: 'Simulated', model: 'Simulated', location: text },
    ...{ streamUrl: 'rtsp://camera.example/stream', streamingId: text, agentId },
  }
}

/** Also what an earlier run left that was ended by force. */
async function removeAll(operator: Call, site: Call, tenantId: string): Promise<number> {
  let left = 0
  for (;;) {
    const { records } = await site('camera.search', { query: { pageSize: PAGE }, body: {} })
    const removed = await Promise.allSettled(
      records.map(({ id }) => site('camera.deregister', { params: { id }, query: {} })),
    )
    left = removed.filter(({ status }) => status === 'rejected').length
    if (records.length === 0 || left === records.length) break
  }
  for (;;) {
    const { records } = await operator('agent.search', { query: { pageSize: PAGE }, body: { tenantIds: [tenantId] } })
    const removed = await Promise.allSettled(records.map(({ id }) => operator('agent.remove', { params: { id } })))
    const refused = removed.filter(({ status }) => status === 'rejected').length
    if (records.length === 0 || refused === records.length) return left + refused
  }
}

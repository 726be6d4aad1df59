/** Creates hubs and cameras on a separate site with the console's calls, and removes them. */
import { REGION } from '@mimamori/contract/site/tenant.ts'
import type { SimulateOptions } from './simulate-options.ts'
import { makeCarers, removeCarers } from './simulated-carers.ts'
import { type SignedIn, signIn, withToken } from './simulated-sign-in.ts'

const SITE = { code: 'SIMULATOR', name: 'Simulator' }
const BATCH = 200
const PAGE = 100

export type SimulatedSite = {
  /** One key for each hub. */
  keys: string[]
  /** A token for each console. */
  tokens: string[]
  /** Removes cameras and hubs; answers how many were left because the service refused. */
  remove(): Promise<number>
}

type Call = SignedIn['call']

/** Signs in as the operator; consoles are those of shared accounts on the site. */
export async function makeSite(options: SimulateOptions, say: (line: string) => void): Promise<SimulatedSite> {
  const { hubs, cameras, consoles } = options.number
  const operator = await signIn(options.url, options.user, options.password)
  const tenantId = await siteOf(operator.call, cameras)
  const site = await connect(options.url, operator.call, tenantId)
  await removeAll(operator, site.call, tenantId)
  // Not before: a limit below the cameras that an earlier run left is refused.
  await operator.call('tenant.patch', { body: { id: tenantId, ...licenceOf(cameras) } })
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
  const tokens = await makeCarers({ url: options.url, operator, tenantId }, consoles)
  return { keys: agents.map(({ key }) => key), tokens, remove: () => removeAll(operator, site.call, tenantId) }
}

/** A session of its own that works on the rows of that site. */
async function connect(url: string, operator: Call, tenantId: string): Promise<SignedIn> {
  const { token } = await operator('session.impersonate', { body: { tenantId, reason: 'Simulator' } })
  return withToken(url, token)
}

const licenceOf = (cameras: number) => ({ packages: ['VCARE'], roomCameraLimit: cameras })

async function siteOf(call: Call, cameras: number): Promise<string> {
  const find = await call('tenant.search', { query: { pageSize: PAGE }, body: { text: SITE.code } })
  const known = find.records.find(({ code, kind }) => code === SITE.code && kind === 'site')
  if (known) return known.id
  const organisation = { name: SITE.name, code: `${SITE.code}-ORG`, region: REGION } as const
  const above = find.records.find(({ code }) => code === organisation.code)
  const { id: parentId } = above ?? (await call('tenant.create', { body: organisation }))
  return (await call('tenant.create', { body: { ...SITE, ...licenceOf(cameras), region: REGION, parentId } })).id
}

function cameraOf(n: number, agentId: string) {
  const text = `Simulated ${n}`
  return {
    ...{ name: text, description: text, type: 'UNKNOWN', brand: 'Simulated', model: 'Simulated', location: text },
    ...{ streamUrl: 'rtsp://camera.example/stream', streamingId: text, agentId },
  }
}

/** Also what an earlier run left that was ended by force. */
async function removeAll(operator: SignedIn, site: Call, tenantId: string): Promise<number> {
  await removeCarers(operator)
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
    const { records } = await operator.call('agent.search', {
      query: { pageSize: PAGE },
      body: { tenantIds: [tenantId] },
    })
    const removed = await Promise.allSettled(records.map(({ id }) => operator.call('agent.remove', { params: { id } })))
    const refused = removed.filter(({ status }) => status === 'rejected').length
    if (records.length === 0 || refused === records.length) return left + refused
  }
}

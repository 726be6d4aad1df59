// Adds a hub or a camera with the console's calls; returns the lines to print.
import type { Agent } from '@mimamori/contract/fleet/agent.ts'
import { RegisterError, type RegisterOptions } from './register-options.ts'
import type { Call } from './sign-in.ts'

/** A hub that was seen within this time counts as connected. */
const CONNECTED_MS = 60_000

/** The response contains the key, which is never shown again. */
export async function registerHub(call: Call, { site, name }: RegisterOptions & { what: 'hub' }): Promise<string[]> {
  const { records } = await call('tenant.search', { query: { pageSize: 100 }, body: { text: site } })
  const found = records.find(({ code }) => code.toLowerCase() === site.toLowerCase())
  if (!found) throw new RegisterError(`There is no site with the code ${site}.`)
  const { key } = await call('agent.create', { body: { name, tenantId: found.id } })
  return [
    `${name} of ${found.name} is registered. Its key is shown this once; start the hub with it:`,
    `  npm run hub -- --service URL --key ${key}`,
  ]
}

/** Uses the given hub, else the only connected one of the site. */
export async function registerCamera(call: Call, options: RegisterOptions & { what: 'camera' }): Promise<string[]> {
  const { name, url, location, locationType } = options
  const { records } = await call('agent.search', { query: { pageSize: 100 } })
  const hub = chooseHub(records, options.hub, Date.now())
  await call('camera.register', {
    body: {
      name,
      description: name,
      type: 'UNKNOWN',
      brand: 'Unknown',
      model: 'Unknown',
      streamUrl: url,
      streamingId: name,
      location,
      locationType,
      agentId: hub.id,
    },
  })
  return [`${name} is registered with ${hub.name}. It appears under Cameras, and its first image within seconds.`]
}

/** Throws RegisterError with the hubs to choose from. */
export function chooseHub(hubs: readonly Agent[], name: string | null, nowMs: number): Agent {
  const isConnected = ({ lastActiveAt }: Agent) =>
    lastActiveAt !== null && nowMs - Date.parse(lastActiveAt) < CONNECTED_MS
  const fitting = hubs.filter((hub) => (name === null ? isConnected(hub) : hub.name === name))
  if (fitting.length === 1) return fitting[0]!
  const names = hubs.map((hub) => hub.name).join(', ') || 'none'
  throw new RegisterError(`Say which hub shall watch it with --hub. Hubs of the site: ${names}.`)
}

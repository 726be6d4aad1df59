/**
 * Resolves host names for outbound calls. `dns.lookup` occupies the process's few worker threads while the resolver is
 * silent, two at a time; direct queries have a timeout and delay nobody else.
 */
import { lookup, Resolver } from 'node:dns/promises'
import { readFile } from 'node:fs/promises'
import { networkInterfaces } from 'node:os'
import ipaddr from 'ipaddr.js'

/** All addresses of a host name or of an address in text form. Rejects with the resolver's error. */
export type NameLookup = (host: string) => Promise<readonly string[]>

const KEEP_MS = 60_000
const QUERY_TIMEOUT_MS = 1_000
const TRIES = 2
const MOST_NAMES = 1_000
/** The resolver answered, or none is configured: the system may know the name in another way. */
const UNKNOWN_TO_DNS = ['ENOTFOUND', 'ENODATA', 'ECONNREFUSED']

/** `servers`: addresses of resolvers with ports, for tests; default: those of the system. */
export function createNameLookup({ servers }: { servers?: readonly string[] } = {}): NameLookup {
  const known = new Map<string, { found: Promise<readonly string[]>; untilMs: number }>()
  const resolver = new Resolver({ timeout: QUERY_TIMEOUT_MS, tries: TRIES })
  if (servers) resolver.setServers(servers)
  return (host) => {
    if (ipaddr.isValid(host)) return Promise.resolve([host])
    const name = host.toLowerCase()
    const nowMs = performance.now()
    const before = known.get(name)
    if (before && before.untilMs > nowMs) return before.found
    const found = resolveName(resolver, name)
    if (known.size >= MOST_NAMES) known.clear()
    known.set(name, { found, untilMs: nowMs + KEEP_MS })
    found.catch(() => known.delete(name))
    return found
  }
}

async function resolveName(resolver: Resolver, name: string): Promise<readonly string[]> {
  const listed = await fromHostsFile(name)
  if (listed.length > 0) return listed
  const [v4, v6] = [resolver.resolve4(name), resolver.resolve6(name)]
  const [preferred, other] = hasIpv4() ? [v4, v6] : [v6, v4]
  // It is awaited only when the preferred one fails.
  other.catch(() => {})
  try {
    return await preferred.catch(() => other)
  } catch (error) {
    if (!UNKNOWN_TO_DNS.includes(codeOf(error))) throw error
    return (await lookup(name, { all: true })).map(({ address }) => address)
  }
}

/** Whether this machine could reach an IPv4 address. */
function hasIpv4(): boolean {
  return Object.values(networkInterfaces()).some((all) => all?.some((one) => one.family === 'IPv4' && !one.internal))
}

/** Queries do not read this file, and an operator may name a host there alone. */
async function fromHostsFile(name: string): Promise<string[]> {
  const text = await readFile('/etc/hosts', 'utf8').catch(() => '')
  const rows = text.split('\n').map((line) => line.replace(/#.*/, '').trim().toLowerCase().split(/\s+/))
  return rows.flatMap(([address, ...names]) => (address && names.includes(name) ? [address] : []))
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '')

/** Which addresses the hub may open for its cameras: a name is resolved once, and every address of it is judged. */
import { lookup } from 'node:dns/promises'
import ipaddr from 'ipaddr.js'
import { CameraError } from './camera-error.ts'

/**
 * `cidrs` empty: private networks. `isLoopbackAllowed`: for the demo's cameras, set where the hub is started.
 * `only`: normalised addresses; nothing besides them is opened, whatever a name resolves to by then.
 */
export type NetworkRules = { cidrs: readonly string[]; isLoopbackAllowed: boolean; only?: readonly string[] }

type Address = ipaddr.IPv4 | ipaddr.IPv6

/** Never a camera, whatever a site's list says: this machine, its neighbours without a router, many at once. */
const NEVER = new Set(['linkLocal', 'multicast', 'unspecified', 'broadcast', 'reserved', 'loopback'])
/** What networks are taken to be a site's own while it named none. */
const PRIVATE = new Set(['private', 'uniqueLocal'])
/** Where clouds keep their secrets for requests from inside. */
const METADATA = new Set(['169.254.169.254', 'fd00:ec2::254', '100.100.100.200'])
/** Longest wait for a name, ms. */
const RESOLVE_MS = 3_000

/** Whether this address may be opened. Anything but an IP address may not. */
export function isAllowed(address: string, { cidrs, isLoopbackAllowed, only }: NetworkRules): boolean {
  if (!ipaddr.isValid(address)) return false
  // An IPv4 address written as IPv6 is judged as what it is.
  const ip = ipaddr.process(address)
  if (only && !only.includes(ip.toString())) return false
  if (METADATA.has(ip.toString())) return false
  const range = ip.range()
  if (range === 'loopback' && isLoopbackAllowed) return true
  if (NEVER.has(range)) return false
  return cidrs.length === 0 ? PRIVATE.has(range) : cidrs.some((cidr) => contains(cidr, ip))
}

function contains(cidr: string, ip: Address): boolean {
  try {
    const [network, bits] = ipaddr.parseCIDR(cidr)
    return network.kind() === ip.kind() && ip.match(network, bits)
  } catch {
    return false
  }
}

/** Whether an address leads back to the machine that opens it. */
export function isLoopback(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback'
}

/** Every address of a host in one spelling: `127.1`, `0x7f.1` and `::ffff:7f00:1` are 127.0.0.1. Throws CameraError. */
export async function addressesOf(host: string): Promise<string[]> {
  const name = host.replace(/^\[|\]$/g, '')
  const addresses = ipaddr.isValid(name) ? [name] : await resolve(name)
  return addresses.map((address) => ipaddr.process(address).toString())
}

/** The one address to open for a host: the caller must not resolve the name again. Throws CameraError. */
export async function allowedAddress(host: string, rules: NetworkRules): Promise<string> {
  // As it was judged, not as it was written.
  const addresses = await addressesOf(host)
  const bad = addresses.find((address) => !isAllowed(address, rules))
  if (bad === undefined) return addresses[0]!
  throw new CameraError({ code: 'network-not-allowed', params: { host: bad } })
}

async function resolve(name: string): Promise<string[]> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('timeout')), RESOLVE_MS)
  })
  try {
    const found = await Promise.race([lookup(name, { all: true, order: 'ipv4first' }), tooLate])
    if (found.length > 0) return found.map(({ address }) => address)
  } catch {
    // Reported below: no name server's answer says more.
  } finally {
    clearTimeout(timer)
  }
  throw new CameraError({ code: 'host-unknown', params: { host: name.slice(0, 253) } })
}

/** Network addresses: their normal form, and whether one lies in a site's ranges. Requirement SET-01. */
import ipaddr from 'ipaddr.js'

type Range = ReturnType<typeof ipaddr.parseCIDR>

/** The normal form for storage and comparison: IPv4-mapped IPv6 as IPv4, no zone; null if it is not an address. */
export function plainAddress(text: string): string | null {
  const bare = text.split('%')[0]!
  return ipaddr.IPv4.isValidFourPartDecimal(bare) || ipaddr.IPv6.isValid(bare) ? ipaddr.process(bare).toString() : null
}

/** A hop of `X-Forwarded-For` without the port that some proxies add: `203.0.113.5:51234`, `[2001:db8::7]:443`. */
export function withoutPort(hop: string): string {
  const bare = hop.trim().replaceAll('"', '')
  return /^\[(.*)\](?::\d+)?$/.exec(bare)?.[1] ?? /^([\d.]+):\d+$/.exec(bare)?.[1] ?? bare
}

/** The range with its network address, `10.1.2.3/8` as `10.0.0.0/8`; null if it is not a range. */
export function plainRange(text: string): string | null {
  const range = parseRange(text)
  if (!range) return null
  const [address, bits] = range
  const network = address.kind() === 'ipv4' ? ipaddr.IPv4 : ipaddr.IPv6
  return `${network.networkAddressFromCIDR(`${address}/${bits}`)}/${bits}`
}

/** Whether the address lies in one of the ranges. An empty list allows every address. */
export function isWithin(ranges: readonly string[], address: string): boolean {
  if (ranges.length === 0) return true
  const plain = plainAddress(address)
  if (plain === null) return false
  const parsed = ipaddr.parse(plain)
  return ranges.some((text) => {
    const range = knownRange(text)
    return range !== null && range[0].kind() === parsed.kind() && parsed.match(range)
  })
}

/** Ranges are parsed at every call, and change a few times a year. */
const known = new Map<string, Range | null>()
const MOST_KNOWN = 10_000

function knownRange(text: string): Range | null {
  const before = known.get(text)
  if (before !== undefined) return before
  if (known.size >= MOST_KNOWN) known.clear()
  const range = parseRange(text)
  known.set(text, range)
  return range
}

const V4 = /^\d{1,3}(\.\d{1,3}){3}\/\d{1,2}$/
const MAPPED_BITS = 96

function parseRange(text: string): Range | null {
  if (!text.includes(':') && !V4.test(text)) return null
  if (!ipaddr.isValidCIDR(text)) return null
  const [address, bits] = ipaddr.parseCIDR(text)
  if (address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() && bits >= MAPPED_BITS) {
    return [address.toIPv4Address(), bits - MAPPED_BITS]
  }
  return [address, bits]
}

/** The network by which calls and tries of an address are counted: its /24, or its /64. */
export function networkOf(ip: string): string {
  const v4 = /(?:^|:)(\d+\.\d+\.\d+)\.\d+$/.exec(ip)
  if (v4) return `${v4[1]}.0/24`
  const [head = '', tail = ''] = ip.split('::')
  const front = head === '' ? [] : head.split(':')
  const back = tail === '' ? [] : tail.split(':')
  const zeros = ip.includes('::') ? Array<string>(Math.max(0, 8 - front.length - back.length)).fill('0') : []
  return `${[...front, ...zeros, ...back].slice(0, 4).join(':')}::/64`
}

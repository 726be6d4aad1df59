/**
 * The only way to call an address that a customer entered: resolved once, checked, and connected to the checked
 * address; no redirects, a limited response size, and a limited time.
 */
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { LookupFunction } from 'node:net'
import type { ExternalReason } from '@mimamori/contract/site/external.ts'
import ipaddr from 'ipaddr.js'
import type { HostPlaces } from './host-places.ts'
import { createNameLookup, type NameLookup } from './name-lookup.ts'

export type Outbound = {
  url: string
  /** Default: POST with a body, GET without. */
  method?: 'DELETE'
  headers: Readonly<Record<string, string>>
  body: string | Uint8Array
  /** Host names, addresses and ranges that the operator allows although they are private or not encrypted. */
  allowed: readonly string[]
  /** For the whole call: name, connection, TLS and response. It begins when the call has its place. */
  timeoutMs?: number
  /** Maximum size of the response. */
  mostBytes?: number
  /** Ends the call early; the reason is then also `timeout`. */
  signal?: AbortSignal
  /** Where the calls of a tenant wait for their turn at the host; omitted: no waiting. */
  turn?: { places: HostPlaces; tenantId: string }
  /** For tests: name resolution. */
  resolve?: NameLookup
}
export type Answer = { isOk: boolean; status: number; contentType: string; body: string; retryAfter: string | null }
export type OutboundResult = { answer: Answer } | { reason: ExternalReason }

const PATIENCE_MS = 10_000
const MOST_BYTES = 64 * 1024
const TLS_CODES = /CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO_VERIFY|ALTNAME/

/** Sends JSON by POST. Never throws: errors are returned as a reason. */
export function postJson(outbound: Outbound): Promise<OutboundResult> {
  const headers = { ...outbound.headers, 'content-type': 'application/json; charset=utf-8', accept: 'application/json' }
  return post({ ...outbound, headers })
}

/** Sends a body with its headers by POST. Never throws: errors are returned as a reason. */
export function post(outbound: Outbound): Promise<OutboundResult> {
  return call(outbound)
}

/** Requests by GET. Never throws: errors are returned as a reason. */
export function fetchText(outbound: Omit<Outbound, 'body'>): Promise<OutboundResult> {
  return call({ ...outbound, body: null })
}

/** GET if there is no body. */
type Call = Omit<Outbound, 'body'> & { body: Outbound['body'] | null }

const systemNames = createNameLookup()

async function call(outbound: Call): Promise<OutboundResult> {
  const url = URL.parse(outbound.url)
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:'
  if (!url || !isWeb || url.username || url.password) return { reason: 'address-denied' }
  const { turn, signal } = outbound
  if (!turn) return callInTime(outbound, url)
  const leave = await turn.places.enter({ host: url.host, tenantId: turn.tenantId }, signal).catch(() => null)
  if (!leave) return { reason: 'timeout' }
  const result = await callInTime(outbound, url)
  leave('reason' in result && result.reason === 'timeout' && !signal?.aborted)
  return result
}

async function callInTime(outbound: Call, url: URL): Promise<OutboundResult> {
  const patience = AbortSignal.timeout(outbound.timeoutMs ?? PATIENCE_MS)
  const deadline = outbound.signal ? AbortSignal.any([patience, outbound.signal]) : patience
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const found = await addressesOf(host, outbound.resolve ?? systemNames, deadline)
  if ('reason' in found) return found
  const { addresses } = found
  // One forbidden address is enough to reject: the choice among them would be random.
  const isFine = addresses.every((address) => isAllowed(address, host, url.protocol === 'http:', outbound.allowed))
  if (!isFine) return { reason: 'address-denied' }
  return sendToOne(outbound, { url, addresses, deadline })
}

async function addressesOf(
  host: string,
  resolve: NameLookup,
  deadline: AbortSignal,
): Promise<{ addresses: readonly string[] } | { reason: ExternalReason }> {
  const { promise: isOver, resolve: end } = Promise.withResolvers<null>()
  const over = () => end(null)
  deadline.addEventListener('abort', over, { once: true })
  try {
    const addresses = await Promise.race([resolve(host), isOver])
    if (deadline.aborted || addresses === null) return { reason: 'timeout' }
    return addresses.length === 0 ? { reason: 'unknown-host' } : { addresses }
  } catch (error) {
    return { reason: codeOf(error) === 'ETIMEOUT' ? 'timeout' : 'unknown-host' }
  } finally {
    deadline.removeEventListener('abort', over)
  }
}

/** Private networks, which an operator may have a reason to allow; all other non-public ranges are never allowed. */
const PRIVATE = ['private', 'uniqueLocal', 'loopback', 'carrierGradeNat']

function isAllowed(text: string, host: string, isPlain: boolean, allowed: readonly string[]): boolean {
  if (!ipaddr.isValid(text)) return false
  const address = ipaddr.process(text)
  const range = address.range()
  if (range !== 'unicast' && !PRIVATE.includes(range)) return false
  const isNamed = allowed.some((entry) => entry.toLowerCase() === host.toLowerCase() || isIn(address, entry))
  return isNamed || (range === 'unicast' && !isPlain)
}

/** Whether an entered address may be stored: encrypted and not obviously private, or named by the operator. */
export function isPublicAddress(text: string, allowed: readonly string[]): boolean {
  const url = URL.parse(text)
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.username || url.password) return false
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const isPlain = url.protocol === 'http:'
  if (ipaddr.isValid(host)) return isAllowed(host, host, isPlain, allowed)
  if (allowed.some((entry) => entry.toLowerCase() === host.toLowerCase())) return true
  return !isPlain && host.includes('.') && !/\.(local|localhost|internal|home\.arpa)\.?$/i.test(host)
}

function isIn(address: ReturnType<typeof ipaddr.process>, entry: string): boolean {
  if (ipaddr.isValidCIDR(entry)) {
    const range = ipaddr.parseCIDR(entry)
    return range[0].kind() === address.kind() && address.match(range)
  }
  return ipaddr.isValid(entry) && ipaddr.process(entry).toString() === address.toString()
}

/** An address that does not answer within this time gives way to the next one. */
const CONNECT_MS = 2_000

type Route = { url: URL; addresses: readonly string[]; deadline: AbortSignal }

/** Calls the first address that can be reached. Once a connection stands, the request is not sent a second time. */
async function sendToOne(outbound: Call, { url, addresses, deadline }: Route): Promise<OutboundResult> {
  const [address, ...others] = addresses
  const { isReached, result } = await send(outbound, { url, address: address!, deadline, isLast: others.length === 0 })
  if (isReached || others.length === 0 || deadline.aborted) return result
  return sendToOne(outbound, { url, addresses: others, deadline })
}

type Reached = { url: URL; address: string; deadline: AbortSignal; isLast: boolean }
type Sent = { isReached: boolean; result: OutboundResult }

function send(outbound: Call, { url, address, deadline, isLast }: Reached): Promise<Sent> {
  const family = ipaddr.parse(address).kind() === 'ipv6' ? 6 : 4
  // A second lookup could return another address.
  const pinned = ((_host, options, done) =>
    options.all ? done(null, [{ address, family }]) : done(null, address, family)) as LookupFunction
  const request = url.protocol === 'https:' ? requestHttps : requestHttp
  const mostBytes = outbound.mostBytes ?? MOST_BYTES
  return new Promise((done) => {
    let isReached = false
    const resolve = (result: OutboundResult) => done({ isReached, result })
    const failed = (error: unknown) => resolve({ reason: deadline.aborted ? 'timeout' : reasonOf(error) })
    const sent = request(
      url,
      {
        method: outbound.method ?? (outbound.body === null ? 'GET' : 'POST'),
        lookup: pinned,
        agent: false,
        signal: deadline,
        headers: {
          ...outbound.headers,
          ...(outbound.body !== null && { 'content-length': Buffer.byteLength(outbound.body) }),
        },
      },
      (response) => {
        const chunks: Buffer[] = []
        let bytes = 0
        response.on('error', failed)
        response.on('data', (chunk: Buffer) => {
          chunks.push(chunk)
          bytes += chunk.length
          if (bytes <= mostBytes) return
          resolve({ reason: 'too-large' })
          sent.destroy()
        })
        response.on('end', () => {
          const status = response.statusCode ?? 0
          if (!response.complete) return resolve({ reason: 'cut-off' })
          const contentType = String(response.headers['content-type'] ?? '')
          const retryAfter = response.headers['retry-after'] ?? null
          const isOk = status >= 200 && status < 300
          resolve({ answer: { isOk, status, contentType, retryAfter, body: Buffer.concat(chunks).toString('utf8') } })
        })
      },
    )
    const timer = isLast ? undefined : setTimeout(() => sent.destroy(new Error('no connection')), CONNECT_MS)
    sent.on('socket', (socket) =>
      socket.once('connect', () => {
        isReached = true
        clearTimeout(timer)
      }),
    )
    sent.on('error', (error) => {
      clearTimeout(timer)
      failed(error)
    })
    sent.end(outbound.body ?? undefined)
  })
}

function reasonOf(error: unknown): ExternalReason {
  const code = codeOf(error)
  if (TLS_CODES.test(code)) return 'tls'
  if (/^(ECONNRESET|EPIPE|HPE_|ERR_STREAM|ERR_HTTP)/.test(code)) return 'cut-off'
  return code === 'ETIMEDOUT' ? 'timeout' : 'unreachable'
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '')

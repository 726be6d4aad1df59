/**
 * The only way to an address that a customer typed in: resolved once, checked, and connected to as checked; no
 * redirects, no more than a little answer, no longer than a little while. security.md, Threat 11 and S9.
 */
import { lookup } from 'node:dns/promises'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { LookupFunction } from 'node:net'
import type { ExternalReason } from '@mimamori/contract/site/external.ts'
import ipaddr from 'ipaddr.js'

export type Outbound = {
  url: string
  headers: Readonly<Record<string, string>>
  body: string | Uint8Array
  /** Host names, addresses and ranges that the operator allows although they are private or not encrypted. */
  allowed: readonly string[]
  /** For the whole call. */
  timeoutMs?: number
  /** Of the answer. */
  mostBytes?: number
  /** Ends the call early; the reason is then `timeout` too. */
  signal?: AbortSignal
  /** For tests: how names become addresses. */
  resolve?: (host: string) => Promise<readonly string[]>
}
export type Answer = { isOk: boolean; status: number; contentType: string; body: string; retryAfter: string | null }
export type OutboundResult = { answer: Answer } | { reason: ExternalReason }

const PATIENCE_MS = 10_000
const MOST_BYTES = 64 * 1024
const TLS_CODES = /CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO_VERIFY|ALTNAME/

/** Sends JSON by POST. Never throws: what went wrong is a reason. */
export function postJson(outbound: Outbound): Promise<OutboundResult> {
  const headers = { ...outbound.headers, 'content-type': 'application/json; charset=utf-8', accept: 'application/json' }
  return post({ ...outbound, headers })
}

/** Sends a body as its headers say by POST. Never throws: what went wrong is a reason. */
export function post(outbound: Outbound): Promise<OutboundResult> {
  return call(outbound)
}

/** Asks by GET. Never throws: what went wrong is a reason. */
export function fetchText(outbound: Omit<Outbound, 'body'>): Promise<OutboundResult> {
  return call({ ...outbound, body: null })
}

/** By GET without a body. */
type Call = Omit<Outbound, 'body'> & { body: Outbound['body'] | null }

async function call(outbound: Call): Promise<OutboundResult> {
  const url = URL.parse(outbound.url)
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:'
  if (!url || !isWeb || url.username || url.password) return { reason: 'address-denied' }
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const addresses = await (outbound.resolve ?? resolved)(host).catch(() => null)
  if (!addresses || addresses.length === 0) return { reason: 'unknown-host' }
  // One bad address among good ones is enough: which one is taken would be chance.
  const isFine = addresses.every((address) => isAllowed(address, host, url.protocol === 'http:', outbound.allowed))
  if (!isFine) return { reason: 'address-denied' }
  return send(outbound, url, addresses[0]!)
}

async function resolved(host: string): Promise<string[]> {
  return (await lookup(host, { all: true })).map(({ address }) => address)
}

/** Private to a network, so that an operator may have a reason to allow it; everything else that is not public never is. */
const PRIVATE = ['private', 'uniqueLocal', 'loopback', 'carrierGradeNat']

function isAllowed(text: string, host: string, isPlain: boolean, allowed: readonly string[]): boolean {
  if (!ipaddr.isValid(text)) return false
  const address = ipaddr.process(text)
  const range = address.range()
  if (range !== 'unicast' && !PRIVATE.includes(range)) return false
  const isNamed = allowed.some((entry) => entry.toLowerCase() === host.toLowerCase() || isIn(address, entry))
  return isNamed || (range === 'unicast' && !isPlain)
}

/** Whether an address that somebody hands in may be stored: encrypted and not plainly private, or named by the operator. */
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

function send(outbound: Call, url: URL, address: string): Promise<OutboundResult> {
  const family = ipaddr.parse(address).kind() === 'ipv6' ? 6 : 4
  // Asked again, the name could say something else by now.
  const pinned = ((_host, options, done) =>
    options.all ? done(null, [{ address, family }]) : done(null, address, family)) as LookupFunction
  const request = url.protocol === 'https:' ? requestHttps : requestHttp
  const patience = AbortSignal.timeout(outbound.timeoutMs ?? PATIENCE_MS)
  const deadline = outbound.signal ? AbortSignal.any([patience, outbound.signal]) : patience
  const mostBytes = outbound.mostBytes ?? MOST_BYTES
  return new Promise((resolve) => {
    const failed = (error: unknown) => resolve({ reason: deadline.aborted ? 'timeout' : reasonOf(error) })
    const sent = request(
      url,
      {
        method: outbound.body === null ? 'GET' : 'POST',
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
    sent.on('error', failed)
    sent.end(outbound.body ?? undefined)
  })
}

function reasonOf(error: unknown): ExternalReason {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (TLS_CODES.test(code)) return 'tls'
  if (/^(ECONNRESET|EPIPE|HPE_|ERR_STREAM|ERR_HTTP)/.test(code)) return 'cut-off'
  return code === 'ETIMEDOUT' ? 'timeout' : 'unreachable'
}

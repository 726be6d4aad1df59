/** Digest authentication (RFC 7616) as HTTP and RTSP share it: reads a server's challenges and answers one. */
import { createHash, randomBytes } from 'node:crypto'

export type Challenge = {
  realm: string
  nonce: string
  algorithm: 'MD5' | 'SHA-256'
  qop: 'auth' | null
  opaque?: string
  /** The nonce was only too old: the password was not judged. */
  isStale: boolean
}
/** `count`: how often this nonce was answered, this time included. */
type DigestQuestion = { method: string; uri: string; username: string; password: string; count: number }

/** The strongest of the `WWW-Authenticate` headers that both sides know; null when there is none, as with Basic. */
export function bestChallenge(headers: readonly string[]): Challenge | null {
  const known = challenges(headers).flatMap((challenge) => challengeOf(challenge) ?? [])
  return known.find(({ algorithm }) => algorithm === 'SHA-256') ?? known[0] ?? null
}

/** Whether a server takes the password as it is. */
export function offersBasic(headers: readonly string[]): boolean {
  return challenges(headers).some((challenge) => /^basic\b/i.test(challenge))
}

/** Some servers write several challenges into one header; a scheme is a word that no `=` follows. */
function challenges(headers: readonly string[]): string[] {
  return headers.flatMap((header) => header.split(/,\s*(?=(?:digest|basic)\s)/i)).map((challenge) => challenge.trim())
}

/** `name=word`, or `name="text"` with escaped quotes. */
const PARAMETER = /\b([a-z]{1,20})\s{0,8}=\s{0,8}(?:"((?:[^"\\]|\\.)*)"|([^\s,]+))/gi

function challengeOf(header: string): Challenge | null {
  if (!/^digest\s/i.test(header)) return null
  const of: Record<string, string> = {}
  for (const [, name, quoted, plain] of header.matchAll(PARAMETER)) {
    of[name!.toLowerCase()] = quoted?.replaceAll(/\\(.)/g, '$1') ?? plain ?? ''
  }
  const algorithm = (of.algorithm ?? 'MD5').toUpperCase()
  if (of.realm === undefined || !of.nonce || (algorithm !== 'MD5' && algorithm !== 'SHA-256')) return null
  const offered = of.qop?.split(',').map((word) => word.trim().toLowerCase())
  if (offered && !offered.includes('auth')) return null
  const isStale = of.stale?.toLowerCase() === 'true'
  return { realm: of.realm, nonce: of.nonce, algorithm, qop: offered ? 'auth' : null, opaque: of.opaque, isStale }
}

/** The value of `Authorization`. */
export function digestAnswer(challenge: Challenge, { method, uri, username, password, count }: DigestQuestion): string {
  const { realm, nonce, algorithm, qop, opaque } = challenge
  const hash = (text: string) =>
    createHash(algorithm === 'MD5' ? 'md5' : 'sha256')
      .update(text)
      .digest('hex')
  const cnonce = randomBytes(16).toString('hex')
  const nc = count.toString(16).padStart(8, '0')
  const secret = hash(`${username}:${realm}:${password}`)
  const what = hash(`${method}:${uri}`)
  const response = hash(qop ? `${secret}:${nonce}:${nc}:${cnonce}:${qop}:${what}` : `${secret}:${nonce}:${what}`)
  const quoted = (text: string) => `"${text.replaceAll(/["\\]/g, '\\$&')}"`
  return [
    `Digest username=${quoted(username)}, realm=${quoted(realm)}, nonce=${quoted(nonce)}, uri=${quoted(uri)}`,
    `response="${response}", algorithm=${algorithm}`,
    ...(qop ? [`qop=${qop}, nc=${nc}, cnonce="${cnonce}"`] : []),
    ...(opaque === undefined ? [] : [`opaque=${quoted(opaque)}`]),
  ].join(', ')
}

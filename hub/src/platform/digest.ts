/** Digest authentication (RFC 7616) for HTTP and RTSP: parses a server's challenges and answers one. */
import { createHash, randomBytes } from 'node:crypto'

export type Challenge = {
  realm: string
  nonce: string
  algorithm: 'MD5' | 'SHA-256'
  /** The server named the algorithm. Some reject an answer that names one if the challenge did not. */
  isAlgorithmNamed: boolean
  qop: 'auth' | null
  opaque?: string
  /** Only the nonce had expired: the password was not checked. */
  isStale: boolean
}
/** `count`: number of uses of this nonce, including this one. */
type DigestQuestion = { method: string; uri: string; username: string; password: string; count: number }

/** The strongest supported challenge in the `WWW-Authenticate` headers; null if none, for example with Basic only. */
export function bestChallenge(headers: readonly string[]): Challenge | null {
  const known = challenges(headers).flatMap((challenge) => challengeOf(challenge) ?? [])
  return known.find(({ algorithm }) => algorithm === 'SHA-256') ?? known[0] ?? null
}

/** Whether a server accepts Basic authentication. */
export function offersBasic(headers: readonly string[]): boolean {
  return challenges(headers).some((challenge) => /^basic\b/i.test(challenge))
}

/** Some servers write several challenges into one header; a scheme is a word without a following `=`. */
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
  const isAlgorithmNamed = of.algorithm !== undefined
  const qop = offered ? 'auth' : null
  return { realm: of.realm, nonce: of.nonce, algorithm, isAlgorithmNamed, qop, opaque: of.opaque, isStale }
}

/**
 * The value of `Authorization`, one byte per character as in headers that were read: user name and password as UTF-8, the
 * realm as the bytes that the server sent. Contains only the parameters of the challenge.
 */
export function digestAnswer(challenge: Challenge, { method, uri, username, password, count }: DigestQuestion): string {
  const { realm, nonce, algorithm, isAlgorithmNamed, qop, opaque } = challenge
  const hash = (text: string) =>
    createHash(algorithm === 'MD5' ? 'md5' : 'sha256')
      .update(text, 'latin1')
      .digest('hex')
  const cnonce = randomBytes(16).toString('hex')
  const nc = count.toString(16).padStart(8, '0')
  const [name, word] = [bytesOf(username), bytesOf(password)]
  const secret = hash(`${name}:${realm}:${word}`)
  const what = hash(`${method}:${uri}`)
  const response = hash(qop ? `${secret}:${nonce}:${nc}:${cnonce}:${qop}:${what}` : `${secret}:${nonce}:${what}`)
  const quoted = (text: string) => `"${text.replaceAll(/["\\]/g, '\\$&')}"`
  return [
    `Digest username=${quoted(name)}, realm=${quoted(realm)}, nonce=${quoted(nonce)}, uri=${quoted(uri)}`,
    `response="${response}"`,
    ...(isAlgorithmNamed ? [`algorithm=${algorithm}`] : []),
    ...(qop ? [`qop=${qop}, nc=${nc}, cnonce="${cnonce}"`] : []),
    ...(opaque === undefined ? [] : [`opaque=${quoted(opaque)}`]),
  ].join(', ')
}

/** The UTF-8 bytes of a text as characters, one each. */
const bytesOf = (text: string): string => Buffer.from(text).toString('latin1')

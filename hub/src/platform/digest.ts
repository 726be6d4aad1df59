/** Digest authentication (RFC 7616) for HTTP and RTSP: parses a server's challenges and answers one. */
import { createHash, randomBytes } from 'node:crypto'

export type Challenge = {
  realm: string
  nonce: string
  algorithm: 'MD5' | 'SHA-256'
  /** The secret also depends on the nonces (`-sess`). */
  isSession: boolean
  /** The algorithm as the server wrote it. Some reject an answer that names one if the challenge did not; null: it did not. */
  algorithmName: string | null
  qop: 'auth' | 'auth-int' | null
  opaque?: string
  /** Only the nonce had expired: the password was not checked. */
  isStale: boolean
}
/** `count`: number of uses of this nonce, including this one. */
type DigestRequest = { method: string; uri: string; username: string; password: string; count: number }

/**
 * The strongest supported challenge in the `WWW-Authenticate` headers; null if none, for example with Basic only.
 * `isWeakWanted`: MD5 alone; some cameras offer SHA-256 and accept no answer to it.
 */
export function bestChallenge(headers: readonly string[], isWeakWanted = false): Challenge | null {
  const all = challenges(headers).flatMap((challenge) => challengeOf(challenge) ?? [])
  const known = all.filter(({ algorithm }) => !isWeakWanted || algorithm === 'MD5')
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
  const [, algorithm, session] = /^(MD5|SHA-256)(-SESS)?$/i.exec(of.algorithm || 'MD5') ?? []
  if (!algorithm || of.nonce === undefined) return null
  const offered = (of.qop ?? '').split(/[\s,]+/).map((word) => word.toLowerCase())
  const qop = offered.includes('auth') ? 'auth' : offered.includes('auth-int') ? 'auth-int' : null
  if (of.qop && !qop) return null
  return {
    realm: of.realm ?? '',
    nonce: of.nonce,
    algorithm: algorithm.toUpperCase() as Challenge['algorithm'],
    isSession: session !== undefined,
    algorithmName: of.algorithm || null,
    qop,
    opaque: of.opaque,
    isStale: of.stale?.toLowerCase() === 'true',
  }
}

/**
 * The value of `Authorization`, one byte per character as in headers that were read: user name and password as UTF-8, the
 * realm as the bytes that the server sent. Contains only the parameters of the challenge, and `response` last: some
 * cameras read the answer only up to there. The request must have no body.
 */
export function digestAnswer(challenge: Challenge, { method, uri, username, password, count }: DigestRequest): string {
  const { realm, nonce, algorithm, isSession, algorithmName, qop, opaque } = challenge
  const hash = (text: string) =>
    createHash(algorithm === 'MD5' ? 'md5' : 'sha256')
      .update(text, 'latin1')
      .digest('hex')
  const cnonce = randomBytes(16).toString('hex')
  const nc = count.toString(16).padStart(8, '0')
  const [name, word] = [bytesOf(username), bytesOf(password)]
  const plain = hash(`${name}:${realm}:${word}`)
  const secret = isSession ? hash(`${plain}:${nonce}:${cnonce}`) : plain
  const what = hash(qop === 'auth-int' ? `${method}:${uri}:${hash('')}` : `${method}:${uri}`)
  const response = hash(qop ? `${secret}:${nonce}:${nc}:${cnonce}:${qop}:${what}` : `${secret}:${nonce}:${what}`)
  const quoted = (text: string) => `"${text.replaceAll(/["\\]/g, '\\$&')}"`
  return [
    `Digest username=${quoted(name)}, realm=${quoted(realm)}, nonce=${quoted(nonce)}, uri=${quoted(uri)}`,
    ...(algorithmName === null ? [] : [`algorithm=${algorithmName}`]),
    ...(opaque === undefined ? [] : [`opaque=${quoted(opaque)}`]),
    ...(qop ? [`qop=${qop}, nc=${nc}, cnonce="${cnonce}"`] : isSession ? [`cnonce="${cnonce}"`] : []),
    `response="${response}"`,
  ].join(', ')
}

/** The UTF-8 bytes of a text as characters, one each. */
const bytesOf = (text: string): string => Buffer.from(text).toString('latin1')

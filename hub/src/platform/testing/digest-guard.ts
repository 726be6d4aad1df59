// The server's side of digest authentication (RFC 7616) for simulated devices: what it offers, and whether an answer is good.
import { createHash, randomBytes } from 'node:crypto'

type Algorithm = 'MD5' | 'SHA-256'
/** Quotes and backslashes stand escaped in a header. */
const unquoted = (text: string) => text.replaceAll(/\\(.)/g, '$1')

export class DigestGuard {
  /** What is offered, in this order. */
  algorithms: Algorithm[] = ['MD5']
  qop: 'auth' | 'auth,auth-int' | null = 'auth'
  /** Whether the algorithm is named, and a fresh nonce is called not stale; some name neither, some say both in quotes. */
  saysAlgorithm = true
  /** Numbers and words in quotes are refused, as RFC 7616 has it. */
  isStrict = false
  /** How many requests a nonce serves. */
  usesPerNonce = 100
  /** Whether an old nonce is called stale; some devices only send a new one. */
  saysStale = true
  /** The algorithms of good answers. */
  readonly taken: Algorithm[] = []
  readonly #uses = new Map<string, number>()
  readonly #login: { username: string; password: string }
  readonly #realm: string

  constructor(login: { username: string; password: string }, realm: string) {
    this.#login = login
    this.#realm = realm
  }

  /** The challenges for a request without a good answer; null when it is good. */
  rejection(method: string, uri: string, authorization: string | undefined): string[] | null {
    const verdict = this.#judge(method, uri, authorization ?? '')
    if (verdict === 'good') return null
    const stale = verdict === 'stale' && this.saysStale ? ', stale=TRUE' : ''
    const qop = this.qop === null ? '' : `, qop="${this.qop}"`
    const realm = this.#realm.replaceAll(/["\\]/g, '\\$&')
    return this.algorithms.map((algorithm) => {
      const nonce = randomBytes(16).toString('hex')
      this.#uses.set(nonce, 0)
      if (!this.saysAlgorithm) return `Digest realm="${realm}", nonce="${nonce}", stale="FALSE"`
      return `Digest realm="${realm}", nonce="${nonce}", algorithm=${algorithm}${qop}${stale}`
    })
  }

  #judge(method: string, uri: string, authorization: string): 'good' | 'stale' | 'refused' {
    // Some refuse a parameter that their challenge did not name: gortsplib#558.
    if (!this.saysAlgorithm && /\balgorithm=/i.test(authorization)) return 'refused'
    if (this.isStrict && /\b(qop|nc|algorithm)="/.test(authorization)) return 'refused'
    const of: Record<string, string> = {}
    for (const [, name, quoted, plain] of authorization.matchAll(/(\w+)=(?:"((?:[^"\\]|\\.)*)"|([^\s,]+))/g)) {
      of[name!] = quoted === undefined ? plain! : unquoted(quoted)
    }
    const uses = this.#uses.get(of.nonce ?? '')
    const algorithm = this.algorithms.find((one) => one === (of.algorithm ?? 'MD5'))
    if (uses === undefined || !algorithm || of.uri !== uri) return 'refused'
    const hash = (text: string) =>
      createHash(algorithm === 'MD5' ? 'md5' : 'sha256')
        .update(text)
        .digest('hex')
    const secret = hash(`${this.#login.username}:${this.#realm}:${this.#login.password}`)
    const what = hash(`${method}:${uri}`)
    const proof = this.qop && this.saysAlgorithm ? `${of.nonce}:${of.nc}:${of.cnonce}:${of.qop}` : of.nonce
    if (of.username !== this.#login.username || of.response !== hash(`${secret}:${proof}:${what}`)) return 'refused'
    this.#uses.set(of.nonce!, uses + 1)
    if (uses >= this.usesPerNonce) return 'stale'
    this.taken.push(algorithm)
    return 'good'
  }
}

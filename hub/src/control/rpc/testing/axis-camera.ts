// An AXIS camera's application interface for tests: digest authentication with nonces that run out, and every error asked for.
import { createHash, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export const LOGIN = { username: 'root', password: 'p"a\\ss' }
const REALM = 'AXIS_ACCC8E012345'
/** Quotes and backslashes stand escaped in a header. */
const unquoted = (text: string) => text.replaceAll(/\\(.)/g, '$1')

type AxisError = 'slow' | 'malformed' | 'huge' | 'basic' | 'html' | 'entities'

export class AxisCamera {
  readonly applications = new Map([['objectanalytics', 'Stopped']])
  /** Requests that came with a good login. */
  readonly served: string[] = []
  /** What was ever sent in an Authorization header. */
  readonly authorizations: string[] = []
  error: AxisError | null = null
  /** How many more requests a nonce may serve. */
  usesPerNonce = 100
  algorithm: 'MD5' | 'SHA-256' = 'MD5'
  #uses = new Map<string, number>()
  readonly #server = createServer((request, answer) => this.#serve(request, answer))

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    return this
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  #serve(request: IncomingMessage, answer: ServerResponse): void {
    const { authorization } = request.headers
    if (authorization) this.authorizations.push(authorization)
    if (this.error === 'slow') return
    if (this.error === 'basic') {
      answer.writeHead(401, { 'www-authenticate': 'Basic realm="camera"' }).end()
      return
    }
    const verdict = this.#judge(request)
    if (verdict !== 'good') {
      this.#challenge(answer, verdict === 'stale')
      return
    }
    this.served.push(request.url!)
    const url = new URL(request.url!, 'http://camera')
    if (url.pathname.endsWith('/control.cgi')) answer.end(this.#control(url.searchParams))
    else if (url.pathname.endsWith('/list.cgi')) answer.end(this.#list())
    else answer.writeHead(404).end()
  }

  #challenge(answer: ServerResponse, isStale: boolean): void {
    const nonce = randomBytes(16).toString('hex')
    this.#uses.set(nonce, 0)
    const stale = isStale ? ', stale=TRUE' : ''
    const header = `Digest realm="${REALM}", nonce="${nonce}", algorithm=${this.algorithm}, qop="auth"${stale}`
    answer.writeHead(401, { 'www-authenticate': header, 'content-type': 'text/html' }).end('<html>401</html>')
  }

  #judge({ headers, url, method }: IncomingMessage): 'good' | 'stale' | 'refused' {
    const of: Record<string, string> = {}
    for (const [, name, quoted, plain] of (headers.authorization ?? '').matchAll(
      /(\w+)=(?:"((?:[^"\\]|\\.)*)"|([^\s,]+))/g,
    )) {
      of[name!] = quoted === undefined ? plain! : unquoted(quoted)
    }
    const uses = this.#uses.get(of.nonce ?? '')
    if (uses === undefined || of.uri !== url) return 'refused'
    const hash = (text: string) =>
      createHash(this.algorithm === 'MD5' ? 'md5' : 'sha256')
        .update(text)
        .digest('hex')
    const secret = hash(`${LOGIN.username}:${REALM}:${LOGIN.password}`)
    const wanted = hash(`${secret}:${of.nonce}:${of.nc}:${of.cnonce}:${of.qop}:${hash(`${method}:${url}`)}`)
    if (of.username !== LOGIN.username || of.response !== wanted) return 'refused'
    this.#uses.set(of.nonce!, uses + 1)
    return uses >= this.usesPerNonce ? 'stale' : 'good'
  }

  #control(asked: URLSearchParams): string {
    const name = asked.get('package')!
    const status = this.applications.get(name)
    const action = asked.get('action')
    if (status === undefined) return 'Error: 4\n'
    if (action === 'start' && status === 'Running') return 'Error: 6\n'
    if (action === 'stop' && status === 'Stopped') return 'Error: 7\n'
    this.applications.set(name, action === 'stop' ? 'Stopped' : 'Running')
    return 'OK\n'
  }

  #list(): string {
    if (this.error === 'malformed') return '<reply result="ok"><application Name="objectanalytics" Status='
    if (this.error === 'html') return '<html><body>Welcome</body></html>'
    if (this.error === 'huge') return `<reply result="ok">${'<application Name="a" />'.repeat(50_000)}</reply>`
    const entity = '<!DOCTYPE r [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;">]>'
    const head = this.error === 'entities' ? entity : ''
    const version = this.error === 'entities' ? '&c;' : '4.5.2'
    const rows = [...this.applications].map(
      ([name, status]) =>
        `<application Name="${name}" NiceName="Object &amp; Scene" Vendor="Axis" Version="${version}" Status="${status}" />`,
    )
    return `<?xml version="1.0"?>${head}<reply result="ok">${rows.join('')}</reply>`
  }
}

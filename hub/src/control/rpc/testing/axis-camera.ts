// An AXIS camera's application interface for tests: digest authentication with nonces that run out, and every error asked for.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { DigestGuard } from '#platform/testing/digest-guard.ts'

export const LOGIN = { username: 'root', password: 'p"a\\ss' }
const REALM = 'AXIS_ACCC8E012345'

type AxisError = 'slow' | 'malformed' | 'huge' | 'basic' | 'html' | 'entities'

export class AxisCamera {
  readonly applications = new Map([['objectanalytics', 'Stopped']])
  /** Requests that came with a good login. */
  readonly served: string[] = []
  /** What was ever sent in an Authorization header. */
  readonly authorizations: string[] = []
  error: AxisError | null = null
  readonly guard = new DigestGuard(LOGIN, REALM)
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
    const rejection = this.guard.rejection(request.method!, request.url!, authorization)
    if (rejection) {
      answer.writeHead(401, { 'www-authenticate': rejection, 'content-type': 'text/html' }).end('<html>401</html>')
      return
    }
    this.served.push(request.url!)
    const url = new URL(request.url!, 'http://camera')
    if (url.pathname.endsWith('/control.cgi')) answer.end(this.#control(url.searchParams))
    else if (url.pathname.endsWith('/list.cgi')) answer.end(this.#list())
    else answer.writeHead(404).end()
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

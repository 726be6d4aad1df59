/** A real mail server for tests, on a free port, that accepts or rejects e-mails as the test specifies. */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

type Rejection = { at: 'connect' | 'auth' | 'recipient' | 'data'; status: number }
export type TestSmtp = {
  port: number
  /** Accepted e-mails, unchanged. */
  emails: { from: string; to: string[]; raw: string }[]
  /** Null: everything is accepted. */
  rejection: Rejection | null
  stop(): Promise<void>
}

export async function startSmtp({ user, password }: { user: string; password: string }): Promise<TestSmtp> {
  const self: TestSmtp = { port: 0, emails: [], rejection: null, stop }
  const refused = (at: Rejection['at']) =>
    self.rejection?.at === at
      ? Object.assign(new Error('No, and your password is hunter2'), { responseCode: self.rejection.status })
      : null
  const server = new SMTPServer({
    hideSTARTTLS: true,
    allowInsecureAuth: true,
    onConnect: (_session, done) => done(refused('connect')),
    onAuth({ username, password: given }, _session, done) {
      const isRight = username === user && given === password
      const no = refused('auth') ?? (isRight ? null : new Error('Wrong credentials'))
      done(no, no ? undefined : { user: username })
    },
    onRcptTo: (_address, _session, done) => done(refused('recipient')),
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const no = refused('data')
        const { mailFrom, rcptTo } = session.envelope
        const from = mailFrom ? mailFrom.address : ''
        if (!no) {
          const to = rcptTo.map(({ address }) => address)
          self.emails.push({ from, to, raw: Buffer.concat(chunks).toString('utf8') })
        }
        done(no)
      })
    },
  })
  server.on('error', () => {})
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  self.port = (server.server.address() as AddressInfo).port
  function stop() {
    return new Promise<void>((resolve) => server.close(() => resolve()))
  }
  return self
}

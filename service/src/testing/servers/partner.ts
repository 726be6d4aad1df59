/** Another company's system for tests: a real server that accepts every request, or fails as the test specifies. */
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

type PartnerRequest = { method: string; path: string; headers: IncomingHttpHeaders; body: string }
/** A custom response; `socket` for misbehavior that no correct server shows. */
export type Behaviour = (response: ServerResponse, socket: Socket) => void
export type Partner = {
  url: string
  requests: PartnerRequest[]
  behave: Behaviour
  stop(): Promise<void>
}

export const accepts: Behaviour = (response) => json(response, 200, { accepted: true, message: 'Thank you' })

export function json(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}) {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
}

export async function startPartner(): Promise<Partner> {
  const sockets = new Set<Socket>()
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8')
    request.on('data', (part: string) => {
      body += part
    })
    request.on('end', () => {
      self.requests.push({ method: request.method!, path: request.url!, headers: request.headers, body })
      self.behave(response, request.socket)
    })
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const self: Partner = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/cameras`,
    requests: [],
    behave: accepts,
    stop() {
      for (const socket of sockets) socket.destroy()
      return new Promise((resolve) => {
        server.close(() => resolve())
      })
    },
  }
  return self
}

/** Servers of third parties that respond, or accept a connection and stay silent: push, mail, an external system, names. */
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net'

export type BrokenPart = 'push' | 'mail' | 'external' | 'names'

export type BrokenServers = {
  /** These are silent from now on; open connections stay open. */
  breakOnly: (parts: readonly BrokenPart[]) => void
  /** Port of a push service whose paths under `/neighbour/` can break. */
  pushPort: number
  mailPort: number
  externalPort: number
  /** Resolves each name to 127.0.0.1. */
  namesPort: number
  /** Called with the path of each push that is not silent. */
  onPush: (path: string) => void
  /** Number of requests since the last call, answered or not, by part. */
  takeCounts: () => Record<BrokenPart, number>
  close: () => void
}

export async function startBrokenServers(): Promise<BrokenServers> {
  let silent: readonly BrokenPart[] = []
  const counts = { push: 0, mail: 0, external: 0, names: 0 }
  const sockets = new Set<Socket>()
  const isSilent = (part: BrokenPart) => {
    counts[part]++
    return silent.includes(part)
  }
  const push = createServer((request, response) => {
    request.resume()
    const path = request.url!
    if (path.startsWith('/neighbour/') && isSilent('push')) return
    self.onPush(path)
    response.writeHead(201).end()
  })
  const external = createServer((request, response) => {
    request.resume()
    if (isSilent('external')) return
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"accepted":true}')
  })
  const mail = createTcpServer((socket) => {
    if (!isSilent('mail')) takeEmails(socket)
  })
  const names = createSocket('udp4', (query, { port, address }) => {
    if (!isSilent('names')) names.send(answerTo(query), port, address)
  })
  const servers = [push, external, mail]
  for (const server of servers) await listen(server, sockets)
  names.bind(0, '127.0.0.1')
  await once(names, 'listening')
  const [pushPort, externalPort, mailPort] = servers.map((server) => (server.address() as AddressInfo).port)
  const self: BrokenServers = {
    breakOnly(parts) {
      silent = parts
      // Hanging connections end when the part is repaired.
      for (const socket of sockets) socket.destroy()
    },
    pushPort: pushPort!,
    mailPort: mailPort!,
    externalPort: externalPort!,
    namesPort: names.address().port,
    onPush: () => {},
    takeCounts() {
      const taken = { ...counts }
      Object.assign(counts, { push: 0, mail: 0, external: 0, names: 0 })
      return taken
    },
    close() {
      for (const socket of sockets) socket.destroy()
      for (const server of servers) server.close()
      names.close()
    },
  }
  return self
}

async function listen(server: Server, sockets: Set<Socket>): Promise<void> {
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
}

/** A minimal SMTP server that accepts e-mails. */
function takeEmails(socket: Socket): void {
  let isData = false
  socket.setEncoding('utf8')
  socket.write('220 bench\r\n')
  let rest = ''
  socket.on('data', (text) => {
    const lines = (rest + text).split('\r\n')
    rest = lines.pop()!
    for (const line of lines) {
      if (isData && line !== '.') continue
      if (isData) isData = false
      else isData = /^DATA/i.test(line)
      socket.write(isData ? '354 go on\r\n' : /^QUIT/i.test(line) ? '221 bye\r\n' : '250 ok\r\n')
    }
  })
}

const HEADER_BYTES = 12
const TYPE_A = 1

/** DNS: an A record for each query of type A, an empty answer for others. */
function answerTo(query: Buffer): Buffer {
  const nameEnd = query.indexOf(0, HEADER_BYTES)
  const isAddress = query.readUInt16BE(nameEnd + 1) === TYPE_A
  const reply = Buffer.from(query.subarray(0, nameEnd + 5))
  reply.writeUInt16BE(0x8180, 2)
  reply.writeUInt16BE(isAddress ? 1 : 0, 6)
  reply.writeUInt16BE(0, 10)
  const record = Buffer.from([0xc0, HEADER_BYTES, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, 127, 0, 0, 1])
  return isAddress ? Buffer.concat([reply, record]) : reply
}

/** The baselines of fan-out: one text sent to all connections, by server-sent events or by a WebSocket. */
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { WebSocketServer } from 'ws'

/** What the bench sends: first that it shall listen, then each text. */
type BareBroadcast = 'listen' | { text: string }

const readers = new Set<ServerResponse>()
const server = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.socket?.setNoDelay(true)
  response.write(': open\n\n')
  readers.add(response)
})
server.maxConnections = 10_000
const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false })
server.on('upgrade', (request, socket, head) => sockets.handleUpgrade(request, socket, head, () => {}))

process.on('message', async (message: BareBroadcast) => {
  if (message === 'listen') {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    process.send!((server.address() as AddressInfo).port)
    return
  }
  for (const socket of sockets.clients) socket.send(message.text)
  const bytes = Buffer.from(`data: ${message.text}\n\n`)
  for (const reader of readers) reader.write(bytes)
})
process.on('disconnect', () => process.exit(0))

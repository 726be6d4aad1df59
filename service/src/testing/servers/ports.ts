/** Ports of programs that a test starts. */
import { once } from 'node:events'
import { createConnection, createServer } from 'node:net'

/** One that nothing listens on now. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  return port
}

/** Throws when nothing listens there. */
export async function reach(port: number): Promise<void> {
  const socket = createConnection(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
  } finally {
    socket.destroy()
  }
}

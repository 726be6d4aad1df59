/** Ports of programs that a test starts. */
import { once } from 'node:events'
import { createConnection, createServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/** A port on which nothing listens now. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  return port
}

const PATIENCE_MS = 10_000
const LOOK_AGAIN_MS = 20

/** Resolves when something listens there; throws after ten seconds. */
export async function untilReached(port: number): Promise<void> {
  for (const begunMs = performance.now(); ; await pause(LOOK_AGAIN_MS)) {
    const socket = createConnection(port, '127.0.0.1')
    try {
      await once(socket, 'connect')
      return
    } catch (error) {
      if (performance.now() - begunMs > PATIENCE_MS) throw error
    } finally {
      socket.destroy()
    }
  }
}

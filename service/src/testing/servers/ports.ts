/** Ports of programs that a test starts. */
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createConnection, createServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/**
 * Systems give connections and `listen(0)` ports from 32768 on. A port below is not taken by another test before the
 * program that it is for listens there.
 */
const FIRST_PORT = 12_000
const LAST_PORT = 32_000

/** A port of 127.0.0.1 on which nothing listens now. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST_PORT, LAST_PORT)
    const server = createServer().listen(port, '127.0.0.1')
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    )
    server.close()
    if (isFree) return port
  }
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

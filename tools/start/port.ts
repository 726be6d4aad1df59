// Finds out whether the port is free before anything is started.
import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { StartError } from './options.ts'

/**
 * Resolves when 127.0.0.1:port can be listened on, or throws a StartError. After a killed launcher the service of that
 * one may need some seconds to end, so `patienceMs` says how long to try.
 */
export async function requireFreePort(port: number, patienceMs: number): Promise<void> {
  for (let waitedMs = 0; ; waitedMs += 100) {
    const code = await tryPort(port)
    if (code === undefined) return
    if (code === 'EACCES') throw new StartError(`This user may not listen on port ${port}. Set PORT to one above 1023.`)
    if (code !== 'EADDRINUSE') throw new StartError(`Port ${port} cannot be used (${code}). Set PORT to another one.`)
    if (waitedMs >= patienceMs) {
      throw new StartError(`Port ${port} is in use by another program. Stop it, or set PORT to another one.`)
    }
    await wait(100)
  }
}

/** The code of the error that listening gives, or undefined when the port is free. */
async function tryPort(port: number): Promise<string | undefined> {
  const server = createServer()
  server.listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? 'unknown'
  }
  server.close()
  await once(server, 'close')
  return undefined
}

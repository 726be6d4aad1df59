/** A real NATS server for a test, on its own port; it can be stopped and restarted. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { freePort, untilReached } from './ports.ts'

export type TestNats = {
  url: string
  /** Subjects that each connection subscribes to, by the connection's name. */
  subscriptions(): Promise<Map<string, string[]>>
  stop(): Promise<void>
  start(): Promise<void>
}

/** Whether Debian's package is there (apt-get install --no-install-recommends nats-server). */
export const hasNats = (process.env.PATH ?? '')
  .split(delimiter)
  .some((folder) => existsSync(join(folder, 'nats-server')))

/** Starts `nats-server` of Debian's package of that name. */
export async function startNats(): Promise<TestNats> {
  const [port, monitorPort] = [await freePort(), await freePort()]
  let child: ChildProcess | null = null
  async function start() {
    const own = spawn('nats-server', ['-a', '127.0.0.1', '-p', String(port), '-m', String(monitorPort)], {
      stdio: 'ignore',
    })
    child = own
    await untilReached(port)
  }
  await start()
  return {
    url: `nats://127.0.0.1:${port}`,
    async subscriptions() {
      const answer = await fetch(`http://127.0.0.1:${monitorPort}/connz?subs=1`)
      const { connections } = (await answer.json()) as {
        connections: { name: string; subscriptions_list?: string[] }[]
      }
      return new Map(connections.map(({ name, subscriptions_list: list }) => [name, list ?? []]))
    },
    start,
    async stop() {
      const own = child
      child = null
      if (!own || own.exitCode !== null) return
      own.kill('SIGKILL')
      await once(own, 'exit')
    },
  }
}

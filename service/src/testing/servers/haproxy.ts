/** A real HAProxy with the recipe of docs/running/several-machines.md, on a port of its own. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort, untilReached } from './ports.ts'
import { adapted, recipeOf } from './recipes.ts'

const PROGRAM = '/usr/sbin/haproxy'
const TLS = 'ssl crt /etc/haproxy/mimamori.pem alpn h2,http/1.1'
const SERVERS = '  server one 10.0.0.11:8080\n  server two 10.0.0.12:8080\n'
/** Whether Debian's package is there (apt-get install --no-install-recommends haproxy). */
export const hasHaproxy = existsSync(PROGRAM)

export type TestHaproxy = {
  port: number
  /** Cuts every connection and refuses new ones. */
  stop(): Promise<void>
  start(): Promise<void>
}

/** Starts `haproxy` before services at these ports. `certificateFile`: certificate and key in PEM; null: without TLS. */
export async function startHaproxy(
  folder: string,
  ports: readonly number[],
  certificateFile: string | null,
): Promise<TestHaproxy> {
  const port = await freePort()
  const file = join(folder, 'haproxy.cfg')
  const servers = ports.map((each, index) => `  server instance${index} 127.0.0.1:${each}\n`)
  writeFileSync(
    file,
    adapted(recipeOf('defaults'), {
      'bind :443': `bind 127.0.0.1:${port}`,
      [TLS]: certificateFile ? TLS.replace('/etc/haproxy/mimamori.pem', certificateFile) : '',
      [SERVERS]: servers.join(''),
    }),
  )
  let child: ChildProcess | null = null
  async function start() {
    child = spawn(PROGRAM, ['-db', '-q', '-f', file], { stdio: 'ignore' })
    await untilReached(port)
  }
  await start()
  return {
    port,
    start,
    async stop() {
      const own = child
      child = null
      if (!own || own.exitCode !== null || own.signalCode !== null) return
      own.kill('SIGKILL')
      await once(own, 'exit')
    },
  }
}

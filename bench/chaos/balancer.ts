/** HAProxy before the instances, as docs/running.md asks for it: HTTP, a question to /health/ready each second, no affinity. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort, untilReached } from '@mimamori/service/testing/servers/ports.ts'

const PROGRAM = '/usr/sbin/haproxy'
/** Whether Debian's package is there (apt-get install --no-install-recommends haproxy). */
export const hasHaproxy = existsSync(PROGRAM)

export type Balancer = {
  url: string
  /** Cuts every connection and refuses new ones. */
  stop(): Promise<void>
  start(): Promise<void>
}

/** Starts `haproxy` on a free port; its configuration is written to the folder. */
export async function startBalancer(folder: string, ports: readonly number[]): Promise<Balancer> {
  const port = await freePort()
  const file = join(folder, 'haproxy.cfg')
  writeFileSync(file, configOf(port, ports))
  let child: ChildProcess | null = null
  async function start() {
    child = spawn(PROGRAM, ['-db', '-q', '-f', file], { stdio: 'ignore' })
    await untilReached(port)
  }
  await start()
  return {
    url: `http://127.0.0.1:${port}`,
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

function configOf(port: number, ports: readonly number[]): string {
  const servers = ports.map((each, index) => `  server instance${index} 127.0.0.1:${each}`)
  return `defaults
  mode http
  timeout connect 500ms
  timeout client 60s
  timeout server 60s
  timeout tunnel 1h
  option redispatch 1
  retries 3
frontend mimamori
  bind 127.0.0.1:${port}
  default_backend instances
backend instances
  balance roundrobin
  option forwardfor
  option httpchk GET /health/ready
  default-server check inter 1s fall 1 rise 1
${servers.join('\n')}
`
}

/** A real Caddy for a test, on its own ports, with certificates that it obtains from an ACME authority. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { untilServed } from '../https-client.ts'
import { startPebble } from './pebble.ts'
import { freePort } from './ports.ts'

const PROGRAM = '/usr/bin/caddy'
/** Whether Debian's package is there (apt-get install --no-install-recommends caddy). */
export const hasCaddy = existsSync(PROGRAM)

type Sites = {
  /** Names that it gets certificates for. */
  hosts: readonly string[]
  /** Files with the sites; what they take from the environment is in `env`. */
  files: readonly string[]
  /** Another site, as text. */
  text: string
  env: Record<string, string>
}
export type TestCaddy = {
  port: number
  /** Root of its certificates, in PEM. */
  ca: string
  stop(): Promise<void>
}

/** Starts `caddy` and its authority; resolves when all names are served with a certificate of that authority. */
export async function startCaddy({ hosts, files, text, env }: Sites): Promise<TestCaddy> {
  const [port, httpPort] = [await freePort(), await freePort()]
  const acme = await startPebble({ httpPort, tlsPort: port })
  const home = mkdtempSync(join(tmpdir(), 'mimamori-caddy-'))
  const own = join(home, 'Caddyfile')
  // What the files themselves leave to Caddy: the ports 443 and 80, Let's Encrypt, and where it stores.
  writeFileSync(
    own,
    `{
	admin off
	https_port ${port}
	http_port ${httpPort}
	default_bind 127.0.0.1
	storage file_system ${home}
	acme_ca ${acme.directoryUrl}
	acme_ca_root ${acme.caFile}
}
${files.map((file) => `import ${file}`).join('\n')}
${text}
`,
  )
  const child = spawn(PROGRAM, ['run', '--config', own, '--adapter', 'caddyfile'], {
    env: { ...process.env, ...env, HOME: home, XDG_DATA_HOME: home, XDG_CONFIG_HOME: home },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (part: Buffer) => {
    said = (said + part.toString()).slice(-4000)
  })
  async function stop() {
    if (child.exitCode === null) {
      child.kill('SIGKILL')
      await once(child, 'exit')
    }
    await acme.stop()
    rmSync(home, { recursive: true, force: true })
  }
  try {
    await Promise.all(hosts.map((host) => untilServed({ host, port, ca: acme.root })))
  } catch (error) {
    await stop()
    throw new Error(`Caddy has no certificate:\n${said}`, { cause: error })
  }
  return { port, ca: acme.root, stop }
}

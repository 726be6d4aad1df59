/** A real MQTT broker for a test, on its own port; it can be stopped and restarted, and keeps nothing then. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '#platform/clock.ts'
import { FILES, issueCertificate } from '#platform/http/authority.ts'
import { freePort, untilReached } from './ports.ts'

const PASSWORD = 'p@ss/word'

export type TestBroker = {
  url: string
  /** With TLS: a file with the authority of its certificate. */
  caFile: string
  stop(): Promise<void>
  start(): Promise<void>
  remove(): Promise<void>
}

/** Starts Debian's package of that name, with a user and a password; `certifiedFor`: with TLS and a certificate for this host. */
export async function startMosquitto(certifiedFor?: string): Promise<TestBroker> {
  const port = await freePort()
  const home = mkdtempSync(join(tmpdir(), 'mimamori-mosquitto-'))
  const of = (name: string) => join(home, name)
  spawnSync('mosquitto_passwd', ['-b', '-c', of('users'), 'mimamori', PASSWORD])
  const user = process.getuid?.() === 0 ? 'user root\n' : ''
  if (certifiedFor) await issueCertificate(home, [certifiedFor], systemClock.now())
  const tls = certifiedFor ? `certfile ${of(FILES.cert)}\nkeyfile ${of(FILES.key)}\n` : ''
  const access = `${user}allow_anonymous false\npassword_file ${of('users')}\n`
  writeFileSync(of('conf'), `listener ${port} 127.0.0.1\n${tls}${access}`)
  let child: ChildProcess
  async function start() {
    child = spawn('/usr/sbin/mosquitto', ['-c', of('conf')], { stdio: 'ignore' })
    await untilReached(port)
  }
  async function stop() {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  await start()
  return {
    url: `mqtt${certifiedFor ? 's' : ''}://mimamori:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}`,
    caFile: of(FILES.ca),
    start,
    stop,
    async remove() {
      await stop()
      rmSync(home, { recursive: true })
    },
  }
}

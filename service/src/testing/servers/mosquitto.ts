/** A real MQTT broker for a test, on its own port; it can be stopped and restarted, and keeps nothing then. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, untilReached } from './ports.ts'

const PASSWORD = 'p@ss/word'

export type TestBroker = { url: string; stop(): Promise<void>; start(): Promise<void>; remove(): Promise<void> }

/** Starts Debian's package of that name, with a user and a password. */
export async function startMosquitto(): Promise<TestBroker> {
  const port = await freePort()
  const home = mkdtempSync(join(tmpdir(), 'mimamori-mosquitto-'))
  const of = (name: string) => join(home, name)
  spawnSync('mosquitto_passwd', ['-b', '-c', of('users'), 'mimamori', PASSWORD])
  const user = process.getuid?.() === 0 ? 'user root\n' : ''
  writeFileSync(of('conf'), `listener ${port} 127.0.0.1\n${user}allow_anonymous false\npassword_file ${of('users')}\n`)
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
    url: `mqtt://mimamori:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}`,
    start,
    stop,
    async remove() {
      await stop()
      rmSync(home, { recursive: true })
    },
  }
}

/** `mimamori-hub`: runs the newest good version of the hub, the installed one or one that the service offered. OPS-04 */
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { dataDirOf } from '../config.ts'
import { LAUNCHER_TIMES, Launcher } from './launcher.ts'

/** Beside the program, where a signed release puts it. */
const KEY_FILE = 'release-key.pem'

const args = process.argv.slice(2)
const installed = resolve(import.meta.dirname, '..', '..', '..')
const environment = { ...process.env }
// Arguments may hold the hub's key: with another title no other user of the machine sees them.
process.title = 'mimamori-hub-launcher'

const own = join(installed, KEY_FILE)
const key = environment.MIMAMORI_HUB_RELEASE_KEY || (existsSync(own) ? own : '')

const launcher = new Launcher({
  installed,
  versionsDir: join(dataDirOf(args, environment), 'versions'),
  args,
  environment: { ...environment, MIMAMORI_HUB_INSTALLATION: 'launcher', MIMAMORI_HUB_RELEASE_KEY: key },
  say: (line) => process.stdout.write(`${line}\n`),
  times: LAUNCHER_TIMES,
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => launcher.stop(signal))
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
process.exit(await launcher.run())

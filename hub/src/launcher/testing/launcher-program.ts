/** The launcher with the folders and times of a test: INSTALLED VERSIONS TIMES. */
import { Launcher } from '../launcher.ts'

const [installed, versionsDir, times] = process.argv.slice(2) as [string, string, string]
const launcher = new Launcher({
  ...{ installed, versionsDir, args: [], environment: process.env, times: JSON.parse(times) },
  say: (line) => process.stdout.write(`${line}\n`),
})
process.on('SIGTERM', () => launcher.stop('SIGTERM'))
process.exit(await launcher.run())

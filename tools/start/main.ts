// `npm start`: database, service, one hub and the demo cameras on this machine, until Ctrl-C.
import { join } from 'node:path'
import { Launch } from './launch.ts'
import { readStartOptions, StartError } from './options.ts'
import { say } from './output.ts'

const root = join(import.meta.dirname, '..', '..')
let launch: Launch | undefined

for (const stream of [process.stdout, process.stderr]) {
  // The terminal went away; its end sends a signal too.
  stream.on('error', () => {})
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end(0))
process.on('disconnect', () => void end(0))
process.channel?.unref()
process.on('uncaughtException', (error) => {
  say(describe(error))
  void end(1)
})

try {
  const options = readStartOptions(process.argv.slice(2), process.env, root, process.env.INIT_CWD ?? process.cwd())
  launch = new Launch(options, root)
  say(`Starting Mimamori on ${options.dataFolder}`)
  await launch.start()
} catch (error) {
  if (!launch?.isStopping) {
    say(describe(error))
    await end(1)
  }
}

/** Ends all children in order, then this process; a signal during that changes nothing. */
async function end(code: number): Promise<void> {
  if (launch && !launch.isStopping && code === 0) say('Stopping ...')
  await launch?.stop()
  process.exit(code)
}

function describe(error: unknown): string {
  if (error instanceof StartError) return error.message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

/** Starts Mimamori as a new user would, on a fresh data folder. */
import { lostWorkers } from '../../tools/start/lost-workers.ts'
import { type Running, startMimamori } from '../../tools/start/mimamori.ts'
import { PORT } from './place.ts'

/** Before all tests: what takes its time on a new checkout (building the console) is then done. Answers how to end it. */
export default async function startStack(): Promise<() => Promise<void>> {
  // The push service of the tests stands on this machine.
  process.env.MIMAMORI_PUSH_HOSTS = '127.0.0.1'
  // The external system, too.
  process.env.MIMAMORI_EXTERNAL_HOSTS = '127.0.0.1'
  // Twelve cameras are drawn on this machine too: enough that they move.
  process.env.MIMAMORI_DEMO_FPS = '5'
  process.env.MIMAMORI_DEMO_LANGUAGE = 'en'
  const running = await startMimamori({ port: PORT })
  process.env.MIMAMORI_E2E_DATA = running.dataFolder
  return () => stopWhole(running)
}

/** A media worker that was lost came back by itself, and no page of a test had to notice: the run ends by looking for it. */
async function stopWhole({ dataFolder, stop }: Running): Promise<void> {
  const lost = lostWorkers(dataFolder)
  await stop()
  if (lost.length > 0) throw new Error(`The hub lost media workers during the run:\n${lost.join('\n')}`)
}

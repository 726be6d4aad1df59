/** Starts Mimamori as a new user would, on a fresh data folder: one for each worker, so that their tests are isolated. */
import { lostWorkers } from '../../tools/start/lost-workers.ts'
import { type Running, startMimamori } from '../../tools/start/mimamori.ts'
import { PORT, WORKER } from './place.ts'

/** Before all tests, for the first worker: what takes its time on a new checkout (building the console) is then done. */
export default async function startFirstStack(): Promise<() => Promise<void>> {
  return (await startStack()).stop
}

/** For one more worker; the first one has its own already. Answers how to end it. */
export async function startStackOfWorker(): Promise<() => Promise<void>> {
  return WORKER === 0 ? async () => {} : (await startStack()).stop
}

async function startStack(): Promise<Running> {
  // The push service of the tests stands on this machine.
  process.env.MIMAMORI_PUSH_HOSTS = '127.0.0.1'
  // The external system, too.
  process.env.MIMAMORI_EXTERNAL_HOSTS = '127.0.0.1'
  // Twelve cameras are drawn on this machine too: enough that they move.
  process.env.MIMAMORI_DEMO_FPS = '5'
  process.env.MIMAMORI_DEMO_LANGUAGE = 'en'
  const running = await startMimamori({ port: PORT })
  process.env.MIMAMORI_E2E_DATA = running.dataFolder
  return { ...running, stop: () => stopWhole(running) }
}

/** A media worker that was lost came back by itself, and no page of a test had to notice: the run ends by looking for it. */
async function stopWhole({ dataFolder, stop }: Running): Promise<void> {
  const lost = lostWorkers(dataFolder)
  await stop()
  if (lost.length > 0) throw new Error(`The hub lost media workers during the run:\n${lost.join('\n')}`)
}

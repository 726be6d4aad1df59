/** Starts Mimamori as a newcomer would, on a fresh data folder, and ends it after the last test. */
import { startMimamori } from '../tools/start/mimamori.ts'
import { PORT } from './place.ts'

export default async function startStack(): Promise<() => Promise<void>> {
  // The push service of the tests stands on this machine.
  process.env.MIMAMORI_PUSH_HOSTS = '127.0.0.1'
  const running = await startMimamori({ port: PORT })
  process.env.MIMAMORI_E2E_DATA = running.dataFolder
  return running.stop
}

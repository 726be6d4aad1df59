/** Starts Mimamori as a newcomer would, on a fresh data folder, and ends it after the last test. */
import { startMimamori } from '../tools/start/mimamori.ts'
import { PORT } from './place.ts'

export default async function startStack(): Promise<() => Promise<void>> {
  const running = await startMimamori({ port: PORT })
  process.env.MIMAMORI_E2E_DATA = running.dataFolder
  return running.stop
}

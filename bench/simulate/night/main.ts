/** The busy night of `npm start -- --night`, beside the demo: forty rooms on a simulated hub, until it is ended. NIGHT-07. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type AlertImage, createHubSimulator } from '@mimamori/hub/testing/simulator/hub-simulator.ts'
import { ALERT_AT_MS, readPool } from '@mimamori/service/seed/demo-images.ts'
import { playNight } from './night-play.ts'
import { type NightKind, nightOf } from './night-script.ts'
import { nightSite, ROOMS } from './night-site.ts'

const ending = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ending.abort())

const [url, dataFolder] = process.argv.slice(2)
if (!url || !dataFolder) throw new Error('Usage: node bench/simulate/night/main.ts URL DATA_FOLDER')
process.title = 'mimamori-night'
const { hubKey, station } = await nightSite(url, dataFolder)
const hub = createHubSimulator({ service: url, key: hubKey, dataDir: join(dataFolder, 'night-hub') })
const cameras = await hub.start()
const stage = {
  hub,
  cameraIds: cameras.map(({ cameraId }) => cameraId),
  station,
  imageOf: imagesOf(join(dataFolder, 'demo-media')),
  onRaised: ({ kind, room }: { kind: NightKind; room: number }) => console.log(`${kind} in room ${room + 1}`),
}
console.log(`A busy night in ${cameras.length} rooms.`)
await playNight(stage, nightOf(ROOMS, new Date().toISOString().slice(0, 10)), ending.signal)
await hub.stop()

/** The drawn images of the demo, one kind each in turn, with their clips. */
function imagesOf(folder: string): (kind: NightKind, room: number) => AlertImage | undefined {
  const pool = readPool(folder)
  return (kind, room) => {
    const fits = pool.filter(({ activity, light }) => activity === kind && light === 'night')
    const one = fits[room % fits.length]
    if (!one) return undefined
    const { clip, durationMs, alertAtMs = ALERT_AT_MS } = one
    return {
      thumbnail: readFileSync(one.thumbnail.path),
      detections: one.detections,
      ...(clip &&
        durationMs && { clip: { bytes: readFileSync(clip.path), durationMs, alertAtMs: alertAtMs ?? ALERT_AT_MS } }),
    }
  }
}

/** Simulated hubs that can lose power: their spools survive, as on a real one. */
import { join } from 'node:path'
import { createHubSimulator, type HubSimulator } from '@mimamori/hub/testing/simulator/hub-simulator.ts'
import type { SimulateOptions } from './simulate-options.ts'

const CLIP = { durationMs: 15_000, alertAtMs: 5_000 }
const THUMBNAIL_BYTES = 20_000

export type SimulatedHubs = {
  start(): Promise<void>
  /** One alert of that hub; null: it has no power. */
  raise(hub: number, isFall: boolean): Promise<string | null>
  /** The first hubs of that share lose their power. */
  cut(share: number): Promise<void>
  restore(): Promise<void>
  /** Alerts that the service stored for good. */
  stored(): number
  /** Events that wait in spools. */
  waiting(): number
  connected(): number
  /** Times that a hub lost the service. */
  losses(): number
  whenDelivered(): Promise<void>
  stop(): Promise<void>
}

/** One for each key, with its data below the folder. */
export function makeHubs({ url, number }: SimulateOptions, keys: readonly string[], folder: string): SimulatedHubs {
  const thumbnail = Buffer.concat([Buffer.from('ffd8ffe000104a464946', 'hex'), Buffer.alloc(THUMBNAIL_BYTES, 7)])
  const mp4 = Buffer.concat([
    Buffer.from('00000018667479706d703432', 'hex'),
    Buffer.alloc(number['clip-kb'] * 1_000, 3),
  ])
  const states = keys.map(() => 'starting')
  let [storedBefore, losses] = [0, 0]
  const make = (index: number): HubSimulator =>
    createHubSimulator({
      ...{ service: url, key: keys[index]!, dataDir: join(folder, `hub-${index}`), thumbnail },
      ...((index % 100) / 100 < number.clips && { clip: { bytes: mp4, ...CLIP } }),
      onConnection: (state) => {
        if (states[index] === 'connected' && state !== 'connected') losses++
        states[index] = state
      },
    })
  const hubs: (HubSimulator | null)[] = keys.map((_, index) => make(index))
  const running = () => hubs.filter((hub) => hub !== null)
  return {
    start: async () => void (await Promise.all(running().map((hub) => hub.start()))),
    async raise(index, isFall) {
      const kind = isFall ? ({ appCode: 'A005', severity: 'critical' } as const) : {}
      return (await hubs[index]?.raise(1, kind))?.[0] ?? null
    },
    async cut(share) {
      const count = Math.round(share * hubs.length)
      const dark = hubs.splice(0, count, ...Array.from({ length: count }, () => null))
      states.fill('dark', 0, count)
      await Promise.all(dark.map((hub) => hub?.stop()))
      storedBefore += dark.reduce((sum, hub) => sum + (hub?.acknowledged.size ?? 0), 0)
    },
    async restore() {
      const dark = hubs.flatMap((hub, index) => (hub ? [] : [index]))
      await Promise.all(
        dark.map(async (index) => {
          const hub = make(index)
          await hub.start()
          hubs[index] = hub
        }),
      )
    },
    stored: () => running().reduce((sum, hub) => sum + hub.acknowledged.size, storedBefore),
    waiting: () => running().reduce((sum, hub) => sum + hub.waiting, 0),
    connected: () => states.filter((state) => state === 'connected').length,
    losses: () => losses,
    whenDelivered: async () => void (await Promise.all(running().map((hub) => hub.whenDelivered()))),
    stop: async () => void (await Promise.all(running().map((hub) => hub.stop()))),
  }
}

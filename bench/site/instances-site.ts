/** The same site twice, each on its own PostgreSQL: behind a single instance, and behind several with bus and bucket. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { startNats } from '@mimamori/service/testing/servers/nats.ts'
import { startS3 } from '@mimamori/service/testing/servers/s3.ts'
import { cpuSeconds, descendantWith, residentBytes } from '../part/process-cost.ts'
import type { ServiceProcess } from '../part/service-process.ts'
import { type HistorySite, openHistorySite } from './history-site.ts'

/** CPU seconds. */
export type Spent = { node: number; postgres: number; nats: number }

export type Side = {
  site: HistorySite
  /** Address for the n-th client: clients are spread over all instances. */
  urlOf: (n: number) => string
  portOf: (n: number) => number
  readonly instances: number
  /** CPU time of all processes of this side since their start. */
  spent: () => Spent
  residentBytes: () => number
  /** Stops all instances gracefully and restarts them. */
  restart: () => Promise<void>
  close: () => Promise<void>
}

type SideSettings = { alerts: number; say: (line: string) => void }

/** A single instance with its folder. */
export async function openAlone(settings: SideSettings): Promise<Side> {
  return openSide(settings, { count: 1, env: {}, natsPid: null, stop: async () => {} })
}

/** `count` instances that share a NATS server and a bucket. */
export async function openSeveral(settings: SideSettings, count: number): Promise<Side> {
  const [nats, s3] = [await startNats(), await startS3()]
  const env = { ...s3.settings, MIMAMORI_NATS_URL: nats.url, MIMAMORI_DRAIN_SECONDS: '0' }
  const natsPid = descendantWith(process.pid, 'nats-server')
  const stop = async () => void (await Promise.all([nats.stop(), s3.stop()]))
  return openSide(settings, { count, env, natsPid, stop })
}

type Ground = { count: number; env: Record<string, string>; natsPid: number | null; stop: () => Promise<void> }

async function openSide(settings: SideSettings, { count, env, natsPid, stop }: Ground): Promise<Side> {
  const site = await openHistorySite(settings)
  let services: ServiceProcess[] = []
  const sumOf = (figure: (pid: number) => number) => services.reduce((sum, { pid }) => sum + figure(pid), 0)
  const at = (n: number) => services[n % services.length]!
  const end = () => Promise.all(services.map((service) => service.stop()))
  async function start(number: number) {
    const dataFolder = join(site.folder, `instance-${number}`)
    mkdirSync(dataFolder, { recursive: true })
    return site.start({ rateFactor: 1000, dataFolder, env: { MIMAMORI_BACKUP_AT: 'off', ...env } })
  }
  return {
    site,
    urlOf: (n) => at(n).url,
    portOf: (n) => Number(new URL(at(n).url).port),
    instances: count,
    spent: () => ({
      node: sumOf(cpuSeconds),
      postgres: cpuSeconds(site.postgresPid),
      nats: natsPid === null ? 0 : cpuSeconds(natsPid),
    }),
    residentBytes: () => sumOf(residentBytes),
    async restart() {
      await end()
      services = []
      for (let number = 0; number < count; number++) services.push(await start(number))
    },
    async close() {
      await end()
      await site.close()
      await stop()
    },
  }
}

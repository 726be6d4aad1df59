/** The hub's own metrics for Prometheus, for this machine only. Off unless a port is set. OPS-07. */
import { createServer, type Server } from 'node:http'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { CameraReport } from '@mimamori/contract/fleet/heartbeat.ts'
import type { HubEvent } from '@mimamori/contract/fleet/hub-event.ts'
import { type Log, wordsOf } from '#platform/log.ts'
import type { Machine } from './machine.ts'
import type { Spool } from './spool/spool.ts'

export type FiguresOptions = {
  /** Port on 127.0.0.1; null: no metrics. 0 means any free one. */
  port: number | null
  now: () => number
  log: Log
  spool: Pick<Spool, 'waiting' | 'nextBatch'>
  cameras: () => CameraReport[]
  readMachine: () => Machine
  workersMemoryBytes: () => number
  isConnected: () => boolean
}

const LOOP_WINDOW_MS = 60_000
const QUANTILES = [0.5, 0.99, 1]
/** Only requests from this machine, by one of its own names: a web page in a browser here cannot make one. */
const OWN_HOST = /^(localhost|127\.0\.0\.1)(:\d+)?$/

export class HubFigures {
  readonly #options: FiguresOptions
  readonly #delay = monitorEventLoopDelay({ resolution: 20 })
  #server: Server | null = null
  #window: NodeJS.Timeout | null = null
  /** Delays of the last whole minute. */
  #lastDelays: number[] | null = null

  constructor(options: FiguresOptions) {
    this.#options = options
  }

  /** The address; null before it listens, and while it is off. */
  get address(): string | null {
    const address = this.#server?.address()
    return address && typeof address === 'object' ? `http://127.0.0.1:${address.port}` : null
  }

  /** A port that is in use is logged, and the hub continues. */
  start(): void {
    const { port, log } = this.#options
    if (port === null) return
    this.#delay.enable()
    this.#window = setInterval(() => {
      this.#lastDelays = this.#delays()
      this.#delay.reset()
    }, LOOP_WINDOW_MS).unref()
    this.#server = createServer((request, response) => {
      const isOurs = OWN_HOST.test(request.headers.host ?? '') && request.headers['x-forwarded-for'] === undefined
      if (!isOurs || request.method !== 'GET' || request.url !== '/metrics') return void response.writeHead(404).end()
      response.writeHead(200, {
        'content-type': 'text/plain; version=0.0.4; charset=utf-8',
        'cache-control': 'no-store',
      })
      response.end(
        this.lines()
          .map((line) => `${line}\n`)
          .join(''),
      )
    })
    this.#server.on('error', (error) => log('error', 'The figures are not served', { reason: wordsOf(error) }))
    this.#server.listen(port, '127.0.0.1', () => log('info', 'The figures are served', { address: this.address }))
    this.#server.unref()
  }

  async stop(): Promise<void> {
    if (this.#window) clearInterval(this.#window)
    this.#delay.disable()
    this.#server?.closeAllConnections()
    await new Promise((resolve) => (this.#server ? this.#server.close(resolve) : resolve(null)))
  }

  lines(): string[] {
    const { spool, cameras, readMachine, workersMemoryBytes, isConnected, now } = this.#options
    const machine = readMachine()
    const all = cameras()
    const online = all.filter(({ isOnline }) => isOnline).length
    const cpu = process.cpuUsage()
    const oldest = spool.nextBatch(1)?.events[0]
    return [
      ...gauge('mimamori_hub_connected', isConnected() ? 1 : 0),
      ...gauge('mimamori_hub_spool_events', spool.waiting),
      ...gauge('mimamori_hub_spool_oldest_seconds', oldest ? Math.max(0, now() - momentOf(oldest)) / 1000 : 0),
      '# TYPE mimamori_hub_cameras gauge',
      ...[
        `mimamori_hub_cameras{state="online"} ${online}`,
        `mimamori_hub_cameras{state="offline"} ${all.length - online}`,
      ],
      ...(machine.diskFreeBytes === null ? [] : gauge('mimamori_hub_disk_free_bytes', machine.diskFreeBytes)),
      ...gauge('process_resident_memory_bytes', machine.memoryBytes),
      ...gauge('mimamori_hub_workers_memory_bytes', workersMemoryBytes()),
      ...['# TYPE process_cpu_seconds_total counter', `process_cpu_seconds_total ${(cpu.user + cpu.system) / 1e6}`],
      '# TYPE nodejs_eventloop_delay_seconds gauge',
      ...(this.#lastDelays ?? this.#delays()).map(
        (seconds, at) => `nodejs_eventloop_delay_seconds{quantile="${QUANTILES[at]}"} ${seconds}`,
      ),
    ]
  }

  #delays(): number[] {
    return QUANTILES.map((share) => this.#delay.percentile(share * 100) / 1e9)
  }
}

const gauge = (name: string, value: number) => [`# TYPE ${name} gauge`, `${name} ${value}`]

/** When it happened; a clip's event has its alert's id, which contains the time. Ms since 1970. */
function momentOf(event: HubEvent): number {
  if ('occurredAt' in event) return Date.parse(event.occurredAt)
  const id = 'alertId' in event ? event.alertId.replaceAll('-', '') : ''
  return Number.parseInt(id.slice(0, 12) || '0', 16)
}

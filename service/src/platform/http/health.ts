/** Whether the service lives, whether it can work, and its figures for Prometheus. */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Clock } from '../clock.ts'
import type { Platform } from '../platform.ts'
import { sql } from '../postgres/sql.ts'
import type { Sign } from '../sign.ts'

export type Health = { isStopping: boolean }

/** Adds /health/live, /health/ready and /metrics. Errors of `signs` make it degraded: ready all the same. */
export function addHealth(
  app: FastifyInstance,
  { database, clock }: Pick<Platform, 'database' | 'clock'>,
  signs: readonly Sign[],
  requireMonitor: (request: FastifyRequest) => void,
): Health {
  const health: Health = { isStopping: false }
  const isDatabaseThere = rememberBriefly(clock, () => database.asPlatform('health', (db) => db.run(sql`select 1`)))
  const figures = collectFigures(app)
  app.get('/health/live', async () => ({ status: 'live' }))
  app.get('/health/ready', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
    if (health.isStopping) return reply.status(503).send({ status: 'stopping' })
    if (!(await isDatabaseThere())) return reply.status(503).send({ status: 'database-unavailable' })
    const errors = signs.flatMap((sign) => sign.errors())
    return errors.length > 0 ? { status: 'degraded', errors } : { status: 'ready' }
  })
  app.get('/metrics', async (request, reply) => {
    requireMonitor(request)
    reply.header('content-type', 'text/plain; version=0.0.4; charset=utf-8').header('cache-control', 'no-store')
    return figures() + signs.flatMap((sign) => sign.figures().map((line) => `${line}\n`)).join('')
  })
  return health
}

const REMEMBER_MS = 1_000

/** Whether `check` succeeded: asked once at a time, and not again for a second. */
function rememberBriefly(clock: Clock, check: () => Promise<unknown>): () => Promise<boolean> {
  let last = { answer: Promise.resolve(false), untilMs: 0 }
  return () => {
    if (clock.now().getTime() < last.untilMs) return last.answer
    const answer = check().then(
      () => true,
      () => false,
    )
    const asked = { answer, untilMs: Number.POSITIVE_INFINITY }
    last = asked
    void answer.then(() => {
      asked.untilMs = clock.now().getTime() + REMEMBER_MS
    })
    return answer
  }
}

/** Upper bounds of the histogram of answer times, seconds. */
const BOUNDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

type Series = { counts: number[]; sum: number; total: number }

function collectFigures(app: FastifyInstance): () => string {
  const calls = new Map<string, Series>()
  const delay = monitorEventLoopDelay({ resolution: 20 })
  delay.enable()
  app.addHook('onClose', async () => void delay.disable())
  app.addHook('onResponse', async (request, reply) => {
    const key = (request.routeOptions.config as { key?: string }).key
    if (!key) return
    const name = `call="${key}",status="${reply.statusCode}"`
    const series = calls.get(name) ?? { counts: BOUNDS.map(() => 0), sum: 0, total: 0 }
    calls.set(name, series)
    const seconds = reply.elapsedTime / 1000
    series.total++
    series.sum += seconds
    BOUNDS.forEach((bound, i) => {
      if (seconds <= bound) series.counts[i]!++
    })
  })
  return () => {
    const lines = ['# TYPE mimamori_call_seconds histogram']
    for (const [name, series] of calls) {
      BOUNDS.forEach((bound, i) => {
        lines.push(`mimamori_call_seconds_bucket{${name},le="${bound}"} ${series.counts[i]}`)
      })
      lines.push(`mimamori_call_seconds_bucket{${name},le="+Inf"} ${series.total}`)
      lines.push(
        `mimamori_call_seconds_sum{${name}} ${series.sum}`,
        `mimamori_call_seconds_count{${name}} ${series.total}`,
      )
    }
    const memory = process.memoryUsage()
    const cpu = process.cpuUsage()
    lines.push('# TYPE process_resident_memory_bytes gauge', `process_resident_memory_bytes ${memory.rss}`)
    lines.push('# TYPE nodejs_heap_used_bytes gauge', `nodejs_heap_used_bytes ${memory.heapUsed}`)
    lines.push('# TYPE process_cpu_seconds_total counter', `process_cpu_seconds_total ${(cpu.user + cpu.system) / 1e6}`)
    lines.push('# TYPE nodejs_eventloop_delay_p99_seconds gauge')
    lines.push(`nodejs_eventloop_delay_p99_seconds ${delay.percentile(99) / 1e9}`)
    return `${lines.join('\n')}\n`
  }
}

/** Whether the service lives, whether it can work, and its figures for Prometheus. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Clock } from '../clock.ts'
import type { Platform } from '../platform.ts'
import { sql } from '../postgres/sql.ts'
import type { Sign } from '../sign.ts'
import { createHistogram } from './histogram.ts'
import { createProcessFigures } from './process-figures.ts'

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
    const own = await Promise.all(signs.map((sign) => sign.figures()))
    const up = ['# TYPE mimamori_database_up gauge', `mimamori_database_up ${(await isDatabaseThere()) ? 1 : 0}`]
    return [...figures(), ...up, ...own.flat()].map((line) => `${line}\n`).join('')
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

function collectFigures(app: FastifyInstance): () => string[] {
  const calls = createHistogram('mimamori_call_seconds', BOUNDS, true)
  const figures = createProcessFigures()
  app.addHook('onClose', async () => figures.stop())
  app.addHook('onResponse', async (request, reply) => {
    const key = (request.routeOptions.config as { key?: string }).key
    if (key) calls.observe(reply.elapsedTime / 1000, `call="${key}",status="${reply.statusCode}"`)
  })
  return () => [...calls.lines(), ...figures.lines()]
}

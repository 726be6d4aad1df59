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
  const databaseError = rememberBriefly(clock, () => errorOf(database))
  const figures = collectFigures(app)
  app.get('/health/live', async () => ({ status: 'live' }))
  app.get('/health/ready', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
    if (health.isStopping) return reply.status(503).send({ status: 'stopping' })
    const status = await databaseError()
    if (status) return reply.status(503).send({ status })
    const errors = signs.flatMap((sign) => sign.errors())
    return errors.length > 0 ? { status: 'degraded', errors } : { status: 'ready' }
  })
  app.get('/metrics', async (request, reply) => {
    requireMonitor(request)
    reply.header('content-type', 'text/plain; version=0.0.4; charset=utf-8').header('cache-control', 'no-store')
    const own = await Promise.all(signs.map((sign) => sign.figures()))
    const up = ['# TYPE mimamori_database_up gauge', `mimamori_database_up ${(await databaseError()) ? 0 : 1}`]
    return [...figures(), ...up, ...own.flat()].map((line) => `${line}\n`).join('')
  })
  return health
}

type DatabaseError = 'database-unavailable' | 'database-read-only' | 'database-full'

/** Why the database cannot store anything now; null: it can. */
async function errorOf(database: Platform['database']): Promise<DatabaseError | null> {
  try {
    const server = await database.asPlatform('health', (db) => db.first(CAN_WRITE))
    if (!server?.writes) return 'database-read-only'
    return database.isFull() ? 'database-full' : null
  } catch {
    return 'database-unavailable'
  }
}
const CAN_WRITE = sql<{ writes: boolean }>`
  select not pg_is_in_recovery() and current_setting('transaction_read_only') = 'off' as writes`

const REMEMBER_MS = 1_000
/** A database that needs longer for one row is too slow to work with. */
const ANSWER_WITHIN_MS = 4_000

/** The answer of `check`, which is asked once at a time and not again for a second; late ones count as unavailable. */
function rememberBriefly(
  clock: Clock,
  check: () => Promise<DatabaseError | null>,
): () => Promise<DatabaseError | null> {
  let last: { answer: Promise<DatabaseError | null>; untilMs: number } = {
    answer: Promise.resolve(null),
    untilMs: Number.NEGATIVE_INFINITY,
  }
  return () => {
    if (clock.monotonicMs() < last.untilMs) return last.answer
    const late = Promise.withResolvers<DatabaseError>()
    const cancel = clock.after(ANSWER_WITHIN_MS, () => late.resolve('database-unavailable'))
    const answer = check()
    const asked = { answer: Promise.race([answer, late.promise]), untilMs: Number.POSITIVE_INFINITY }
    last = asked
    void answer.then(() => {
      cancel()
      asked.untilMs = clock.monotonicMs() + REMEMBER_MS
    })
    return asked.answer
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

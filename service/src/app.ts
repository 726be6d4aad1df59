/** Joins the contract with every feature's handlers and jobs: the whole service, but for its processes and its port. */
import { type Endpoints, endpoints } from '@mimamori/contract/endpoints.ts'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { sessionRoutes } from './features/session/session.routes.ts'
import { createBus } from './platform/bus.ts'
import { type Clock, systemClock } from './platform/clock.ts'
import type { Config } from './platform/config.ts'
import type { Handlers } from './platform/context.ts'
import type { Database } from './platform/database.ts'
import { addHealth } from './platform/health.ts'
import { addRoutes } from './platform/http.ts'
import { createJobRunner, type JobRunner } from './platform/jobs.ts'
import { createMediaSignature } from './platform/media-signature.ts'
import { addApiPage } from './platform/openapi.ts'
import { createPasswords } from './platform/password.ts'
import type { Platform } from './platform/platform.ts'
import { createRateLimit } from './platform/rate-limit.ts'
import type { Secrets } from './platform/secrets.ts'
import { answerNotFound, createServer } from './platform/server.ts'
import { createSessions } from './platform/session.ts'
import { addConsole } from './platform/static.ts'
import { createStorage } from './platform/storage.ts'
import { createTokens } from './platform/token.ts'

export type AppOptions = {
  config: Config
  database: Database
  secrets: Secrets
  logger: Logger
  clock?: Clock
  /** For tests: answers are compared with the contract. */
  checkAnswers?: boolean
  /** For tests: how long a session is remembered, ms. */
  rememberSessionsMs?: number
}

export type App = {
  http: FastifyInstance
  platform: Platform
  jobs: JobRunner
  /** Ends streams and sockets, lets running calls finish, stops the jobs. The database stays open. */
  stop(): Promise<void>
}

export async function createApp(options: AppOptions): Promise<App> {
  const stopping = new AbortController()
  const platform = createPlatform(options, stopping.signal)
  const http = await createServer(options.config, options.logger)

  const handlers: Handlers<Endpoints> = {
    ...sessionRoutes,
  }
  addRoutes(http, {
    endpoints,
    handlers,
    platform,
    isHubActive: async () => true,
    checkAnswers: options.checkAnswers ?? false,
  })
  addApiPage(http, endpoints)
  const health = addHealth(http, platform)
  await addConsole(http, options.config.consoleDir)
  http.setNotFoundHandler((request, reply) => answerNotFound(request, reply))

  const jobs = createJobRunner([], platform, options.logger)
  return {
    http,
    platform,
    jobs,
    async stop() {
      health.isStopping = true
      stopping.abort()
      await http.close()
      await jobs.stop()
    },
  }
}

function createPlatform(options: AppOptions, stopping: AbortSignal): Platform {
  const { config, database, secrets, logger, clock = systemClock } = options
  const tokens = createTokens(secrets)
  return {
    config,
    clock,
    database,
    secrets,
    tokens,
    stopping,
    bus: createBus((error) => logger.error({ err: error }, 'a listener of the bus failed')),
    storage: createStorage(`${config.dataDir}/media`),
    media: createMediaSignature(secrets),
    passwords: createPasswords(),
    sessions: createSessions({ database, tokens, clock, rememberMs: options.rememberSessionsMs }),
    rateLimit: createRateLimit(clock, config.rateFactor),
  }
}

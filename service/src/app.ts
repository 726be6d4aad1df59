/** Joins the contract with every feature's handlers and jobs: the whole service, but for its processes and its port. */
import { type Endpoints, endpoints } from '@mimamori/contract/endpoints.ts'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { agentRoutes } from './features/agent/agent.routes.ts'
import { alertFilterRoutes } from './features/alert/alert.filter.routes.ts'
import { giveUpClips, removeDeleted } from './features/alert/alert.jobs.ts'
import { alertMarkRoutes } from './features/alert/alert.marks.routes.ts'
import { alertRoutes } from './features/alert/alert.routes.ts'
import { assetRoutes } from './features/asset/asset.routes.ts'
import { auditRoutes } from './features/audit/audit.routes.ts'
import { bookingRoutes } from './features/booking/booking.routes.ts'
import { createReminderWork, forgetReminders } from './features/booking/booking.work.ts'
import { cameraAppRoutes } from './features/camera/camera.apps.ts'
import { cameraRoutes } from './features/camera/camera.routes.ts'
import { deviceRoutes } from './features/device/device.routes.ts'
import {
  createEscalationEngine,
  type EscalationEngine,
  forgetEscalations,
} from './features/escalation/escalation.engine.ts'
import { eventRoutes } from './features/event/event.routes.ts'
import { createCheckInWork } from './features/event/event.work.ts'
import { tellExternal } from './features/external/external.jobs.ts'
import { externalRoutes } from './features/external/external.routes.ts'
import { createHubFeature, type HubFeature } from './features/hub/hub.routes.ts'
import { createLiveRelay } from './features/live/live.relay.ts'
import { createLiveFeature, type LiveFeature } from './features/live/live.routes.ts'
import { mailRoutes } from './features/mail/mail.routes.ts'
import { forgetMeasurements } from './features/measurement/measurement.jobs.ts'
import { measurementRoutes } from './features/measurement/measurement.routes.ts'
import { whatIfRoutes } from './features/measurement/measurement.what-if.ts'
import { createFileCheck } from './features/media/media.check.ts'
import { dropOrphans } from './features/media/media.jobs.ts'
import { mediaRoutes } from './features/media/media.routes.ts'
import { sumDays } from './features/metrics/metrics.days.jobs.ts'
import { metricsRoutes } from './features/metrics/metrics.routes.ts'
import { workOutNights } from './features/metrics/metrics.sleep.jobs.ts'
import { forgetNotifications } from './features/notification/notification.jobs.ts'
import { notificationRoutes } from './features/notification/notification.routes.ts'
import { createNotificationWork } from './features/notification/notification.work.ts'
import { recordingIntakeRoutes } from './features/recording/recording.intake.ts'
import { checkFiles, discardFiles, dropInits } from './features/recording/recording.jobs.ts'
import { recordingKeptRoutes } from './features/recording/recording.kept.ts'
import { retentionRoutes } from './features/recording/recording.retention.routes.ts'
import { makeRoom, retainRecordings } from './features/recording/recording.retention.ts'
import { recordingRoutes } from './features/recording/recording.routes.ts'
import { forgetReportJobs } from './features/report/report.jobs.ts'
import { reportRoutes } from './features/report/report.routes.ts'
import { createReportWorker } from './features/report/report.worker.ts'
import { securityRoutes } from './features/security/security.routes.ts'
import { invitationRoutes } from './features/session/invitation.routes.ts'
import { sendResetCodes } from './features/session/reset.jobs.ts'
import { resetRoutes } from './features/session/reset.routes.ts'
import { sessionRoutes } from './features/session/session.routes.ts'
import { createStreamFeature, type StreamFeature } from './features/stream/stream.routes.ts'
import { siteAppRoutes } from './features/tenant/tenant.apps.ts'
import { tenantRoutes } from './features/tenant/tenant.routes.ts'
import { tryoutRoutes } from './features/tryout/tryout.routes.ts'
import { unitRoutes } from './features/unit/unit.routes.ts'
import { userRoutes } from './features/user/user.routes.ts'
import { createAccounts } from './platform/accounts.ts'
import { createBus } from './platform/bus.ts'
import { type Clock, systemClock } from './platform/clock.ts'
import type { Config } from './platform/config.ts'
import type { Handlers } from './platform/context.ts'
import type { Database } from './platform/database.ts'
import { createDeadMan } from './platform/dead-man.ts'
import { diskOf, type ReadDisk } from './platform/disk.ts'
import { createDiskWatch } from './platform/disk-watch.ts'
import { createDoorbells } from './platform/doorbell.ts'
import { addHealth } from './platform/health.ts'
import { addRoutes } from './platform/http.ts'
import { createHubSeam, type HubLink } from './platform/hub-seam.ts'
import { createJobRunner, type Job, type JobRunner } from './platform/jobs.ts'
import { forgetMail, sendMail } from './platform/mail.jobs.ts'
import { createMail } from './platform/mail.ts'
import { createMediaSignature } from './platform/media-signature.ts'
import { createMonitorAccess } from './platform/monitor-access.ts'
import { addApiPage } from './platform/openapi.ts'
import { createPasswords, type PasswordCost } from './platform/password.ts'
import type { Platform } from './platform/platform.ts'
import { createPush } from './platform/push.ts'
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
  /** For tests of other things: cheap passwords. */
  passwordCost?: PasswordCost
  /** For tests: the room on the disk. */
  readDisk?: ReadDisk
  /** For tests: how long a session is remembered, ms. */
  rememberSessionsMs?: number
}

export type App = {
  http: FastifyInstance
  platform: Platform
  /** What fires escalations, and looks whether they are fired. */
  escalation: EscalationEngine
  /** Begins the work that nobody calls for: jobs, and listening for silent hubs. */
  start(): void
  /** Ends streams and sockets, lets running calls finish, stops the jobs. The database stays open. */
  stop(): Promise<void>
}

export async function createApp(options: AppOptions): Promise<App> {
  const stopping = new AbortController()
  const hubs = createHubSeam()
  const platform = { ...createPlatform(options, stopping.signal), ...hubs }
  const http = await createServer(options.config, options.logger)

  const relay = createLiveRelay(platform.clock)
  const hub = createHubFeature({ ...platform, log: options.logger }, relay)
  hubs.join(hub.link)
  const live = createLiveFeature(platform, relay, hub.sockets.isConnected)
  const stream = createStreamFeature(platform)
  const escalation = createEscalationEngine(platform, options.logger)

  addRoutes(http, {
    endpoints,
    handlers: handlersOf(hub.routes, live.routes, stream.routes),
    platform,
    isHubActive: hub.isHubActive,
    checkAnswers: options.checkAnswers ?? false,
  })
  const requireMonitor = createMonitorAccess(options.config)
  addApiPage(http, endpoints, requireMonitor)
  const fileCheck = createFileCheck(platform)
  const signs = [escalation.auditor.sign, platform.disk.sign, fileCheck.sign]
  const health = addHealth(http, platform, signs, requireMonitor)
  await addConsole(http, options.config.consoleDir)
  http.setNotFoundHandler((request, reply) => answerNotFound(request, reply))

  const workers = [
    escalation,
    createNotificationWork(platform, options.logger),
    createReportWorker(platform, options.logger),
    createCheckInWork(platform, options.logger),
    createReminderWork(platform, options.logger),
    createJobs(platform, options.logger, fileCheck.job),
  ]
  const isWell = () => !health.isStopping && signs.every((sign) => sign.faults().length === 0)
  const deadMan = createDeadMan({ ...platform, isWell, log: options.logger })
  return {
    http,
    platform,
    escalation,
    start() {
      hub.start()
      platform.disk.start()
      for (const worker of workers) worker.start()
      deadMan.start()
    },
    async stop() {
      health.isStopping = true
      deadMan.stop()
      platform.disk.stop()
      stopping.abort()
      stream.stop()
      live.stop()
      await hub.stop()
      await http.close()
      await Promise.all(workers.map((worker) => worker.stop()))
    },
  }
}

/** Who answers each call: the features' handlers, and those of the three that know each other. */
function handlersOf(
  hub: HubFeature['routes'],
  live: LiveFeature['routes'],
  stream: StreamFeature['routes'],
): Handlers<Endpoints> {
  return {
    ...sessionRoutes,
    ...invitationRoutes,
    ...resetRoutes,
    ...mailRoutes,
    ...externalRoutes,
    ...alertRoutes,
    ...alertFilterRoutes,
    ...alertMarkRoutes,
    ...notificationRoutes,
    ...cameraRoutes,
    ...cameraAppRoutes,
    ...tryoutRoutes,
    ...unitRoutes,
    ...assetRoutes,
    ...userRoutes,
    ...deviceRoutes,
    ...securityRoutes,
    ...agentRoutes,
    ...tenantRoutes,
    ...siteAppRoutes,
    ...auditRoutes,
    ...mediaRoutes,
    ...reportRoutes,
    ...recordingRoutes,
    ...recordingIntakeRoutes,
    ...recordingKeptRoutes,
    ...eventRoutes,
    ...bookingRoutes,
    ...retentionRoutes,
    ...measurementRoutes,
    ...whatIfRoutes,
    ...metricsRoutes,
    ...hub,
    ...live,
    ...stream,
  }
}

/** All work in the background. */
function createJobs(platform: Platform, logger: Logger, checkMedia: Job): JobRunner {
  const { smtp } = platform.config
  const jobs: Job[] = [
    giveUpClips(platform.bus),
    removeDeleted(platform.storage),
    dropOrphans(platform.storage),
    checkMedia,
    discardFiles(platform.storage),
    dropInits,
    retainRecordings,
    makeRoom(platform.storage, diskOf(platform.config.dataDir)),
    checkFiles(platform.storage),
    forgetMeasurements,
    forgetMail,
    forgetNotifications,
    forgetEscalations,
    forgetReportJobs,
    sumDays,
    workOutNights,
    forgetReminders,
    sendResetCodes(platform),
    tellExternal(platform),
    ...(smtp ? [sendMail({ ...platform, smtp, logger })] : []),
  ]
  return createJobRunner(jobs, platform, logger)
}

function createPlatform(options: AppOptions, stopping: AbortSignal): Omit<Platform, keyof HubLink> {
  const { config, database, secrets, logger, clock = systemClock } = options
  const tokens = createTokens(secrets)
  const mail = createMail({ config, secrets, clock })
  return {
    config,
    clock,
    database,
    secrets,
    tokens,
    stopping,
    bells: createDoorbells(),
    bus: createBus((error) => logger.error({ err: error }, 'a listener of the bus failed')),
    storage: createStorage(`${config.dataDir}/media`),
    disk: createDiskWatch({ readDisk: options.readDisk ?? diskOf(config.dataDir), clock }),
    media: createMediaSignature(secrets),
    passwords: createPasswords(options.passwordCost),
    sessions: createSessions({ database, tokens, clock, rememberMs: options.rememberSessionsMs }),
    rateLimit: createRateLimit(clock, config.rateFactor),
    mail,
    push: createPush({ config, database, secrets }),
    accounts: createAccounts({ mail, secrets, config, clock }),
  }
}

/**
 * Connects the contract with every feature's handlers and jobs: the whole service, except its processes and its port.
 */
import { type Endpoints, endpoints } from '@mimamori/contract/endpoints.ts'
import { NAMED_SCHEMAS } from '@mimamori/contract/schema-names.ts'
import type { installationEndpoints } from '@mimamori/contract/site/installation.ts'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { arriveBySight } from './alerting/alarm/alarm.arrival.ts'
import { claimByCommand } from './alerting/alarm/alarm.command.ts'
import { alertNoteRoutes } from './alerting/alarm/alarm.notes.ts'
import { createReopening } from './alerting/alarm/alarm.reopening.ts'
import { ringClaimRoutes } from './alerting/alarm/alarm.ring.ts'
import { alarmRoutes } from './alerting/alarm/alarm.routes.ts'
import { alertFilterRoutes } from './alerting/alert/alert.filter.routes.ts'
import { alertMarkRoutes } from './alerting/alert/alert.marks.routes.ts'
import { alertRoutes } from './alerting/alert/alert.routes.ts'
import { contactRoutes } from './alerting/contact/contact.routes.ts'
import { createContactWork } from './alerting/contact/contact.work.ts'
import { createEscalationEngine, type EscalationEngine } from './alerting/escalation/escalation.engine.ts'
import { mailRoutes } from './alerting/mail/mail.routes.ts'
import { type Command, MqttWork } from './alerting/mqtt/mqtt.work.ts'
import { notificationRoutes } from './alerting/notification/notification.routes.ts'
import { createNotificationWork } from './alerting/notification/notification.work.ts'
import { signalRoutes } from './alerting/signal/signal.routes.ts'
import { createStreamFeature, type StreamFeature } from './alerting/stream/stream.routes.ts'
import { createWarnings } from './alerting/stream/stream.warnings.ts'
import { webhookRoutes } from './alerting/webhook/webhook.routes.ts'
import { watchClockSteps } from './app.clock.ts'
import { createJobs } from './app.jobs.ts'
import { ambientRoutes } from './camera/ambient/ambient.routes.ts'
import { cameraAppRoutes } from './camera/camera/camera.apps.ts'
import { cameraRoutes } from './camera/camera/camera.routes.ts'
import { cameraLookRoutes } from './camera/look/look.routes.ts'
import { tryoutRoutes } from './camera/tryout/tryout.routes.ts'
import { walkTestRoutes } from './camera/walk/walk.routes.ts'
import { accidentRoutes } from './care/accident/accident.routes.ts'
import { bookingRoutes } from './care/booking/booking.routes.ts'
import { createReminderWork } from './care/booking/booking.work.ts'
import { eventRoutes } from './care/event/event.routes.ts'
import { createCheckInWork } from './care/event/event.work.ts'
import { evidenceRoutes } from './care/evidence/evidence.routes.ts'
import { createHandoverRoutes } from './care/handover/handover.routes.ts'
import { reportRoutes } from './care/report/report.routes.ts'
import { createReportWorker } from './care/report/report.worker.ts'
import { residentRoutes } from './care/resident/resident.routes.ts'
import { createRoomIntake } from './care/room/room.intake.ts'
import { roomRoutes } from './care/room/room.routes.ts'
import { visitRoutes } from './care/visit/visit.routes.ts'
import { agentRoutes } from './fleet/agent/agent.routes.ts'
import { createHubFeature, type HubFeature } from './fleet/hub/hub.routes.ts'
import { upgradeRoutes } from './fleet/upgrade/upgrade.routes.ts'
import { createLiveRelay } from './footage/live/live.relay.ts'
import { createRemoteLive } from './footage/live/live.remote.ts'
import { createLiveFeature, type LiveFeature } from './footage/live/live.routes.ts'
import { createFileCheck } from './footage/media/media.check.ts'
import { mediaRoutes } from './footage/media/media.routes.ts'
import { recordingIntakeRoutes } from './footage/recording/recording.intake.ts'
import { recordingRetainedRoutes } from './footage/recording/recording.retained.ts'
import { retentionRoutes } from './footage/recording/recording.retention.routes.ts'
import { recordingRoutes } from './footage/recording/recording.routes.ts'
import { auditRoutes } from './identity/audit/audit.routes.ts'
import { deviceRoutes } from './identity/device/device.routes.ts'
import { passkeyRoutes } from './identity/device/passkey.routes.ts'
import { proofRoutes } from './identity/device/proof.routes.ts'
import { secondFactorRoutes } from './identity/device/second-factor.routes.ts'
import { stationPinRoutes } from './identity/device/station-pin.routes.ts'
import { oidcRoutes } from './identity/oidc/oidc.routes.ts'
import { factorRuleRoutes } from './identity/security/factor-rule.routes.ts'
import { securityRoutes } from './identity/security/security.routes.ts'
import { serviceAccountRoutes } from './identity/service-account/service-account.routes.ts'
import { invitationRoutes } from './identity/session/invitation.routes.ts'
import { oidcProof } from './identity/session/oidc/oidc.proof.ts'
import { oidcSignIn } from './identity/session/oidc/oidc.sign-in.ts'
import { resetRoutes } from './identity/session/reset.routes.ts'
import { sessionRoutes } from './identity/session/session.routes.ts'
import { userRoutes } from './identity/user/user.routes.ts'
import { judgedClipRoutes } from './insight/judged-clip/judged-clip.routes.ts'
import { alarmLoadRoutes } from './insight/load/load.routes.ts'
import { appChangeRoutes } from './insight/measurement/measurement.change.ts'
import { precisionRoutes } from './insight/measurement/measurement.precision.ts'
import { measurementRoutes } from './insight/measurement/measurement.routes.ts'
import { whatIfRoutes } from './insight/measurement/measurement.what-if.ts'
import { metricsRoutes } from './insight/metrics/metrics.routes.ts'
import { readNightNow } from './insight/metrics/metrics.sleep.running.ts'
import { createClockWatch } from './platform/clock-watch.ts'
import type { Handlers } from './platform/context.ts'
import { createPlatform, type PlatformOptions } from './platform/create-platform.ts'
import { createDescriptorWatch } from './platform/http/descriptor-watch.ts'
import { addHealth } from './platform/http/health.ts'
import { addRoutes } from './platform/http/http.ts'
import { createMonitorAccess } from './platform/http/monitor-access.ts'
import { addApiPage } from './platform/http/openapi.ts'
import { answerNotFound, createServer } from './platform/http/server.ts'
import { addConsole } from './platform/http/static.ts'
import { createHubSeam, type HubLink } from './platform/hub-seam.ts'
import { createMailWatch } from './platform/messaging/mail-watch.ts'
import type { Platform } from './platform/platform.ts'
import type { Sign } from './platform/sign.ts'
import { createHeartbeatPing } from './platform/work/heartbeat-ping.ts'
import type { WaitWatch } from './platform/work/wait-watch.ts'
import { assetRoutes } from './site/asset/asset.routes.ts'
import { externalRoutes } from './site/external/external.routes.ts'
import { firstStepsRoutes } from './site/first-steps/first-steps.routes.ts'
import { createContactWatch } from './site/installation/contact-watch.ts'
import { createExternalWatch } from './site/installation/external-watch.ts'
import { createFigures } from './site/installation/installation.figures.ts'
import { createInstallationRoutes } from './site/installation/installation.routes.ts'
import { type BackupWork, createBackupWork } from './site/installation/installation.work.ts'
import { rosterRoutes } from './site/roster/roster.routes.ts'
import { siteAppRoutes } from './site/tenant/tenant.apps.ts'
import { tenantRoutes } from './site/tenant/tenant.routes.ts'
import { setupRoutes } from './site/tenant/tenant.setup.ts'
import { unitRoutes } from './site/unit/unit.routes.ts'

export type AppOptions = PlatformOptions & {
  /** URL of the database with the account for migrations; omitted: this service makes no backups. */
  adminUrl?: string
  /** For tests: responses are compared with the contract. */
  checkAnswers?: boolean
}

export type App = {
  http: FastifyInstance
  platform: Platform
  /** Fires escalations, and checks that they are fired. */
  escalation: EscalationEngine
  backups: BackupWork
  mailWatch: WaitWatch
  /** Begins the work that nobody calls for: jobs, and listening for silent hubs. */
  start(): void
  /**
   * From now on /health/ready reports an error, so that a load balancer sends no new calls; all calls are still served.
   */
  drain(): void
  /** Ends streams and sockets, waits for running calls, stops the jobs. The database stays open. */
  stop(): Promise<void>
}

function createRooms(platform: Platform, logger: Logger) {
  return createRoomIntake({
    ...platform,
    onStaff: (db, seen, now) => arriveBySight(db, platform.bus, seen, now),
    onError: (error) => logger.error({ err: error }, 'rooms were not stored'),
  })
}

export async function createApp(options: AppOptions): Promise<App> {
  const stopping = new AbortController()
  const hubs = createHubSeam()
  const platform = { ...(await createPlatform(options, stopping.signal)), ...hubs }
  const http = await createServer(options.config, options.logger)
  const relay = createRemoteLive({
    ...platform,
    relay: createLiveRelay(platform.clock),
    isHere: (hubId) => hub.sockets.isConnected(hubId),
  })
  const rooms = createRooms(platform, options.logger)
  const hub: HubFeature = createHubFeature({ ...platform, log: options.logger }, { ...relay, rooms: rooms.heard })
  hubs.join(hub.link)
  const live = createLiveFeature(platform, relay, hub.link.isHubConnected)
  const { mailWatch, stream } = createStream(platform, options.logger)
  const escalation = createEscalationEngine(platform, options.logger)
  const backups = createBackupWork(platform, { adminUrl: options.adminUrl ?? null, logger: options.logger })
  addRoutes(http, {
    endpoints,
    handlers: { ...handlersOf(hub.routes, live.routes, stream.routes), ...createInstallationRoutes(backups) },
    platform,
    isHubActive: hub.isHubActive,
    checkAnswers: options.checkAnswers ?? false,
  })
  const requireMonitor = createMonitorAccess(options.config)
  addApiPage(http, { endpoints, named: NAMED_SCHEMAS }, requireMonitor)
  const fileCheck = createFileCheck(platform)
  const clockSteps = watchClockSteps(platform, options.logger)
  const watches = [mailWatch, ...createWatches(platform, options.logger)]
  const signs = [
    escalation.auditor.sign,
    ...watches.map(({ sign }) => sign),
    clockSteps.sign,
    ...signsOf(platform),
    fileCheck.sign,
    backups.sign,
    stream.sign,
    createFigures(platform, (err) => options.logger.error({ err }, 'figures were not read')),
  ]
  const health = addHealth(http, platform, signs, requireMonitor)
  await addPages(http, options.config)
  const workers = [
    clockSteps,
    escalation,
    ...watches,
    ...createDueWork(platform, options.logger),
    createJobs({ ...platform, mayForget: clockSteps.mayForget }, options.logger, [fileCheck.job, backups.job]),
  ]
  const isWell = () => !health.isStopping && signs.every((sign) => sign.errors().length === 0)
  const heartbeatPing = createHeartbeatPing({ ...platform, isWell, log: options.logger })
  return {
    http,
    platform,
    escalation,
    backups,
    mailWatch,
    start() {
      hub.start()
      platform.disk.start()
      platform.bucket?.uploads.start()
      for (const worker of workers) worker.start()
      heartbeatPing.start()
    },
    drain() {
      health.isStopping = true
    },
    async stop() {
      health.isStopping = true
      heartbeatPing.stop()
      platform.disk.stop()
      platform.rateLimit.stop()
      stopping.abort()
      stream.stop()
      live.stop()
      relay.stop()
      await hub.stop()
      await rooms.idle()
      await http.close()
      await Promise.all([...workers.map((worker) => worker.stop()), backups.idle(), platform.bucket?.uploads.stop()])
    },
  }
}

async function addPages(http: FastifyInstance, { consoleDir }: AppOptions['config']): Promise<void> {
  await addConsole(http, consoleDir)
  http.setNotFoundHandler(answerNotFound)
}

function createStream(platform: Platform, logger: Logger) {
  const mailWatch = createMailWatch(platform, logger)
  const warnings = createWarnings({ ...platform, mailWatch })
  return { mailWatch, stream: createStreamFeature({ ...platform, warnings }) }
}

/** What is done when its time comes. */
function createDueWork(platform: Platform & HubLink, logger: Logger) {
  const notifying = [createNotificationWork, createContactWork, createReopening]
  const others = [createReportWorker, createCheckInWork, createReminderWork]
  return [...notifying, ...others].map((create) => create(platform, logger))
}

/** Check the clock, open files, external systems and contacts, each at its own interval; and a broker that gets rooms. */
function createWatches(platform: Platform, logger: Logger) {
  const { mqtt } = platform.config
  const claim = (command: Command) => claimByCommand(platform, logger, command)
  return [
    ...[createClockWatch, createDescriptorWatch, createExternalWatch, createContactWatch].map((create) =>
      create(platform, logger),
    ),
    ...(mqtt ? [new MqttWork({ ...platform, mqtt, claim }, logger)] : []),
  ]
}

/** Signs of disk, bucket and bus. */
function signsOf({ disk, bucket, wire }: Platform): Sign[] {
  return [disk.sign, ...(bucket ? [bucket.uploads.sign] : []), ...(wire ? [wire.sign] : [])]
}

const identityRoutes = {
  ...sessionRoutes,
  ...oidcSignIn,
  ...oidcProof,
  ...invitationRoutes,
  ...resetRoutes,
  ...userRoutes,
  ...deviceRoutes,
  ...secondFactorRoutes,
  ...passkeyRoutes,
  ...factorRuleRoutes,
  ...oidcRoutes,
  ...proofRoutes,
  ...stationPinRoutes,
  ...securityRoutes,
  ...serviceAccountRoutes,
  ...auditRoutes,
}

/** The handler of each call: the nouns' handlers, and those of the three that depend on each other. */
function handlersOf(
  hub: HubFeature['routes'],
  live: LiveFeature['routes'],
  stream: StreamFeature['routes'],
): Omit<Handlers<Endpoints>, keyof typeof installationEndpoints> {
  return {
    ...identityRoutes,
    ...mailRoutes,
    ...externalRoutes,
    ...alarmRoutes,
    ...signalRoutes,
    ...webhookRoutes,
    ...contactRoutes,
    ...ringClaimRoutes,
    ...roomRoutes,
    ...residentRoutes,
    ...visitRoutes,
    ...accidentRoutes,
    ...evidenceRoutes,
    ...createHandoverRoutes(readNightNow),
    ...alertNoteRoutes,
    ...alertRoutes,
    ...alertFilterRoutes,
    ...alertMarkRoutes,
    ...notificationRoutes,
    ...cameraRoutes,
    ...cameraAppRoutes,
    ...cameraLookRoutes,
    ...tryoutRoutes,
    ...ambientRoutes,
    ...walkTestRoutes,
    ...unitRoutes,
    ...assetRoutes,
    ...rosterRoutes,
    ...agentRoutes,
    ...upgradeRoutes,
    ...tenantRoutes,
    ...firstStepsRoutes,
    ...setupRoutes,
    ...siteAppRoutes,
    ...mediaRoutes,
    ...reportRoutes,
    ...recordingRoutes,
    ...recordingIntakeRoutes,
    ...recordingRetainedRoutes,
    ...eventRoutes,
    ...bookingRoutes,
    ...retentionRoutes,
    ...measurementRoutes,
    ...whatIfRoutes,
    ...precisionRoutes,
    ...judgedClipRoutes,
    ...appChangeRoutes,
    ...alarmLoadRoutes,
    ...metricsRoutes,
    ...hub,
    ...live,
    ...stream,
  }
}

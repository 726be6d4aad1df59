/** The table of all calls. Service, console, hub, API page, matrix test and documents follow from it. */

import { alarmEndpoints } from './alerting/alarm.ts'
import { alertEndpoints } from './alerting/alert.ts'
import { alertDashboardEndpoints } from './alerting/alert-dashboard.ts'
import { alertFilterEndpoints } from './alerting/alert-filter.ts'
import { alertMarkEndpoints } from './alerting/alert-marks.ts'
import { alertNoteEndpoints } from './alerting/alert-note.ts'
import { contactEndpoints } from './alerting/contact.ts'
import { coverageEndpoints } from './alerting/coverage.ts'
import { streamEndpoints } from './alerting/live-event.ts'
import { mailEndpoints } from './alerting/mail.ts'
import { notificationEndpoints } from './alerting/notification.ts'
import { ringClaimEndpoints, ringerEndpoints } from './alerting/ringer.ts'
import { signalEndpoints } from './alerting/signal.ts'
import { webhookEndpoints } from './alerting/webhook.ts'
import { ambientEndpoints } from './camera/ambient/ambient.ts'
import { cameraEndpoints } from './camera/camera.ts'
import { cameraAppEndpoints } from './camera/camera-app.ts'
import { cameraViewEndpoints } from './camera/camera-view.ts'
import { cameraChangeEndpoints } from './camera/change/camera-change.ts'
import { cameraLookEndpoints } from './camera/look/look.ts'
import { tryoutEndpoints } from './camera/tryout.ts'
import { walkTestEndpoints } from './camera/walk/walk-test.ts'
import { accidentEndpoints } from './care/accident.ts'
import { accidentSettingsEndpoints } from './care/accident-settings.ts'
import { bookingEndpoints } from './care/booking.ts'
import { eventEndpoints } from './care/event.ts'
import { evidenceEndpoints } from './care/evidence.ts'
import { handoverEndpoints } from './care/handover.ts'
import { reportEndpoints } from './care/report.ts'
import { residentEndpoints } from './care/resident.ts'
import { residentExportEndpoints } from './care/resident-export.ts'
import { residentLifeEndpoints } from './care/resident-life.ts'
import { roomEndpoints } from './care/room.ts'
import { roundsEndpoints } from './care/rounds.ts'
import { visitEndpoints } from './care/visit.ts'
import { agentEndpoints } from './fleet/agent.ts'
import { hubEndpoints } from './fleet/hub.ts'
import { upgradeEndpoints } from './fleet/upgrade.ts'
import { liveEndpoints } from './footage/live.ts'
import { mediaEndpoints } from './footage/media.ts'
import { recordingEndpoints } from './footage/recording.ts'
import { recordingIntakeEndpoints } from './footage/recording-intake.ts'
import { recordingOnHubEndpoints } from './footage/recording-on-hub.ts'
import { retentionEndpoints } from './footage/recording-retention.ts'
import { auditEndpoints } from './identity/audit.ts'
import { deviceEndpoints } from './identity/device.ts'
import { deviceProofEndpoints } from './identity/device-proof.ts'
import { factorRuleEndpoints } from './identity/factor-rule.ts'
import { invitationEndpoints } from './identity/invitation.ts'
import { oidcEndpoints, oidcProofEndpoints, oidcSignInEndpoints } from './identity/oidc.ts'
import { passkeyEndpoints } from './identity/passkey.ts'
import { proofEndpoints } from './identity/proof.ts'
import { resetEndpoints } from './identity/reset.ts'
import { secondFactorEndpoints } from './identity/second-factor.ts'
import { securityEndpoints } from './identity/security.ts'
import { serviceAccountEndpoints } from './identity/service-account.ts'
import { sessionEndpoints } from './identity/session.ts'
import { stationPinEndpoints } from './identity/station-pin.ts'
import { userEndpoints } from './identity/user.ts'
import { alarmLoadEndpoints } from './insight/alarm-load.ts'
import { appChangeEndpoints } from './insight/app-change.ts'
import { judgedClipEndpoints } from './insight/judged-clip.ts'
import { measurementEndpoints } from './insight/measurement.ts'
import { metricsEndpoints } from './insight/metrics.ts'
import { precisionEndpoints } from './insight/precision.ts'
import { whatIfEndpoints } from './insight/what-if.ts'
import type { Endpoint } from './shared/endpoint.ts'
import { alarmSettingsEndpoints } from './site/alarm-settings.ts'
import { assetEndpoints } from './site/asset.ts'
import { externalEndpoints } from './site/external.ts'
import { firstStepsEndpoints } from './site/first-steps.ts'
import { installationEndpoints } from './site/installation.ts'
import { rosterEndpoints } from './site/roster.ts'
import { setupEndpoints } from './site/setup.ts'
import { siteAppEndpoints } from './site/site-app.ts'
import { tenantEndpoints } from './site/tenant.ts'
import { tenantDeletionEndpoints } from './site/tenant-deletion.ts'
import { unitEndpoints } from './site/unit.ts'

export const endpoints = {
  ...sessionEndpoints,
  ...invitationEndpoints,
  ...resetEndpoints,
  ...alarmEndpoints,
  ...roomEndpoints,
  ...residentEndpoints,
  ...visitEndpoints,
  ...accidentEndpoints,
  ...accidentSettingsEndpoints,
  ...evidenceEndpoints,
  ...handoverEndpoints,
  ...roundsEndpoints,
  ...residentExportEndpoints,
  ...residentLifeEndpoints,
  ...alertNoteEndpoints,
  ...coverageEndpoints,
  ...alertEndpoints,
  ...alertDashboardEndpoints,
  ...alertFilterEndpoints,
  ...alertMarkEndpoints,
  ...notificationEndpoints,
  ...ringerEndpoints,
  ...contactEndpoints,
  ...ringClaimEndpoints,
  ...signalEndpoints,
  ...webhookEndpoints,
  ...cameraEndpoints,
  ...cameraViewEndpoints,
  ...cameraChangeEndpoints,
  ...cameraAppEndpoints,
  ...cameraLookEndpoints,
  ...tryoutEndpoints,
  ...ambientEndpoints,
  ...walkTestEndpoints,
  ...whatIfEndpoints,
  ...precisionEndpoints,
  ...judgedClipEndpoints,
  ...appChangeEndpoints,
  ...unitEndpoints,
  ...userEndpoints,
  ...deviceEndpoints,
  ...secondFactorEndpoints,
  ...passkeyEndpoints,
  ...factorRuleEndpoints,
  ...oidcEndpoints,
  ...oidcSignInEndpoints,
  ...oidcProofEndpoints,
  ...proofEndpoints,
  ...stationPinEndpoints,
  ...deviceProofEndpoints,
  ...securityEndpoints,
  ...serviceAccountEndpoints,
  ...tenantEndpoints,
  ...tenantDeletionEndpoints,
  ...firstStepsEndpoints,
  ...setupEndpoints,
  ...alarmSettingsEndpoints,
  ...siteAppEndpoints,
  ...agentEndpoints,
  ...assetEndpoints,
  ...rosterEndpoints,
  ...auditEndpoints,
  ...recordingEndpoints,
  ...recordingIntakeEndpoints,
  ...recordingOnHubEndpoints,
  ...retentionEndpoints,
  ...measurementEndpoints,
  ...metricsEndpoints,
  ...alarmLoadEndpoints,
  ...eventEndpoints,
  ...bookingEndpoints,
  ...reportEndpoints,
  ...liveEndpoints,
  ...mailEndpoints,
  ...installationEndpoints,
  ...externalEndpoints,
  ...mediaEndpoints,
  ...streamEndpoints,
  ...hubEndpoints,
  ...upgradeEndpoints,
} satisfies Record<string, Endpoint>

export type Endpoints = typeof endpoints
export type EndpointKey = keyof Endpoints

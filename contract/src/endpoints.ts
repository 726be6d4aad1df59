/** The table of all calls. Service, console, hub, API page, matrix test and documents follow from it. */
import { agentEndpoints } from './agent.ts'
import { alertEndpoints } from './alert.ts'
import { alertFilterEndpoints } from './alert-filter.ts'
import { alertMarkEndpoints } from './alert-marks.ts'
import { assetEndpoints } from './asset.ts'
import { auditEndpoints } from './audit.ts'
import { bookingEndpoints } from './booking.ts'
import { cameraEndpoints } from './camera.ts'
import { cameraAppEndpoints } from './camera-app.ts'
import { deviceEndpoints } from './device.ts'
import type { Endpoint } from './endpoint.ts'
import { eventEndpoints } from './event.ts'
import { externalEndpoints } from './external.ts'
import { hubEndpoints } from './hub.ts'
import { invitationEndpoints } from './invitation.ts'
import { liveEndpoints } from './live.ts'
import { streamEndpoints } from './live-event.ts'
import { mailEndpoints } from './mail.ts'
import { measurementEndpoints } from './measurement.ts'
import { mediaEndpoints } from './media.ts'
import { metricsEndpoints } from './metrics.ts'
import { notificationEndpoints } from './notification.ts'
import { recordingEndpoints } from './recording.ts'
import { recordingIntakeEndpoints } from './recording-intake.ts'
import { recordingOnHubEndpoints } from './recording-on-hub.ts'
import { retentionEndpoints } from './recording-retention.ts'
import { reportEndpoints } from './report.ts'
import { resetEndpoints } from './reset.ts'
import { securityEndpoints } from './security.ts'
import { sessionEndpoints } from './session.ts'
import { siteAppEndpoints } from './site-app.ts'
import { tenantEndpoints } from './tenant.ts'
import { tryoutEndpoints } from './tryout.ts'
import { unitEndpoints } from './unit.ts'
import { userEndpoints } from './user.ts'
import { whatIfEndpoints } from './what-if.ts'

export const endpoints = {
  ...sessionEndpoints,
  ...invitationEndpoints,
  ...resetEndpoints,
  ...alertEndpoints,
  ...alertFilterEndpoints,
  ...alertMarkEndpoints,
  ...notificationEndpoints,
  ...cameraEndpoints,
  ...cameraAppEndpoints,
  ...tryoutEndpoints,
  ...whatIfEndpoints,
  ...unitEndpoints,
  ...userEndpoints,
  ...deviceEndpoints,
  ...securityEndpoints,
  ...tenantEndpoints,
  ...siteAppEndpoints,
  ...agentEndpoints,
  ...assetEndpoints,
  ...auditEndpoints,
  ...recordingEndpoints,
  ...recordingIntakeEndpoints,
  ...recordingOnHubEndpoints,
  ...retentionEndpoints,
  ...measurementEndpoints,
  ...metricsEndpoints,
  ...eventEndpoints,
  ...bookingEndpoints,
  ...reportEndpoints,
  ...liveEndpoints,
  ...mailEndpoints,
  ...externalEndpoints,
  ...mediaEndpoints,
  ...streamEndpoints,
  ...hubEndpoints,
} satisfies Record<string, Endpoint>

export type Endpoints = typeof endpoints
export type EndpointKey = keyof Endpoints

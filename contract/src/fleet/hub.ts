/** What a hub and the service say to each other; the hub always dials. Requirements HUB-01 to HUB-04, CAM-06. */
import { z } from 'zod'
import { hubAppSettings } from '../camera/app-settings.ts'
import { alertAppCode, alertSeverity } from '../camera/apps.ts'
import { cameraVendor, privacyLevel, streamTrust } from '../camera/camera-fields.ts'
import { REGIONS_MAX } from '../camera/polygon.ts'
import { schedule } from '../camera/schedule.ts'
import { sentSettingsErrors, settingsErrors } from '../camera/settings-error.ts'
import { roomsNotice } from '../care/room.ts'
import { LIVE_RENDITIONS } from '../footage/live.ts'
import { recordingRule } from '../footage/recording-on-hub.ts'
import { segmentEnded, segmentOrders } from '../footage/segment-message.ts'
import { endpoint } from '../shared/endpoint.ts'
import { region } from '../shared/geometry.ts'
import { heartbeatBody, heartbeatTaken } from './heartbeat.ts'
import { hubEvent } from './hub-event.ts'
import { hubQuestion, sentHubError, sentHubResult } from './hub-question.ts'

/** `mmh_<public id>_<43 characters>`; the service stores only its hash. security.md Design 5. */
export const hubKey = z.string().regex(/^mmh_[a-z0-9]{12}_[A-Za-z0-9_-]{43}$/)
/** A site's authorization key, with which a hub registers itself. */
export const siteKey = z.string().regex(/^mms_[A-Za-z0-9_-]{43}$/)
/** Hubs that register themselves at one site within 24 hours. */
export const HUBS_PER_SITE_AND_DAY = 20

/** Settings of one camera that its hub shall put in force. */
export const desiredCamera = z.object({
  cameraId: z.uuid(),
  /** Grows by one with each change; a hub never goes back. */
  version: z.number().int().min(1),
  name: z.string(),
  /** `rtsp:`, `rtsps:` or `scene:`, without credentials. */
  streamUrl: z.string(),
  /** Of the same device: its small stream, for detection and small live pictures; empty: one stream is all. Services of before do not say. */
  subStreamUrl: z.string().default(''),
  username: z.string().nullable(),
  password: z.string().nullable(),
  ...streamTrust,
  vendor: cameraVendor.nullable().default(null),
  /** False: a person switched the camera off. */
  isEnabled: z.boolean(),
  /** The apps that are on, with their settings. */
  apps: z.array(
    z.object({
      appCode: alertAppCode,
      settings: hubAppSettings,
      severity: alertSeverity,
      /** When its alerts count, by the wall clock of `timezone`; null: always. */
      schedule: schedule.nullable().default(null),
    }),
  ),
  /** Continuous recording (A007), within its schedule (null: always); null: this camera is not recorded. */
  recording: z.object({ schedule: schedule.nullable() }).nullable().default(null),
  /** Live pictures (A008), within its schedule (null: always); null: the hub sends none. Services of before do not say. */
  live: z.object({ schedule: schedule.nullable() }).nullable().default({ schedule: null }),
  /** The site's IANA zone. */
  timezone: z.string().max(60).default('UTC'),
  /** Seconds before and after the moment that a clip shows. */
  clipBeforeSeconds: z.number().int().min(0).max(30).default(5),
  clipAfterSeconds: z.number().int().min(1).max(60).default(10),
  /** Seconds between two latest frames. */
  stillEverySeconds: z.number().int().min(1).max(3600).default(10),
  /** Before a picture leaves the hub: how people look in it, and places that it does not show. */
  privacy: z
    .object({ level: privacyLevel, masks: z.array(region).max(REGIONS_MAX) })
    .default({ level: 'none', masks: [] }),
  /** Alerts have clips unless a resident refused to be recorded, with a blurred copy where somebody may see no other. */
  hasClips: z.boolean().default(true),
  hasBlurredClips: z.boolean().default(false),
  /** When a person last said that the view which the camera shows is right; another value: it is learned anew. REAL-04 */
  viewAcceptedAt: z.iso.datetime().nullable().default(null),
  /** Of a camera that turns: the stored view that it returns to; empty: its own home position. Services of before do not say. */
  homePreset: z.string().max(80).default(''),
  /** A JSON object for what this camera alone needs; empty: none. */
  extraConfig: z.string().max(4000).default(''),
})
export type DesiredCamera = z.infer<typeof desiredCamera>

export const reportedCamera = z.strictObject({
  cameraId: z.uuid(),
  version: z.int32().min(0),
  /** Why the version could not be put in force, or not as a whole; empty: it is. */
  errors: sentSettingsErrors.optional(),
  /** The same in one English sentence: hubs of before. */
  error: z.string().max(500).nullable().optional(),
  /** What is in force, without the password; hubs of before did not say. */
  settings: desiredCamera.omit({ password: true }).optional(),
})

/** What the service stored of a hub's report. */
const storedReport = z.object({
  cameraId: z.uuid(),
  version: z.int32().min(0),
  errors: settingsErrors,
  /** Null when there is none: hubs of before compare it with their own. */
  error: z.string().nullable(),
})
export type StoredReport = z.infer<typeof storedReport>

/** A batch holds at most this many events. */
export const HUB_BATCH_MAX = 100

/** Services and hubs of before know the clear one alone. */
const rendition = z.enum(LIVE_RENDITIONS).default('clear')

/** Text messages from the service on the hub's socket. */
export const hubOrder = z.discriminatedUnion('type', [
  z.object({ type: z.literal('desired-changed') }),
  z.object({ type: z.literal('upgrade-offered') }),
  z.object({ type: z.literal('live-start'), cameraId: z.uuid(), rendition }),
  z.object({ type: z.literal('live-stop'), cameraId: z.uuid(), rendition }),
  /** `requestId`: of the call that asks, as the service's log has it. */
  z.object({ type: z.literal('ask'), askId: z.uuid(), question: hubQuestion, requestId: z.uuid().optional() }),
  heartbeatTaken,
  ...segmentOrders,
])
export type HubOrder = z.infer<typeof hubOrder>

/**
 * Text messages from the hub on its socket, without heartbeats (heartbeat.ts); binary ones carry a live header (live.ts) and
 * then fMP4 bytes.
 */
export const hubNotice = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('live-init'),
    cameraId: z.uuid(),
    rendition,
    /** Stands in the header of this picture's binary messages from now on. */
    stream: z.number().int().min(1).max(65_535),
    codec: z.string(),
    width: z.number().int(),
    height: z.number().int(),
  }),
  /** In every rendition. */
  z.object({ type: z.literal('live-ended'), cameraId: z.uuid() }),
  /** Exactly one of `result` and `failure`; the result is of the question's type. */
  z.object({
    type: z.literal('answer'),
    askId: z.uuid(),
    result: sentHubResult.optional(),
    failure: sentHubError.optional(),
  }),
  roomsNotice,
  segmentEnded,
])
export type HubNotice = z.infer<typeof hubNotice>
/** Of live pictures, without the answers to questions, rooms and the ends of segments. */
export type LiveHubNotice = Exclude<HubNotice, { type: 'answer' | 'rooms' | 'segment-ended' }>

const mediaTypes = z.enum(['video/mp4', 'image/jpeg'])

const hubHello = { version: z.string().max(40), hostname: z.string().max(200) }

export const hubEndpoints = {
  'hub.register': endpoint({
    method: 'POST',
    path: 'hub/register',
    access: 'public',
    summary:
      'A hub registers itself with its site’s authorization key and gets its own key, which is never shown again.',
    body: z.strictObject({
      siteKey: z.string().max(200),
      /** Chosen by the hub and secret: the same id again answers a fresh key of the same hub. */
      registrationId: z.uuid(),
      /** Otherwise the hostname; a number follows where the site has a hub of that name. */
      name: z.string().trim().min(1).max(80).optional(),
      ...hubHello,
    }),
    response: z.object({ key: z.string(), hubId: z.uuid(), name: z.string() }),
  }),
  'hub.session': endpoint({
    method: 'POST',
    path: 'hub/session',
    access: 'public',
    summary: 'A hub presents its key and gets a token for 15 minutes.',
    body: z.strictObject({
      key: z.string().max(200),
      /** The same at every start of one program; a second program with the key is refused while the first is heard. */
      instance: z.string().min(1).max(120).optional(),
      ...hubHello,
    }),
    response: z.object({
      token: z.string(),
      tokenExpiresAt: z.iso.datetime(),
      hubId: z.uuid(),
      tenantId: z.uuid(),
      /** The service's clock, for the hub to correct its own. */
      now: z.iso.datetime(),
    }),
  }),
  'hub.desired': endpoint({
    method: 'GET',
    path: 'hub/desired',
    access: 'hub',
    summary: 'The settings that this hub’s cameras shall have.',
    /**
     * `networks`: where the site's cameras may be, as CIDR; none: any private network. `reported`: what the service
     * has heard to be in force, so that a hub which knows better says so again. `recordings`: what the site keeps, and where.
     */
    response: z.object({
      cameras: z.array(desiredCamera),
      networks: z.array(z.string().max(50)),
      reported: z.array(storedReport),
      recordings: recordingRule,
    }),
  }),
  'hub.report': endpoint({
    method: 'POST',
    path: 'hub/reported',
    access: 'hub',
    summary: 'Which settings are in force.',
    body: z.strictObject({ cameras: z.array(reportedCamera).max(500) }),
  }),
  'hub.heartbeat': endpoint({
    method: 'POST',
    path: 'hub/heartbeat',
    access: 'hub',
    summary: 'The hub lives, and so do its cameras; for hubs whose socket is not open, or does not take heartbeats.',
    body: heartbeatBody,
  }),
  'hub.events': endpoint({
    method: 'POST',
    path: 'hub/events',
    access: 'hub',
    lasting: true,
    summary: 'A batch of events in order. The answer is the last sequence number that is stored for good.',
    body: z.strictObject({
      /** Changes when the hub's spool was made anew; sequence numbers start at 1 in each. */
      epoch: z.uuid(),
      fromSequence: z.number().int().min(1),
      events: z.array(hubEvent).max(HUB_BATCH_MAX),
    }),
    response: z.object({ cursor: z.number().int() }),
  }),
  'hub.putMedia': endpoint({
    method: 'PUT',
    path: 'hub/media/:id',
    access: 'hub',
    summary: 'Upload a clip. The id is the hub’s; the same id again changes nothing.',
    params: z.strictObject({ id: z.uuid() }),
    query: z.strictObject({ cameraId: z.uuid(), contentType: mediaTypes }),
    intake: 'bytes',
  }),
  'hub.putFrame': endpoint({
    method: 'PUT',
    path: 'hub/frame/:cameraId',
    access: 'hub',
    summary: 'The latest frame of a camera, as JPEG.',
    params: z.strictObject({ cameraId: z.uuid() }),
    query: z.strictObject({ takenAt: z.iso.datetime() }),
    intake: 'bytes',
  }),
  'hub.socket': endpoint({
    method: 'GET',
    path: 'hub/socket',
    access: 'hub',
    summary: 'Orders to the hub, and heartbeats and live pictures from it, over a WebSocket.',
    answer: 'socket',
  }),
}

/** Messages between hub and service; the hub always opens the connection. Requirements HUB-01 to HUB-04, CAM-06. */
import { z } from 'zod'
import { hubAppSettings } from '../camera/app-settings.ts'
import { cameraVendor, privacyLevel, streamTrust } from '../camera/camera-fields.ts'
import { ANGLES } from '../camera/camera-lists.ts'
import { hubRequest, sentHubError, sentHubResult } from '../camera/hub-request.ts'
import { schedule } from '../camera/schedule.ts'
import { sentSettingsErrors, settingsErrors } from '../camera/settings-error.ts'
import { roomsNotice } from '../care/room.ts'
import { LIVE_RENDITIONS } from '../footage/live.ts'
import { recordingRule } from '../footage/recording-on-hub.ts'
import { segmentEnded, segmentOrders } from '../footage/segment-message.ts'
import { SIGNAL } from '../shared/app-catalogue.ts'
import { alertAppCode, alertSeverity } from '../shared/apps.ts'
import { endpoint } from '../shared/endpoint.ts'
import { region } from '../shared/geometry.ts'
import { REGIONS_MAX } from '../shared/polygon.ts'
import { fallbackContacts } from './fallback-contact.ts'
import { heartbeatTaken } from './heartbeat.ts'
import { hubEvent } from './hub-event.ts'

/** `mmh_<public id>_<43 characters>`; the service stores only its hash. */
export const hubKey = z.string().regex(/^mmh_[a-z0-9]{12}_[A-Za-z0-9_-]{43}$/)
/** A site's authorization key, with which a hub registers itself. */
export const siteKey = z.string().regex(/^mms_[A-Za-z0-9_-]{43}$/)
/** Hubs that register themselves at one site within 24 hours. */
export const HUBS_PER_SITE_AND_DAY = 20

/** Desired settings of one camera for its hub. */
export const desiredCamera = z.object({
  cameraId: z.uuid(),
  /** Incremented with each change; a hub never goes back. */
  version: z.number().int().min(1),
  name: z.string(),
  /** `rtsp:`, `rtsps:`, `http:`, `https:` or `scene:`, without credentials. */
  streamUrl: z.string(),
  /** The small stream of the same device, for detection and small live views; empty: one stream is all. */
  subStreamUrl: z.string(),
  /** Use it although its shape differs. */
  isSubStreamSameView: z.boolean(),
  /** Degrees clockwise by which frames are turned before anything else. */
  angle: z.literal(ANGLES),
  username: z.string().nullable(),
  password: z.string().nullable(),
  ...streamTrust,
  vendor: cameraVendor.nullable(),
  /** False: a person switched the camera off. */
  isEnabled: z.boolean(),
  /** Drawn for the camera: what every app and the state of its room know of its beds. */
  beds: z.array(region).max(REGIONS_MAX),
  /** Nobody falls on a seat, and somebody who is lost at a door went out. */
  seats: z.array(region).max(REGIONS_MAX),
  doors: z.array(region).max(REGIONS_MAX),
  /** The apps that are on, with their settings. */
  apps: z.array(
    z.object({
      appCode: alertAppCode,
      settings: hubAppSettings,
      severity: alertSeverity,
      /** When its alerts count, by the wall clock of `timezone`; null: always. */
      schedule: schedule.nullable(),
    }),
  ),
  /** Continuous recording (A007), within its schedule (null: always); null: this camera is not recorded. */
  recording: z.object({ schedule: schedule.nullable() }).nullable(),
  /** Live views (A008), within its schedule (null: always); null: the hub sends none. */
  live: z.object({ schedule: schedule.nullable() }).nullable(),
  /** The site's IANA zone. */
  timezone: z.string().max(60),
  /** Seconds before and after the moment that a clip shows. */
  clipBeforeSeconds: z.number().int().min(0).max(30),
  clipAfterSeconds: z.number().int().min(1).max(60),
  /** Seconds between two latest frames. */
  snapshotEverySeconds: z.number().int().min(1).max(3600),
  /** Before an image leaves the hub: how people look in it, and places that it does not show. */
  privacy: z.object({ level: privacyLevel, masks: z.array(region).max(REGIONS_MAX) }),
  /** Alerts have clips unless a resident refused to be recorded, with a blurred copy where somebody may see no other. */
  hasClips: z.boolean(),
  hasBlurredClips: z.boolean(),
  /** When a person last said that the view which the camera shows is right; another value: it is learned anew. REAL-04 */
  viewAcceptedAt: z.iso.datetime().nullable(),
  /** The stored view to which a camera that turns returns; empty: its own home position. */
  homePreset: z.string().max(80),
  /** The digital input that raises alerts; `token`: as in the camera's fields; null: none is read. REACH-63 */
  input: z.object({ token: z.string().max(64), isNormallyClosed: z.boolean() }).nullable(),
  /** A JSON object for what this camera alone needs; empty: none. */
  extraConfig: z.string().max(4000),
})
export type DesiredCamera = z.infer<typeof desiredCamera>

export const reportedCamera = z.strictObject({
  cameraId: z.uuid(),
  version: z.int32().min(0),
  /** Why the version could not be applied, or not completely; empty: it was. */
  errors: sentSettingsErrors,
  /** The settings in force, without the password; omitted: none yet. */
  settings: desiredCamera.omit({ password: true }).optional(),
})

/** What the service stored from a hub's report. */
const storedReport = z.object({
  cameraId: z.uuid(),
  version: z.int32().min(0),
  errors: settingsErrors,
})
export type StoredReport = z.infer<typeof storedReport>

/** Maximum number of events in a batch. */
export const HUB_BATCH_MAX = 100

const rendition = z.enum(LIVE_RENDITIONS)

/**
 * An alert that the service raised itself, from what began at that instant: a fall by the state of the room, or a signal
 * of another system. The hub sends it as an alert with this id, for its image and clip.
 */
const wantedFootage = z.object({
  cameraId: z.uuid(),
  appCode: z.enum(['A005', SIGNAL]),
  alertId: z.uuid(),
  severity: alertSeverity,
  since: z.iso.datetime(),
})
export type WantedFootage = z.infer<typeof wantedFootage>

/** Text messages from the service on the hub's socket. */
export const hubOrder = z.discriminatedUnion('type', [
  z.object({ type: z.literal('desired-changed') }),
  z.object({ type: z.literal('upgrade-offered') }),
  z.object({ type: z.literal('live-start'), cameraId: z.uuid(), rendition }),
  z.object({ type: z.literal('live-stop'), cameraId: z.uuid(), rendition }),
  wantedFootage.extend({ type: z.literal('footage-wanted') }),
  /** `requestId`: of the call that caused it, as in the service's log. */
  z.object({ type: z.literal('ask'), askId: z.uuid(), request: hubRequest, requestId: z.uuid().optional() }),
  heartbeatTaken,
  ...segmentOrders,
])
export type HubOrder = z.infer<typeof hubOrder>

/**
 * Text messages from the hub on its socket, without heartbeats (heartbeat.ts); binary messages have a live header
 * (live.ts) followed by fMP4 bytes.
 */
export const hubNotice = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('live-init'),
    cameraId: z.uuid(),
    rendition,
    /** From now on in the header of this stream's binary messages. */
    stream: z.number().int().min(1).max(65_535),
    codec: z.string(),
    width: z.number().int(),
    height: z.number().int(),
  }),
  /** In every rendition. */
  z.object({ type: z.literal('live-ended'), cameraId: z.uuid() }),
  /** Exactly one of `result` and `error`; the result has the request's type. */
  z.object({
    type: z.literal('answer'),
    askId: z.uuid(),
    result: sentHubResult.optional(),
    error: sentHubError.optional(),
  }),
  roomsNotice,
  segmentEnded,
])
export type HubNotice = z.infer<typeof hubNotice>
/** Messages about live video, without responses, rooms and the ends of segments. */
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
      /** Chosen by the hub and secret: repeating the same id returns a new key of the same hub. */
      registrationId: z.uuid(),
      /** Default: the host name; a number is appended if the site already has a hub with that name. */
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
      instance: z.string().min(1).max(120),
      ...hubHello,
    }),
    response: z.object({
      token: z.string(),
      tokenExpiresAt: z.iso.datetime(),
      hubId: z.uuid(),
      tenantId: z.uuid(),
      /** The service's clock, to which the hub sets its own. */
      now: z.iso.datetime(),
    }),
  }),
  'hub.desired': endpoint({
    method: 'GET',
    path: 'hub/desired',
    access: 'hub',
    summary: 'The settings that this hub’s cameras shall have.',
    /**
     * `networks`: where the site's cameras may be, as CIDR; empty: any private network. `reported`: the settings in force
     * as the service stored them, so that a hub with others repeats its report. `recordings`: the site's policy. `contacts`: those that it closes by itself while the service
     * is silent.
     */
    response: z.object({
      cameras: z.array(desiredCamera),
      networks: z.array(z.string().max(50)),
      reported: z.array(storedReport),
      recordings: recordingRule,
      contacts: fallbackContacts,
    }),
  }),
  'hub.report': endpoint({
    method: 'POST',
    path: 'hub/reported',
    access: 'hub',
    summary: 'Which settings are in force.',
    body: z.strictObject({ cameras: z.array(reportedCamera).max(500) }),
  }),
  'hub.events': endpoint({
    method: 'POST',
    path: 'hub/events',
    access: 'hub',
    lasting: true,
    summary: 'A batch of events in order. The answer is the last sequence number that is stored for good.',
    body: z.strictObject({
      /** Changes when the hub's spool was created anew; sequence numbers start at 1 in each epoch. */
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
    summary: 'Orders to the hub, and heartbeats and live views from it, over a WebSocket.',
    answer: 'socket',
  }),
}

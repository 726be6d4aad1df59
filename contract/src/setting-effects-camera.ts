/** Effects of the settings of cameras, their apps and their subscribers. */
import type { AppSettings } from './camera/app-settings.ts'
import type { cameraFields } from './camera/camera-fields.ts'
import type { Subscribers } from './camera/subscriber.ts'
import { CAMERA_LICENCE, type EffectTable, FACT, type KeyOf } from './setting-effect.ts'

type SubscribersOf<Code> = Extract<AppSettings, { appCode: Code; subscribers: object }>['subscribers']

const subscribed =
  'service/src/alerting/notification/notification.test.ts :: CAM-04 recipients are the subscribers of the camera and of the app, of its unit and site only'
const byDevice =
  'service/src/alerting/notification/notification.sending.long.test.ts :: CAM-04 mobile subscribers are notified on phones, desktop ones on desktops, both on both'
const watchedOver =
  'service/src/alerting/escalation/escalation.test.ts :: SET-05 every rule of the camera or of the alert’s app fires, rules of other apps do not'
const login =
  'hub/src/pipeline/ingest/camera-flow.long.test.ts :: a locked camera opens with its password, gives frames and live video, and is recorded'
const named =
  'service/src/alerting/notification/notification.email.test.ts :: says in the reader’s language what happened where, with a link and no image'
const codes =
  'service/src/site/external/external.test.ts :: CAM-13 cameras without codes are left out, and a dry run lists them without sending'
const silence =
  'service/src/fleet/hub/hub.silence.alerts.long.test.ts :: CAM-15 a camera without frames becomes Inactive and raises one alert; with frames it is Online'
const sensitive = 'hub/src/detectors/person.test.ts :: a higher sensitivity sees smaller figures'
const changedPixels =
  'hub/src/detectors/motion.test.ts :: change below the threshold is quiet, change equal to it counts'
const notBackHours = 'hub/src/detectors/not-back.test.ts :: NIGHT-06 outside of the set hours an exit raises at once'
const lasting = 'hub/src/detectors/motion.test.ts :: motion shorter than asked for does not count'

export const CAMERA_SETTINGS = {
  name: named,
  description: FACT,
  type: 'service/src/camera/camera/camera.bulk.test.ts :: CAM-11 the hub starts and stops what watches a camera, and its state is stored',
  vendor:
    'hub/src/pipeline/ingest/clock-watch.test.ts :: REAL-09 the clock is read at the ONVIF port of the camera’s vendor',
  brand: FACT,
  model: FACT,
  installationDate: FACT,
  location: named,
  locationType: CAMERA_LICENCE,
  unitId:
    'service/src/camera/camera/camera.test.ts :: NAV-04 a user bound to units finds only the cameras of those units',
  tagIds:
    'service/src/alerting/alert/alert.narrowing.test.ts :: ALERT-02 SET-04 a tag finds the alerts of the cameras that carry it, together with other filters',
  shiftIds:
    'service/src/alerting/alert/alert.narrowing.test.ts :: SET-04 a shift with cameras finds their alerts alone, one without finds those of all cameras',
  streamUrl: login,
  subStreamUrl:
    'hub/src/pipeline/ingest/two-streams.long.test.ts :: REAL-06 detection runs on the small stream, and the big one is recorded and cut into clips',
  isSubStreamSameView:
    'hub/src/pipeline/ingest/camera-runner.test.ts :: REAL-06 a small stream of another shape is used once a person says that it shows the same view',
  streamingId: FACT,
  username: login,
  password: login,
  isBasicAllowed: 'hub/src/rtsp/camera-trust.test.ts :: a password is sent in plain text only if that is allowed',
  certificate:
    'hub/src/rtsp/camera-trust.test.ts :: REAL-09 a camera with another certificate than the accepted one is not read',
  agentId:
    'service/src/camera/camera/camera.changes.test.ts :: HUB-03 a camera moved to another hub leaves the first one and is new to the second',
  width: FACT,
  height: FACT,
  frameRate: FACT,
  angle:
    'hub/src/pipeline/ingest/remade-source.test.ts :: CAM-02 a camera that is mounted rotated is upright where it is judged, shown and recorded',
  sensitivity: sensitive,
  pixelChangePercent: changedPixels,
  sequenceDurationSeconds:
    'hub/src/pipeline/record/clip-span.test.ts :: ALERT-05 a clip begins five seconds before the motion and ends ten after it was raised',
  motionDurationSeconds: lasting,
  imageDurationSeconds:
    'hub/src/pipeline/analysis/analysis.test.ts :: APP-03 snapshots follow the set interval, and alerts have the set severity',
  places:
    'service/src/camera/camera/camera.beds.test.ts :: CAM-08 a bed that is drawn for the camera reaches its hub, and starts the apps about beds',
  placementAngleDegrees: FACT,
  placementHeightCm: FACT,
  roomSizeM2: FACT,
  ipAddress: FACT,
  macId: FACT,
  connection: FACT,
  ssid: FACT,
  signalStrengthDbm: FACT,
  channel: FACT,
  isPrivacyOn:
    'hub/src/pipeline/frame/privacy.long.test.ts :: CAM-09 privacy that is switched on at runtime: no later frame shows anything from before',
  privacyLevel:
    'hub/src/pipeline/frame/privacy.long.test.ts :: CAM-09 a person is one flat shape as silhouette, also long after they stopped moving',
  masks: 'hub/src/pipeline/frame/privacy.long.test.ts :: CAM-09 a person under a mask is neither shown nor detected',
  isInactiveAlertOn: silence,
  inactiveAlertMinutes: silence,
  subscribers: subscribed,
  escalationIds: watchedOver,
  isExternalAlertOn:
    'service/src/alerting/webhook/webhook.filter.test.ts :: CAM-02 only marked cameras have their codes in the body, and a target may ask for these alone',
  unitCode: codes,
  resCode: codes,
  axisApplication:
    'service/src/camera/camera/camera.bulk.test.ts :: CAM-11 the hub starts and stops what watches a camera, and its state is stored',
  homePreset:
    'hub/src/control/look/camera-looks.long.test.ts :: REAL-09 it returns to the home view of its settings a minute after the last press',
  inputKindId:
    'service/src/fleet/hub/events/events.inputs.test.ts :: REACH-63 an input becomes an alarm of its room under the site’s name, and its footage joins it',
  inputName:
    'hub/src/control/contact/input-events.test.ts :: REACH-63 an input is chosen by its token or by the number at its end',
  isInputNormallyClosed:
    'hub/src/control/contact/input-watch.long.test.ts :: REACH-63 a contact that rests closed raises when it opens',
  extraConfig: FACT,
} as const satisfies EffectTable<keyof (typeof cameraFields)['shape']>

export const APP_SETTINGS = {
  inferenceEnvironment:
    'service/src/camera/camera/camera.apps.test.ts :: APP-03 CAM-08 only an AXIS camera may conclude by itself, and then watches one region',
  sensitivity: sensitive,
  snoozeSeconds:
    'hub/src/detectors/motion.test.ts :: a visit within the snooze is not raised unless it outlasts the snooze',
  regions: 'hub/src/detectors/person.test.ts :: counts only inside the watched region',
  pixelChangePercent: changedPixels,
  motionDurationSeconds: lasting,
  lookIn: 'hub/src/detectors/look-in.test.ts :: REAL-12 raises a possible fall where the site wants it',
  measuresOnly:
    'service/src/fleet/hub/events/events.silent.test.ts :: REAL-13 a fall on a camera that only measures is counted and calls nobody',
  model:
    'hub/src/pipeline/analysis/advanced-fall.long.test.ts :: APP-05 a model that sees the person lying makes the alert come sooner, and the alert names it',
  insidePercent:
    'hub/src/detectors/bed-exit.test.ts :: APP-04 a body with a smaller share on the bed than set was not in it',
  crossPercent: 'hub/src/detectors/bed-exit.test.ts :: crossing begins at the share that is set',
  maxMergedContours:
    'hub/src/detectors/bed-exit.test.ts :: APP-04 a body in three contours counts when three may be merged, and not with one',
  exitSides: 'hub/src/detectors/bed-exit.test.ts :: an unwatched side raises no exit, the watched one does',
  notBackWithinMinutes:
    'hub/src/detectors/not-back.test.ts :: NIGHT-06 an exit raises after the set minutes, and not when the resident is back',
  notBackFromMinute: notBackHours,
  notBackToMinute: notBackHours,
  severity:
    'hub/src/pipeline/analysis/analysis.test.ts :: APP-03 snapshots follow the set interval, and alerts have the set severity',
  escalationIds: watchedOver,
  subscribers: subscribed,
  isNobodyNotified:
    'service/src/camera/camera/camera.notified.test.ts :: CAM-04 a detection without subscribers is not switched on, unless that is explicitly requested',
} as const satisfies EffectTable<Exclude<KeyOf<AppSettings>, 'appCode'>>

/** The lists of a detection. */
const ALERT_SUBSCRIBERS = {
  emails:
    'service/src/alerting/notification/notice.audience.test.ts :: subscribers of camera and app are merged, each on the channels of their kind, once',
  mobileUserIds: byDevice,
  desktopUserIds: byDevice,
  userIds: subscribed,
  unitIds: subscribed,
  onDuty:
    'service/src/alerting/notification/notice.duty.test.ts :: CAM-04 those on duty are notified as of that moment, by unit, shift and camera',
} as const satisfies EffectTable<keyof SubscribersOf<'A005'>>

/** The list of live streaming. */
const CHECK_IN_SUBSCRIBERS = {
  reminderUserIds:
    'service/src/reminder.test.ts :: CAM-04 subscribers to check-ins and live streaming are reminded, alert subscribers are not',
} as const satisfies EffectTable<keyof SubscribersOf<'A008'>>

/** A camera has both. */
export const SUBSCRIBER_SETTINGS = {
  ...ALERT_SUBSCRIBERS,
  ...CHECK_IN_SUBSCRIBERS,
} as const satisfies EffectTable<keyof Subscribers>

/**
 * Every editable field of a camera, with its limits and the keys of its errors. Requirements CAM-02, CAM-03, CAM-09.
 */
import { z } from 'zod'
import { ALERT_APP_CODES, type AlertAppCode, APPS, LOCATION_TYPES } from '../shared/app-catalogue.ts'
import { whenMissing } from '../shared/errors.ts'
import { region } from '../shared/geometry.ts'
import { calendarDay } from '../shared/page.ts'
import { REGIONS_MAX } from '../shared/polygon.ts'
import { codeText, nameText } from '../shared/text.ts'
import { sensitivity } from './app-settings.ts'
import { ANGLES, CAMERA_TYPES } from './camera-lists.ts'
import { CAMERA_MAKERS } from './camera-profiles.ts'
import { place } from './place/place.ts'
import { isSameDevice } from './stream/stream-pair.ts'
import { NO_SUBSCRIBERS, subscribers } from './subscriber.ts'

export const cameraType = z.enum(CAMERA_TYPES)
export type CameraType = z.infer<typeof cameraType>
/** Whether a camera of this type runs its own application that can infer by itself: the hub analyzes all others. */
export const hasOwnApplication = (type: CameraType): boolean => type === 'AXIS'
/** Manufacturers with a profile, and I-O DATA. */
export const cameraVendor = z.enum([...CAMERA_MAKERS, 'IO_DATA'])
export const locationType = z.enum(LOCATION_TYPES)
type LocationType = z.infer<typeof locationType>
/**
 * Detections that are on for a new camera. Motion and person would raise an alert for every visit; an app about the bed
 * waits until the bed is outlined. domain.md "A new camera".
 */
export const appsOfNewCamera = (at: LocationType): AlertAppCode[] =>
  ALERT_APP_CODES.filter((code) => APPS[code].onAt.some((location) => location === at))
export const privacyLevel = z.enum(['none', 'blur', 'silhouette'])
type PrivacyLevel = z.infer<typeof privacyLevel>
export const connection = z.enum(['wired', 'wireless'])

const required = (field: string, most: number) => nameText(`camera.${field}-required`, most)
const code = (most: number) => codeText().max(most).default('')
const whole = (least: number, most: number) => z.number().int().min(least).max(most)

/** Tags of one camera. */
export const CAMERA_TAGS_MAX = 50

/** RTSP and MJPEG over HTTP, plain or over TLS; `scene:` is the demo's own source. Only the hub opens it, never the service. */
const streamUrl = z
  .string(whenMissing('camera.stream-url-required'))
  .trim()
  .min(1, 'camera.stream-url-required')
  .max(2000)
  .regex(/^((rtsp|http)s?:\/\/|scene:)/i, 'camera.stream-url-scheme')

/**
 * The certificate that a person accepted for a stream over TLS, as SHA-256 in hex; null: only one of a known authority.
 */
export const acceptedCertificate = z
  .string()
  .regex(/^[0-9A-F]{64}$/, 'camera.certificate-invalid')
  .nullable()

/** What a hub gets of it. */
export const streamTrust = {
  isBasicAllowed: z.boolean(),
  certificate: acceptedCertificate,
}

const general = {
  name: required('name', 80),
  description: z
    .string(whenMissing('camera.description-required'))
    .trim()
    .min(1, 'camera.description-required')
    .max(500),
  type: z.enum(cameraType.options, 'camera.type-required'),
  /** Its manufacturer, whose profile has stream paths and ONVIF ports; null: another one. */
  vendor: cameraVendor.nullable().default(null),
  brand: required('brand', 80),
  model: required('model', 80),
  /** A day of the site's calendar. */
  installationDate: calendarDay('camera.installation-date-invalid').nullable().default(null),
  location: required('location', 80),
  locationType: locationType.default('ROOM'),
  unitId: z.uuid().nullable().default(null),
  tagIds: z.array(z.uuid()).max(CAMERA_TAGS_MAX, 'camera.tags-too-many').default([]),
  /** Shifts of the site that it belongs to. */
  shiftIds: z.array(z.uuid()).max(50).default([]),
}

/** Address on the same device with the same login; empty: the camera has a single stream. */
const subStreamUrl = z
  .string()
  .trim()
  .max(2000)
  .regex(/^$|^((rtsp|http)s?:\/\/|scene:)/i, 'camera.stream-url-scheme')
  .default('')

const stream = {
  streamUrl,
  subStreamUrl,
  /** A person saw that both streams show the same view although their shapes differ: the sub stream is squashed. */
  isSubStreamSameView: z.boolean().default(false),
  /** Name of the stream in the facility's own video system. */
  streamingId: required('streaming-id', 80),
  username: z.string().max(120).nullable().default(null),
  /** Never returned. Omitted in an edit: unchanged; null: none. */
  password: z.string().max(200).nullable().optional(),
  /** Whether the password may be sent unencrypted, if the camera supports nothing better. */
  isBasicAllowed: z.boolean().default(false),
  certificate: acceptedCertificate.default(null),
  /** The hub that is to watch it; omitted: the site's only hub. */
  agentId: z.uuid().optional(),
}

/** Expected frame properties, and parameters of the apps. */
const image = {
  /** Pixels; null: as the camera sends it. */
  width: whole(16, 16_384).nullable().default(null),
  height: whole(16, 16_384).nullable().default(null),
  /** Frames per second; null: as the camera sends it. */
  frameRate: z.number().min(0.1).max(240).nullable().default(null),
  /** Degrees clockwise by which the camera is mounted rotated: its hub turns its frames upright by as much. */
  angle: z.literal(ANGLES).default(0),
  sensitivity: sensitivity.default('medium'),
  /** Share of a region's pixels that must change, in percent. */
  pixelChangePercent: z.number().min(0.1).max(100).default(1.5),
  /** Length of a clip. */
  sequenceDurationSeconds: whole(6, 60).default(15),
  /** Seconds of uninterrupted motion before it counts. */
  motionDurationSeconds: z.number().min(0).max(600).default(2),
  /** Seconds between two snapshots of the list. */
  imageDurationSeconds: whole(5, 3600).default(10),
  /** Beds, for every app about beds; seats and doors, where a fall is not what it looks like. */
  places: z.array(place).max(REGIONS_MAX).default([]),
}

const placement = {
  /** Degrees below the horizontal. */
  placementAngleDegrees: z.number().min(-90).max(90).nullable().default(null),
  placementHeightCm: whole(0, 2000).nullable().default(null),
  roomSizeM2: z.number().min(0).max(10_000).nullable().default(null),
}

const network = {
  ipAddress: codeText()
    .pipe(z.union([z.literal(''), z.ipv4(), z.ipv6()], 'camera.ip-address-invalid'))
    .default(''),
  macId: codeText()
    .regex(/^(([0-9A-Fa-f]{2}[:-]){5}[0-9A-Fa-f]{2})?$/, 'camera.mac-id-invalid')
    .default(''),
  connection: connection.default('wired'),
  ssid: z.string().trim().max(32).default(''),
  /** dBm, as measured by the installer. */
  signalStrengthDbm: whole(-120, 0).nullable().default(null),
  channel: whole(1, 233).nullable().default(null),
}

const privacy = {
  isPrivacyOn: z.boolean().default(false),
  privacyLevel: privacyLevel.default('none'),
  /** Regions that are always hidden, whatever the level. */
  masks: z.array(region).max(REGIONS_MAX).default([]),
}

const notice = {
  isInactiveAlertOn: z.boolean().default(false),
  inactiveAlertMinutes: whole(1, 9_999_999).nullable().default(null),
  subscribers: subscribers.default(NO_SUBSCRIBERS),
  escalationIds: z.array(z.uuid()).max(20).default([]),
}

const external = {
  /** Whether alerts are also sent to the site's external system. */
  isExternalAlertOn: z.boolean().default(false),
  unitCode: code(40),
  resCode: code(40),
}

/** A name of applications on AXIS cameras; empty: none. */
export const axisApplication = codeText().regex(/^[A-Za-z0-9_.-]{0,64}$/, 'camera.axis-application-invalid')

const system = {
  /** Name of the application on an AXIS camera, as in the camera's own list. It is started and stopped by this name. */
  axisApplication: axisApplication.default(''),
  /**
   * The stored view (preset) to which a turning camera returns, by its name on the camera; empty: its home position.
   */
  homePreset: z.string().trim().max(80).default(''),
  /** The kind of alert that its digital input raises; null: the input is not read. */
  inputKindId: z.uuid().nullable().default(null),
  /** The ONVIF token of that input, or the number at its end; empty: any input. */
  inputName: z.string().trim().max(64).default(''),
  /** The contact rests closed and opens to raise an alert. */
  isInputNormallyClosed: z.boolean().default(false),
  /** A JSON object with settings of this camera alone; empty: none. */
  extraConfig: z.string().max(4000).refine(isJsonObject, 'camera.extra-config-invalid').default(''),
}

/** All fields without the rules between them: an edit is a subset. */
export const cameraFields = z.strictObject({
  ...general,
  ...stream,
  ...image,
  ...placement,
  ...network,
  ...privacy,
  ...notice,
  ...external,
  ...system,
})

type Rules = {
  streamUrl?: string
  subStreamUrl?: string
  isInactiveAlertOn?: boolean
  inactiveAlertMinutes?: number | null
  isPrivacyOn?: boolean
  privacyLevel?: PrivacyLevel
  masks?: readonly unknown[]
}
/** Rules between fields, for a whole camera: each error belongs to the field that must change. */
function cameraRules(it: Rules, context: z.RefinementCtx): void {
  const error = (field: keyof Rules, message: string) => context.addIssue({ code: 'custom', path: [field], message })
  if (it.isInactiveAlertOn && it.inactiveAlertMinutes == null) {
    error('inactiveAlertMinutes', 'camera.inactive-alert-minutes-required')
  }
  const { streamUrl = '', subStreamUrl = '' } = it
  if (subStreamUrl !== '' && subStreamUrl === streamUrl) error('subStreamUrl', 'camera.sub-stream-same')
  // The password is sent only to the device for which it was typed.
  else if (subStreamUrl !== '' && !isScenes(streamUrl, subStreamUrl) && !isSameDevice(streamUrl, subStreamUrl)) {
    error('subStreamUrl', 'camera.sub-stream-other-device')
  }
  // Reject privacy without any effect.
  if (it.isPrivacyOn && it.privacyLevel === 'none' && it.masks?.length === 0) {
    error('privacyLevel', 'camera.privacy-level-required')
  }
}

/** Drawn rooms of the demo, which have no host. */
const isScenes = (...addresses: string[]) => addresses.every((address) => /^scene:/i.test(address))

/** A new camera: the ten required fields, and defaults for the rest. CAM-03. */
export const cameraDraft = cameraFields.superRefine(cameraRules)
export type CameraDraft = z.input<typeof cameraDraft>

/** For forms: required facts that nobody typed are taken from the name, and otherwise read `unknown`. DOOR-03. */
export function newCameraDraft(unknown: string): z.ZodType<z.output<typeof cameraDraft>, CameraDraft> {
  const filled = (draft: CameraDraft) => {
    const name = draft.name?.trim() || unknown
    const { description, streamingId, brand, model, type = 'UNKNOWN' } = draft
    const known = { description: description || name, streamingId: streamingId || name }
    return { ...draft, ...known, brand: brand || unknown, model: model || unknown, type }
  }
  return z.preprocess((draft) => filled(draft as CameraDraft), cameraDraft) as z.ZodType<
    z.output<typeof cameraDraft>,
    CameraDraft
  >
}

function isJsonObject(text: string): boolean {
  if (text.trim() === '') return true
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  } catch {
    return false
  }
}

export const peopleLook = z.enum(['clear', 'blurred', 'silhouettes'])
export type PeopleLook = z.infer<typeof peopleLook>

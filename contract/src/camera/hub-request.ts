/** Requests of the service to a hub over its socket, with one response each. Requirements CAM-11, CAM-12, HUB-01. */
import { z } from 'zod'
import { appPackage } from '../shared/apps.ts'
import { fact, factText, laterFact } from '../shared/fact.ts'
import { box, detection, point } from '../shared/geometry.ts'
import { ambientChange, ambientFacts } from './ambient/ambient-facts.ts'
import { hubAppSettings } from './app-settings.ts'
import { streamTrust } from './camera-fields.ts'
import { CAMERA_MAKERS } from './camera-profiles.ts'
import { CONTACT_METHODS, CONTACT_OUTPUTS_MAX, CONTACT_STATES } from './contact-lists.ts'
import { cameraLook, presetToken } from './look/look-state.ts'
import { installationStatus, runningAction, runningStatus } from './running.ts'
import { schedule } from './schedule.ts'
import { CERTIFICATE_ERRORS, DETAIL_ERRORS, HOST_ERRORS, MAKER_ERRORS, STREAM_ERRORS } from './stream-errors.ts'
import { WALK_BLIND, WALK_SEEN, WALK_STEPS } from './walk/walk-lists.ts'

const login = { username: z.string().max(120).nullable(), password: z.string().max(200).nullable() }
/** Text reported by a device: shown as text, never trusted. */
const deviceText = z.string().max(200)
/** Characters of a frame in base64: about 225 kB of JPEG. */
export const ANSWER_IMAGE_CHARACTERS = 300_000

/** Maximum number of hosts in a request; with more, no frame is returned. */
export const PRIVATE_HOSTS_MAX = 1000
/** `cameraId`: null if the camera is not registered yet. `streamUrl` without user and password. */
const probe = z.object({
  type: z.literal('probe'),
  cameraId: z.uuid().nullable(),
  streamUrl: z.string().max(2000),
  /** Hosts of the site's cameras with privacy, those of other hubs too. CAM-09 */
  privateHosts: z.array(z.string().max(253)).max(PRIVATE_HOSTS_MAX),
  ...login,
  ...streamTrust,
})
/**
 * `hosts`: also queried individually, if multicast does not reach them; ranges (10.0.0.0/24) also find devices that
 * only speak RTSP. With a login the devices list their streams.
 */
const discover = z.object({ type: z.literal('discover'), hosts: z.array(z.string().max(253)).max(16), ...login })
/**
 * `cameraId` null: the hub itself. VCARE: detection, on the hub or for the camera; BOOTSTRAP: the program, restart
 * only.
 */
const control = z.object({
  type: z.literal('control'),
  cameraId: z.uuid().nullable(),
  package: appPackage,
  action: runningAction,
})
/** For an AXIS camera of this hub, which knows its address and login. `status` changes nothing. */
const acap = z.object({
  type: z.literal('acap'),
  cameraId: z.uuid(),
  /** Name of the application on the camera, as in the camera's own list. */
  application: z.string().regex(/^[A-Za-z0-9_.-]{1,64}$/),
  action: z.enum(['status', ...runningAction.options]),
})

/** What an app detects now, and what it would have raised in the last hour with other settings. APP-06. */
const tryout = z.object({
  type: z.literal('tryout'),
  cameraId: z.uuid(),
  settings: hubAppSettings,
  /** Null: always on. */
  schedule: schedule.nullable(),
})
export type TryoutRequest = z.infer<typeof tryout>

/** Whether the camera has seen this step of a walk test since it began. REAL-11. */
const walk = z.object({
  type: z.literal('walk'),
  cameraId: z.uuid(),
  step: z.enum(WALK_STEPS),
  /** Position on the floor, in shares of the frame; null: anywhere. */
  spot: point.nullable(),
  since: z.iso.datetime(),
})
export type WalkRequest = z.infer<typeof walk>
/** What was learned; after applying `change`, if present. REAL-04, REAL-12. */
const ambient = z.object({ type: z.literal('ambient'), cameraId: z.uuid(), change: ambientChange.nullable() })
export type AmbientRequest = z.infer<typeof ambient>
/** The stored views of a camera that can turn (ONVIF PTZ): lists them, moves to one, or returns. REAL-09 */
const look = z.object({
  type: z.literal('look'),
  cameraId: z.uuid(),
  action: z.enum(['status', 'go', 'return']),
  /** Null unless it moves to one. */
  preset: presetToken.nullable(),
})
export type LookRequest = z.infer<typeof look>
/** The device of a nurse-call contact. `http`: addresses in the home's network; `header` goes with each request. REACH-60 */
export const contactDevice = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('http'),
    method: z.enum(CONTACT_METHODS),
    closeUrl: z.string().max(500),
    openUrl: z.string().max(500),
    /** Empty: it reports no state; else the words of a closed and of an open one. */
    stateUrl: z.string().max(500),
    closedText: z.string().max(100),
    openText: z.string().max(100),
    header: z.object({ name: z.string().max(60), value: z.string().max(500) }).nullable(),
  }),
  z.object({
    kind: z.literal('onvif'),
    cameraId: z.uuid(),
    /** Which of the camera's relay outputs, from 1. */
    output: z.number().int().min(1).max(CONTACT_OUTPUTS_MAX),
  }),
])
/** Brings a contact into the wanted state. `isCheck`: it should be in it already; one that reports it is not touched. */
const contact = z.object({
  type: z.literal('contact'),
  contactId: z.uuid(),
  device: contactDevice,
  want: z.enum(CONTACT_STATES),
  isCheck: z.boolean(),
})
export type ContactOrder = z.infer<typeof contact>
/** Requests that the worker of a camera answers. */
export type CameraRequest = TryoutRequest | WalkRequest | AmbientRequest

export const hubRequest = z.discriminatedUnion('type', [
  probe,
  discover,
  control,
  acap,
  tryout,
  walk,
  ambient,
  look,
  contact,
])
export type HubRequest = z.infer<typeof hubRequest>

/** A stream format as measured. */
const format = {
  codec: z.string().max(60),
  width: z.number().int().min(0).max(65_535),
  height: z.number().int().min(0).max(65_535),
  framesPerSecond: z.number().min(0).max(1000).nullable(),
}

/** Why a hub could not do what was requested. */
export const hubError = z.discriminatedUnion('code', [
  fact(
    [
      ...STREAM_ERRORS,
      ...HOST_ERRORS,
      'unreachable',
      'busy',
      'camera-unknown',
      'not-allowed',
      'not-axis',
      'answer-unreadable',
      /**
       * For a turning camera: it has no view to return to; no such view; it was away for too long, and returns first.
       */
      'home-missing',
      'preset-unknown',
      'away-too-long',
      'helper-lost',
      'stopping',
      /** Set by the service, for roles that may not see the details. */
      'not-done',
    ],
    {},
  ),
  /** `maker`: as far as its RTSP responses show it. */
  fact(MAKER_ERRORS, { maker: z.enum(CAMERA_MAKERS).optional() }),
  /** SHA-256 of the camera's certificate, in hex. */
  fact(CERTIFICATE_ERRORS, { fingerprint: factText }),
  fact(['not-installed'], { application: factText }),
  /** The camera's own error number. */
  fact(['camera-error'], { number: factText }),
  fact(DETAIL_ERRORS, { detail: factText }),
])
export type HubError = z.infer<typeof hubError>
export type HubErrorCode = HubError['code']

/** As sent by a hub: a newer one may know more codes. */
export const sentHubError = z.union([hubError, laterFact])
export type SentHubError = z.infer<typeof sentHubError>

/** Why a connection test shows no frame: the device is a camera with privacy, or that could not be ruled out. */
export const imageWithheld = z.enum(['privacy', 'unsure'])
export type ImageWithheld = z.infer<typeof imageWithheld>

const probed = z.object({
  type: z.literal('probe'),
  ...format,
  withheld: imageWithheld.nullable(),
  /** One frame as JPEG in base64, at most 960 px wide; empty when it is withheld. */
  jpeg: z.base64().max(ANSWER_IMAGE_CHARACTERS),
})
const device = z.object({
  address: deviceText,
  name: deviceText,
  manufacturer: deviceText.nullable(),
  model: deviceText.nullable(),
  firmware: deviceText.nullable(),
  serialNumber: deviceText.nullable(),
  /** Empty without a login, or if `error` has the reason. */
  streams: z.array(z.object({ name: deviceText, streamUrl: z.string().max(2000), ...format })).max(16),
})
export const discoveredDevice = device.extend({ error: hubError.nullable() })
export type DiscoveredDevice = z.infer<typeof discoveredDevice>
const discovered = z.object({ type: z.literal('discover'), devices: z.array(discoveredDevice).max(64) })
const sentDevices = z.array(device.extend({ error: sentHubError.nullable() })).max(64)
const controlled = z.object({ type: z.literal('control'), running: runningStatus })
const acapState = z.object({
  type: z.literal('acap'),
  running: runningStatus,
  installation: installationStatus,
  version: deviceText.nullable(),
})

/** Begin times of the alerts, newest first, and their total. */
const tried = z.object({ count: z.number().int().min(0), newest: z.array(z.iso.datetime()).max(50) })
export type Tried = z.infer<typeof tried>
/** What an app of a camera detects and would have raised. `frame` and `seen`: null while no frame arrives. */
export const tryoutFacts = z.object({
  frame: z.object({ jpeg: z.base64().max(ANSWER_IMAGE_CHARACTERS), takenAt: z.iso.datetime() }).nullable(),
  seen: z
    .object({
      /** False while the view is being learned: the other values are meaningless then. */
      isReliable: z.boolean(),
      changedPercent: z.number().min(0).max(100),
      movingPercent: z.number().min(0).max(100),
      /** The app's interpretation of the frame, a stable key such as `motion-confirmed`. */
      reason: z.string().max(40),
      detections: z.array(detection).max(20),
    })
    .nullable(),
  /**
   * The beginning of the hub's log: at most an hour ago, less after a start or with other regions; null: nothing yet.
   */
  logFrom: z.iso.datetime().nullable(),
  /** With the tried settings and schedule. */
  wouldRaise: tried,
  /** With the settings in force; null while the app is off. */
  raised: tried.nullable(),
})
const tryoutResult = tryoutFacts.extend({ type: z.literal('tryout') })

/** The camera's detections for a step of a walk test. */
export const walkFacts = z.object({
  frame: z.object({ jpeg: z.base64().max(ANSWER_IMAGE_CHARACTERS), takenAt: z.iso.datetime() }).nullable(),
  /** Null: the frame can be evaluated. */
  blind: z.enum(WALK_BLIND).nullable(),
  hasBed: z.boolean(),
  /** Everybody in the latest frame. `sitting`, `lying`: in or on the bed; `other`: on a chair, bent, or unclear. */
  people: z.array(z.object({ place: z.enum(['standing', 'sitting', 'lying', 'floor', 'other']), box })).max(20),
  /** Since the step began; when it was first seen, if at all. */
  result: z.enum(WALK_SEEN),
  seenAt: z.iso.datetime().nullable(),
})
export type WalkFacts = z.infer<typeof walkFacts>
const walked = walkFacts.extend({ type: z.literal('walk') })
const ambientResult = ambientFacts.extend({ type: z.literal('ambient') })
/** `isReported`: the device said so; false: it accepted the request. */
const contacted = z.object({
  type: z.literal('contact'),
  state: z.enum(CONTACT_STATES),
  isReported: z.boolean(),
})
const looked = cameraLook.extend({ type: z.literal('look') })

export const hubResult = z.discriminatedUnion('type', [
  probed,
  discovered,
  controlled,
  acapState,
  tryoutResult,
  walked,
  ambientResult,
  looked,
  contacted,
])
type HubResult = z.infer<typeof hubResult>
/** As sent by a hub. */
export const sentHubResult = z.discriminatedUnion('type', [
  probed,
  discovered.extend({ devices: sentDevices }),
  controlled,
  acapState,
  tryoutResult,
  walked,
  ambientResult,
  looked,
  contacted,
])
export type SentHubResult = z.infer<typeof sentHubResult>
export type HubRequestType = HubRequest['type']
type ResultOfRequest<T extends HubRequestType> = Extract<HubResult, { type: T }>

/** A hub responds with its result, or with an error. */
export type HubAnswer<T extends HubRequestType> =
  | { result: ResultOfRequest<T>; error?: undefined }
  | { result?: undefined; error: HubError }

/** At most one request of a kind at a time for one camera; for requests without a camera, one of a kind per hub. */
export function subjectOf(asked: HubRequest): string {
  if (asked.type === 'contact') return `contact ${asked.contactId}`
  const cameraId = asked.type === 'discover' ? null : asked.cameraId
  if (asked.type === 'probe' && cameraId === null) return `probe ${asked.streamUrl}`
  // Listing views must not block a request that turns the camera.
  if (asked.type === 'look') return `look ${asked.action} ${cameraId}`
  return `${asked.type} ${cameraId ?? ''}`
}

/**
 * Converts rows to the desired settings of a hub: a camera's document with all numbers filled in, and no data about
 * people.
 */

import {
  type AppSettings,
  appSettings,
  type HubAppSettings,
  hubAppSettings,
} from '@mimamori/contract/camera/app-settings.ts'
import { bedsOf, placesOf } from '@mimamori/contract/camera/place/beds.ts'
import type { Place } from '@mimamori/contract/camera/place/place.ts'
import type { DesiredCamera } from '@mimamori/contract/fleet/hub.ts'
import { APPS } from '@mimamori/contract/shared/app-catalogue.ts'
import { type AlertAppCode, alertAppCode } from '@mimamori/contract/shared/apps.ts'

/** Settings of an app that raises alerts. */
export type DetectionSettings = Extract<AppSettings, { appCode: AlertAppCode }>

/** The camera's defaults, for values that an app's settings leave open. */
type CameraOwn = { pixelChangePercent: number; motionDurationSeconds: number }
/** An app that was never set up has the camera's sensitivity. */
type Sensitivity = HubAppSettings['sensitivity']

export type DesiredRow = CameraOwn &
  Omit<
    DesiredCamera,
    | 'password'
    | 'apps'
    | 'beds'
    | 'seats'
    | 'doors'
    | 'clipBeforeSeconds'
    | 'clipAfterSeconds'
    | 'privacy'
    | 'recording'
    | 'live'
  > & {
    /** The hub that is to have the document. */
    agentId: string
    sensitivity: Sensitivity
    passwordSealed: string | null
    sequenceDurationSeconds: number
    /** Whether the site has recording enabled. */
    isRecordingEnabled: boolean
    isLiveStreamingEnabled: boolean
    isPrivacyOn: boolean
    privacyLevel: DesiredCamera['privacy']['level']
    masks: DesiredCamera['privacy']['masks']
    places: Place[]
    /** The apps that are on, with their effective schedule. */
    apps: { appCode: string; settings: unknown; schedule: DesiredCamera['apps'][number]['schedule'] }[]
  }

/** A camera's settings without its password. */
type DesiredDocument = Omit<DesiredCamera, 'password'>

/** Time from the beginning of a clip to its alert. */
const CLIP_BEFORE_SECONDS = 5

/**
 * An app about beds is sent to the hub once a bed region exists. A007 and A008 raise no alerts: they define when the
 * hub records and when it sends live video.
 */
export function toDesired(row: DesiredRow): DesiredDocument {
  const beds = bedsOf(row.places)
  return {
    cameraId: row.cameraId,
    version: row.version,
    name: row.name,
    streamUrl: row.streamUrl,
    subStreamUrl: row.subStreamUrl,
    isSubStreamSameView: row.isSubStreamSameView,
    angle: row.angle,
    username: row.username,
    isBasicAllowed: row.isBasicAllowed,
    certificate: row.certificate,
    vendor: row.vendor,
    isEnabled: row.isEnabled,
    beds,
    seats: placesOf(row.places, 'seat'),
    doors: placesOf(row.places, 'door'),
    apps: row.apps.flatMap(({ appCode, settings: stored, schedule }) => {
      const code = alertAppCode.safeParse(appCode)
      if (!code.success || (APPS[code.data].isAboutBed && beds.length === 0)) return []
      const settings = settingsFrom(code.data, { sensitivity: row.sensitivity, ...(stored as object | null) })
      const severity = settings.severity ?? APPS[code.data].severity
      return [{ appCode: code.data, settings: toHubSettings(settings, row), severity, schedule }]
    }),
    recording: scheduleOf(row, 'A007', row.isRecordingEnabled),
    live: scheduleOf(row, 'A008', row.isLiveStreamingEnabled),
    timezone: row.timezone,
    clipBeforeSeconds: CLIP_BEFORE_SECONDS,
    clipAfterSeconds: row.sequenceDurationSeconds - CLIP_BEFORE_SECONDS,
    snapshotEverySeconds: row.snapshotEverySeconds,
    privacy: { level: row.isPrivacyOn ? row.privacyLevel : 'none', masks: row.masks },
    hasBlurredClips: row.hasBlurredClips,
    hasClips: row.hasClips,
    viewAcceptedAt: row.viewAcceptedAt,
    homePreset: row.homePreset,
    input: row.input,
    extraConfig: row.extraConfig,
  }
}

/** When an app runs that is on and enabled at the camera's site; null: never. */
function scheduleOf({ apps }: DesiredRow, appCode: 'A007' | 'A008', isAtSite: boolean): DesiredDocument['recording'] {
  const app = apps.find((one) => one.appCode === appCode)
  return app && isAtSite ? { schedule: app.schedule } : null
}

/** The settings with the contract's defaults; settings that no longer match the contract count as missing. */
export function settingsFrom(appCode: AlertAppCode, stored: unknown): DetectionSettings {
  const parsed = appSettings.safeParse({ ...(stored ?? {}), appCode })
  return (parsed.success ? parsed.data : appSettings.parse({ appCode })) as DetectionSettings
}

/** An app's settings for a hub: no data about people, and open numbers filled in from the camera. */
export function toHubSettings(settings: DetectionSettings, camera: CameraOwn): HubAppSettings {
  const { pixelChangePercent, motionDurationSeconds } = camera
  const own = Object.entries(settings).filter(([, value]) => value !== null)
  return hubAppSettings.parse({ pixelChangePercent, motionDurationSeconds, ...Object.fromEntries(own) })
}

/** From rows to the settings that a hub shall have: a camera's document, every number filled in, nothing about people. */

import { APPS } from '@mimamori/contract/camera/app-catalogue.ts'
import {
  type AppSettings,
  appSettings,
  awaitsBed,
  type HubAppSettings,
  hubAppSettings,
} from '@mimamori/contract/camera/app-settings.ts'
import { type AlertAppCode, alertAppCode } from '@mimamori/contract/camera/apps.ts'
import type { DesiredCamera } from '@mimamori/contract/fleet/hub.ts'

/** Settings of an app that raises alerts. */
export type DetectionSettings = Extract<AppSettings, { appCode: AlertAppCode }>

/** What the camera itself says where an app's settings leave it open. */
type CameraOwn = { pixelChangePercent: number; motionDurationSeconds: number }
/** An app that was never set up looks as the camera says. */
type Sensitivity = HubAppSettings['sensitivity']

export type DesiredRow = CameraOwn &
  Omit<
    DesiredCamera,
    'password' | 'apps' | 'clipBeforeSeconds' | 'clipAfterSeconds' | 'privacy' | 'recording' | 'live'
  > & {
    /** The hub that shall have it. */
    agentId: string
    sensitivity: Sensitivity
    passwordSealed: string | null
    sequenceDurationSeconds: number
    /** Of the site. */
    isRecordingEnabled: boolean
    isLiveStreamingEnabled: boolean
    isPrivacyOn: boolean
    privacyLevel: DesiredCamera['privacy']['level']
    masks: DesiredCamera['privacy']['masks']
    /** The apps that are on, with the schedule that holds. */
    apps: { appCode: string; settings: unknown; schedule: DesiredCamera['apps'][number]['schedule'] }[]
  }

/** A camera's settings without its password. */
type DesiredDocument = Omit<DesiredCamera, 'password'>

/** Time from the beginning of a clip to its alert. */
const CLIP_BEFORE_SECONDS = 5

/**
 * An app about a bed goes to the hub once the bed is outlined. A007 and A008 raise no alerts: they are when the hub records
 * and when it sends live pictures.
 */
export function toDesired(row: DesiredRow): DesiredDocument {
  return {
    cameraId: row.cameraId,
    version: row.version,
    name: row.name,
    streamUrl: row.streamUrl,
    subStreamUrl: row.subStreamUrl,
    username: row.username,
    isBasicAllowed: row.isBasicAllowed,
    certificate: row.certificate,
    vendor: row.vendor,
    isEnabled: row.isEnabled,
    apps: row.apps.flatMap(({ appCode, settings: stored, schedule }) => {
      const code = alertAppCode.safeParse(appCode)
      if (!code.success) return []
      const settings = settingsFrom(code.data, { sensitivity: row.sensitivity, ...(stored as object | null) })
      if (awaitsBed(settings)) return []
      const severity = settings.severity ?? APPS[code.data].severity
      return [{ appCode: code.data, settings: toHubSettings(settings, row), severity, schedule }]
    }),
    recording: scheduleOf(row, 'A007', row.isRecordingEnabled),
    live: scheduleOf(row, 'A008', row.isLiveStreamingEnabled),
    timezone: row.timezone,
    clipBeforeSeconds: CLIP_BEFORE_SECONDS,
    clipAfterSeconds: row.sequenceDurationSeconds - CLIP_BEFORE_SECONDS,
    stillEverySeconds: row.stillEverySeconds,
    privacy: { level: row.isPrivacyOn ? row.privacyLevel : 'none', masks: row.masks },
    hasBlurredClips: row.hasBlurredClips,
    hasClips: row.hasClips,
    viewAcceptedAt: row.viewAcceptedAt,
    homePreset: row.homePreset,
    extraConfig: row.extraConfig,
  }
}

/** When an app runs that is on and that the camera's site has; null: never. */
function scheduleOf({ apps }: DesiredRow, appCode: 'A007' | 'A008', isAtSite: boolean): DesiredDocument['recording'] {
  const app = apps.find((one) => one.appCode === appCode)
  return app && isAtSite ? { schedule: app.schedule } : null
}

/** The settings with the contract's defaults; settings that the contract no longer knows count as none. */
export function settingsFrom(appCode: AlertAppCode, stored: unknown): DetectionSettings {
  const parsed = appSettings.safeParse({ ...(stored ?? {}), appCode })
  return (parsed.success ? parsed.data : appSettings.parse({ appCode })) as DetectionSettings
}

/** What a hub gets of an app: nothing about people, and the numbers that are left open filled in from the camera. */
export function toHubSettings(settings: DetectionSettings, camera: CameraOwn): HubAppSettings {
  const { pixelChangePercent, motionDurationSeconds } = camera
  const own = Object.entries(settings).filter(([, value]) => value !== null)
  return hubAppSettings.parse({ pixelChangePercent, motionDurationSeconds, ...Object.fromEntries(own) })
}

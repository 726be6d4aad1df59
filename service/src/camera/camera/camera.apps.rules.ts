/**
 * The effective state of an app on a camera: its own setting, otherwise its unit's, otherwise its site's. Requirement
 * APP-02.
 */

import { type AppSettings, appSettings } from '@mimamori/contract/camera/app-settings.ts'
import type { CameraApp, SiteLack } from '@mimamori/contract/camera/camera-app.ts'
import { type CameraType, hasOwnApplication } from '@mimamori/contract/camera/camera-fields.ts'
import { withBeds } from '@mimamori/contract/camera/place/beds.ts'
import { NO_ALERT_SUBSCRIBERS, NO_CHECK_IN_SUBSCRIBERS } from '@mimamori/contract/camera/subscriber.ts'
import { APPS } from '@mimamori/contract/shared/app-catalogue.ts'
import type { AppCode } from '@mimamori/contract/shared/apps.ts'
import { opensDetection } from '@mimamori/contract/site/packages.ts'
import type { CameraAppRow, CameraApps } from './camera.apps.queries.ts'
import { notifiesOf } from './camera.notified.ts'

type Site = Omit<CameraApps, 'id' | 'tenantId' | 'unitId' | 'apps'>

/** `isDiscreet` leaves out the subscribers. */
export function toCameraApp(row: CameraAppRow, site: Site, isDiscreet: boolean): CameraApp {
  const { appCode } = row
  const parsed = appSettings.safeParse({ ...(row.settings ?? {}), appCode })
  const own = ofType(parsed.success ? parsed.data : appSettings.parse({ appCode }), site.type)
  const settings = withBeds(own, site.places)
  return {
    appCode,
    state: row.state,
    ...effectiveState(row, site),
    missingAtSite: missingAtSite(appCode, site),
    settings: isDiscreet ? withoutPeople(settings) : settings,
    notifies: notifiesOf(appCode, row.settings, row.isReached || site.isReached),
    severity: ('severity' in settings ? settings.severity : null) ?? APPS[appCode].severity,
    ...toSchedules(row),
    isRunnable: isRunnable(appCode, site.runnableApps),
  }
}

function withoutPeople(settings: AppSettings): AppSettings {
  if (settings.appCode === 'A008') return { ...settings, subscribers: NO_CHECK_IN_SUBSCRIBERS }
  return 'subscribers' in settings ? { ...settings, subscribers: NO_ALERT_SUBSCRIBERS } : settings
}

/** A camera that changed its type retains a setting that has no effect there. */
function ofType(settings: AppSettings, type: CameraType): AppSettings {
  if (!('inferenceEnvironment' in settings) || hasOwnApplication(type)) return settings
  return { ...settings, inferenceEnvironment: 'cloud' }
}

/** GLOBAL is on unless the unit or the site turns it off; the site's license must include the app. */
function effectiveState(row: CameraAppRow, site: Site): Pick<CameraApp, 'isOn' | 'stateFrom'> {
  const isOpen = missingAtSite(row.appCode, site) === null
  if (row.state !== 'GLOBAL') return { isOn: isOpen && row.state === 'ENABLED', stateFrom: 'camera' }
  const stateFrom = row.unit.state ? 'unit' : row.site.state ? 'site' : 'none'
  return { isOn: isOpen && (row.unit.state ?? row.site.state ?? 'ENABLED') === 'ENABLED', stateFrom }
}

/** A camera without its own schedule follows its unit, otherwise its site, whatever its state. */
export function toSchedules({ schedule, unit, site }: CameraAppRow) {
  const scheduleFrom: CameraApp['scheduleFrom'] = schedule
    ? 'camera'
    : unit.schedule
      ? 'unit'
      : site.schedule
        ? 'site'
        : 'none'
  return { schedule, effectiveSchedule: schedule ?? unit.schedule ?? site.schedule, scheduleFrom }
}

/** The error key if the site's license or a consent for this app is missing. */
export function missingAtSite(appCode: AppCode, site: Site): SiteLack | null {
  if (appCode !== 'A008' && site.refused.includes(appCode === 'A007' ? 'recording' : 'detection'))
    return 'consent-refused'
  if (appCode === 'A008') return site.isLiveStreamingEnabled ? null : 'live-disabled'
  if (appCode === 'A007') return site.isRecordingEnabled ? null : 'recording-disabled'
  return opensDetection(site.packages) ? null : 'detection-not-licensed'
}

/** Live video needs no app: every hub can send it. */
function isRunnable(appCode: AppCode, runnableApps: readonly string[] | null): boolean | null {
  return appCode === 'A008' ? true : (runnableApps?.includes(appCode) ?? null)
}

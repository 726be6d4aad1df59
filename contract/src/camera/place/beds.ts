/** The beds of a camera among its places. No zod here: browsers take it as it is. CAM-08. */

import { APP_CODES, APPS, type AppCode } from '../../shared/app-catalogue.ts'
import type { Region } from '../../shared/geometry.ts'
import type { AppSettings } from '../app-settings.ts'
import type { Place } from './place.ts'

/** Apps that detect nothing until a bed is drawn. */
export const BED_APP_CODES: readonly AppCode[] = APP_CODES.filter((code) => APPS[code].isAboutBed)

/** The beds, without their kind. */
export function bedsOf(places: readonly Place[]): Region[] {
  return places.flatMap(({ kind, ...region }) => (kind === 'bed' ? [region] : []))
}

/** Regions as beds, which they are where an app about beds names them. */
export function toBeds(regions: readonly Region[]): Place[] {
  return regions.map((region) => ({ ...region, kind: 'bed' as const }))
}

/** The settings with the camera's beds as regions if the app is about beds: apps have no beds of their own. */
export function withBeds<Settings extends AppSettings>(settings: Settings, places: readonly Place[]): Settings {
  return BED_APP_CODES.includes(settings.appCode) ? { ...settings, regions: bedsOf(places) } : settings
}

/** The places of a camera by their kind. No zod here: browsers take it as it is. CAM-08. */

import { APP_CODES, APPS, type AppCode } from '../../shared/app-catalogue.ts'
import type { Region } from '../../shared/geometry.ts'
import type { AppSettings } from '../app-settings.ts'
import type { Place, PlaceKind } from './place.ts'

/** Apps that detect nothing until a bed is drawn. */
export const BED_APP_CODES: readonly AppCode[] = APP_CODES.filter((code) => APPS[code].isAboutBed)

/** The places of one kind, without it. */
export function placesOf(places: readonly Place[], wanted: PlaceKind): Region[] {
  return places.flatMap(({ kind, ...region }) => (kind === wanted ? [region] : []))
}

/** The beds, without their kind. */
export const bedsOf = (places: readonly Place[]): Region[] => placesOf(places, 'bed')

/** The places with other ones of that kind. */
export function withPlaces(places: readonly Place[], kind: PlaceKind, regions: readonly Region[]): Place[] {
  return [...places.filter((one) => one.kind !== kind), ...regions.map((region) => ({ ...region, kind }))]
}

/** Regions as beds, which they are where an app about beds names them. */
export const toBeds = (regions: readonly Region[]): Place[] => withPlaces([], 'bed', regions)

/** The settings with the camera's beds as regions if the app is about beds: apps have no beds of their own. */
export function withBeds<Settings extends AppSettings>(settings: Settings, places: readonly Place[]): Settings {
  return BED_APP_CODES.includes(settings.appCode) ? { ...settings, regions: bedsOf(places) } : settings
}

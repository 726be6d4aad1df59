/** The demo as database rows, with all ids derived from the seed: the same demo has the same ids everywhere. */

import { toBeds } from '@mimamori/contract/camera/place/beds.ts'
import { NO_SUBSCRIBERS } from '@mimamori/contract/camera/subscriber.ts'
import { type AppCode, alertAppCode } from '@mimamori/contract/shared/apps.ts'
import { HOUR_MS } from '@mimamori/contract/shared/duration.ts'
import { OPERATOR_TENANT_ID } from '#platform/platform.ts'
import { seededId } from './chance.ts'
import { DEMO_BEDS } from './demo-beds.ts'
import type { CameraPlan, Organisation, Person, Site } from './demo-parts.ts'
import { APPS_OF, ORGANISATIONS, PEOPLE, pauseSecondsOf, SHIFTS, TAGS, WATCHED_APPS_OF } from './demo-plan.ts'
import { DEMO_PRIVACY, NO_PRIVACY, type Privacy } from './demo-privacy.ts'

/** Part of every id, so that ids do not depend on when the demo was created. */
const BORN = new Date('2026-01-05T00:00:00Z')
/** Hours since the last contact of a hub whose cameras never sent a frame. */
const SILENT_HOURS = 26
/** In rooms these follow the unit. */
const FOLLOWS_UNIT: ReadonlySet<AppCode> = new Set(['A004', 'A008'])

export const demoId = (seed: string, ...words: string[]): string => seededId(BORN, seed, ...words)
export const tenantIdOf = (seed: string, code: string): string => demoId(seed, 'tenant', code)
export const cameraIdOf = (seed: string, site: Site, camera: CameraPlan): string =>
  demoId(seed, 'camera', site.key, camera.key)
export const userIdOf = (seed: string, person: Person): string => demoId(seed, 'user', person.email)
/** The hub of `npm start`; the other hubs of the demo do not run. */
export const demoHubId = (seed: string): string => demoId(seed, 'agent', 'sakura', 'demo')

export const unitIdOf = (seed: string, site: Site, unit: string): string => demoId(seed, 'unit', site.key, unit)
const hubIdOf = (seed: string, site: Site, camera: CameraPlan) =>
  camera.isDemo ? demoHubId(seed) : demoId(seed, 'agent', site.key, 'other')
const shiftIdOf = (seed: string, tenantId: string, name: string) => demoId(seed, 'shift', tenantId, name)
const tagIdOf = (seed: string, tenantId: string, name: string) => demoId(seed, 'tag', tenantId, name)

export const SITES: readonly Site[] = ORGANISATIONS.flatMap(({ sites }) => sites)

/** Only the cameras of the demo's hub have privacy. */
export function privacyOf({ key, isDemo }: Pick<CameraPlan, 'key' | 'isDemo'>): Privacy {
  return (isDemo && DEMO_PRIVACY[key]) || NO_PRIVACY
}

/** Organizations first: sites refer to them. */
export function tenantRows(seed: string) {
  const organisations = ORGANISATIONS.map((each) => ({
    ...tenantRow(seed, each),
    kind: 'organisation',
    parentId: null as string | null,
    packages: `{${each.packages.join(',')}}`,
    isRecordingEnabled: false,
    isLiveStreamingEnabled: false,
    streamingRestrictionMinutes: null as number | null,
    roomCameraLimit: 0,
    publicCameraLimit: 0,
  }))
  const sites = ORGANISATIONS.flatMap((organisation) =>
    organisation.sites.map((site) => ({
      ...tenantRow(seed, site),
      kind: 'site',
      parentId: tenantIdOf(seed, organisation.code) as string | null,
      packages: `{${site.packages.join(',')}}`,
      isRecordingEnabled: site.isRecordingEnabled,
      isLiveStreamingEnabled: site.isLiveStreamingEnabled,
      streamingRestrictionMinutes: site.streamingRestrictionMinutes,
      roomCameraLimit: site.limits?.rooms ?? 30,
      publicCameraLimit: site.limits?.publicPlaces ?? 10,
    })),
  )
  return [...organisations, ...sites]
}

function tenantRow(seed: string, { code, name }: Pick<Organisation | Site, 'code' | 'name'>) {
  return { id: tenantIdOf(seed, code), code, name }
}

export function unitRows(seed: string) {
  return SITES.flatMap((site) =>
    site.units.map((name) => ({ tenantId: tenantIdOf(seed, site.code), id: unitIdOf(seed, site, name), name })),
  )
}

export function userRows(seed: string) {
  return PEOPLE.map((person) => ({ ...person, tenantId: homeOf(seed, person), id: userIdOf(seed, person) }))
}

/** The person's tenant. */
export function homeOf(seed: string, { home }: Person): string {
  return home === null ? OPERATOR_TENANT_ID : tenantIdOf(seed, home)
}

export function userUnitRows(seed: string) {
  return PEOPLE.flatMap((person) => {
    const site = SITES.find(({ code }) => code === person.home)
    return (person.units ?? []).map((unit) => ({
      tenantId: homeOf(seed, person),
      userId: userIdOf(seed, person),
      unitId: unitIdOf(seed, site!, unit),
    }))
  })
}

export function shiftRows(seed: string) {
  return SITES.flatMap(({ code }) => {
    const tenantId = tenantIdOf(seed, code)
    return SHIFTS.map((shift) => ({ ...shift, tenantId, id: shiftIdOf(seed, tenantId, shift.name) }))
  })
}

export function userShiftRows(seed: string) {
  return PEOPLE.flatMap((person) => {
    if (!person.shift) return []
    const tenantId = homeOf(seed, person)
    return [{ tenantId, userId: userIdOf(seed, person), shiftId: shiftIdOf(seed, tenantId, person.shift) }]
  })
}

export function tagRows(seed: string) {
  return SITES.flatMap(({ code }) => {
    const tenantId = tenantIdOf(seed, code)
    return TAGS.map((name) => ({ tenantId, id: tagIdOf(seed, tenantId, name), name }))
  })
}

export type HubKeys = { publicId: string; hash: Buffer; lastFour: string }

/** `keyOf` returns the parts of a new key for each hub. */
export function agentRows(seed: string, now: Date, keyOf: (hubId: string) => HubKeys) {
  const of = (site: Site, id: string, name: string, lastActiveHoursAgo: number | null) => {
    const { publicId, hash, lastFour } = keyOf(id)
    return {
      tenantId: tenantIdOf(seed, site.code),
      id,
      name,
      publicId,
      keyHash: `\\x${hash.toString('hex')}`,
      keyLastFour: lastFour,
      status: lastActiveHoursAgo === null ? 'CREATED' : 'REGISTRATION_COMPLETE',
      lastActiveAt: lastActiveHoursAgo === null ? null : new Date(now.getTime() - lastActiveHoursAgo * HOUR_MS),
    }
  }
  const others = SITES.map((site) => {
    const seen = site.cameras.flatMap(({ state }) => state?.lastSeenHoursAgo ?? [])
    const lastActiveHoursAgo = seen.length > 0 ? Math.min(...seen) : SILENT_HOURS
    return of(site, demoId(seed, 'agent', site.key, 'other'), `Hub ${site.units.at(-1)}`, lastActiveHoursAgo)
  })
  return [of(SITES[0]!, demoHubId(seed), 'Hub Sakura 2F', null), ...others]
}

export function cameraRows(seed: string, now: Date) {
  return SITES.flatMap((site) =>
    site.cameras.map((camera) => {
      const hoursAgo = camera.state?.lastSeenHoursAgo ?? null
      const lastSeen = hoursAgo === null ? null : new Date(now.getTime() - hoursAgo * HOUR_MS)
      return {
        tenantId: tenantIdOf(seed, site.code),
        id: cameraIdOf(seed, site, camera),
        name: camera.name,
        description: describe(camera),
        ...deviceOf(camera),
        ...placementOf(seed, camera),
        ...privacyRow(camera),
        places: toBeds(DEMO_BEDS[camera.key] ? [DEMO_BEDS[camera.key]!] : []),
        subscribers: { ...NO_SUBSCRIBERS, userIds: subscribersOf(seed, site) },
        streamUrl: camera.isDemo ? `scene:${camera.key}` : `rtsp://camera-${camera.key}.${site.code}.example/stream`,
        location: camera.location,
        locationType: camera.locationType,
        streamingId: `${site.code}-${camera.key}`,
        unitId: unitIdOf(seed, site, camera.unit),
        agentId: hubIdOf(seed, site, camera),
        isEnabled: camera.state?.status !== 'Disabled',
        status: camera.state?.status ?? 'Offline',
        statusReason: camera.state?.reason ?? null,
        lastStatusAt: lastSeen,
        lastActivityAt: lastSeen,
        reportedVersion: camera.isDemo ? 0 : 1,
      }
    }),
  )
}

/** The demo's own cameras are drawn; the others are typical devices of care homes. */
function deviceOf({ isDemo, locationType, key }: CameraPlan) {
  if (isDemo) {
    return { type: 'UNKNOWN', vendor: null, brand: 'Mimamori', model: 'Scene', width: 640, height: 360, frameRate: 15 }
  }
  // Every third room was equipped later, by another manufacturer.
  const isQwatch = locationType === 'ROOM' && Number(key.slice(-1)) % 3 === 0
  const image = { width: 1920, height: 1080, frameRate: 15 }
  return isQwatch
    ? { ...image, type: 'QWATCH', vendor: 'IO_DATA', brand: 'I-O DATA', model: 'TS-NA220W' }
    : { ...image, type: 'AXIS_AGENT', vendor: 'AXIS', brand: 'AXIS', model: 'M3085-V' }
}

function privacyRow(camera: CameraPlan) {
  const { level, masks } = privacyOf(camera)
  return { isPrivacyOn: level !== 'none' || masks.length > 0, privacyLevel: level, masks }
}

/** Mounting position and network address: the same for the same demo everywhere. */
function placementOf(seed: string, { key, locationType, isDemo }: CameraPlan) {
  const [a, b, c] = [...Buffer.from(demoId(seed, 'placement', key).replaceAll('-', '').slice(-6), 'hex')]
  const two = (value: number) => value.toString(16).padStart(2, '0').toUpperCase()
  return {
    installationDate: `2025-${String(1 + (a! % 12)).padStart(2, '0')}-${String(1 + (b! % 28)).padStart(2, '0')}`,
    placementAngleDegrees: locationType === 'ROOM' ? 35 + (c! % 12) : 25,
    placementHeightCm: (locationType === 'ROOM' ? 225 : 245) + (a! % 20),
    roomSizeM2: locationType === 'ROOM' ? 13 + (b! % 50) / 10 : null,
    ipAddress: isDemo ? '' : `192.168.${20 + (a! % 4)}.${10 + (b! % 200)}`,
    macId: isDemo ? '' : `AC:CC:8E:${two(a!)}:${two(b!)}:${two(c!)}`,
  }
}

/** The site's administrators are notified of every camera; if there are none, its staff. */
function subscribersOf(seed: string, { code }: Site): string[] {
  const people = PEOPLE.filter(({ home }) => home === code)
  const administrators = people.filter(({ role }) => role === 'ADMIN')
  return (administrators.length > 0 ? administrators : people).map((person) => userIdOf(seed, person))
}

function describe({ locationType, location }: CameraPlan): string {
  const what = { ROOM: 'Watches the bed and the way to the door.', HALLWAY: 'Watches the corridor.', DINING: '' }
  return what[locationType] || `Watches the ${location.toLowerCase()}.`
}

export function cameraAppRows(seed: string) {
  return SITES.flatMap((site) =>
    site.cameras.flatMap((camera) =>
      appsOf(camera).map((appCode) => ({
        tenantId: tenantIdOf(seed, site.code),
        cameraId: cameraIdOf(seed, site, camera),
        appCode,
        state: camera.locationType === 'ROOM' && FOLLOWS_UNIT.has(appCode) ? 'GLOBAL' : 'ENABLED',
        settings: settingsOf(camera, appCode),
      })),
    ),
  )
}

/** The apps that are on. */
export function appsOf({ locationType, isRecorded, isDemo }: CameraPlan): readonly AppCode[] {
  const apps = [...APPS_OF[locationType], ...(isDemo ? WATCHED_APPS_OF[locationType] : [])]
  return isRecorded ? [...apps, 'A007'] : apps
}

/** Settings that differ from the contract's defaults. */
export function settingsOf({ locationType }: CameraPlan, appCode: AppCode): object {
  const code = alertAppCode.safeParse(appCode)
  if (!code.success) return {}
  const snoozeSeconds = pauseSecondsOf(locationType, appCode)
  return { snoozeSeconds }
}

export function cameraTagRows(seed: string) {
  return SITES.flatMap((site) => {
    const tenantId = tenantIdOf(seed, site.code)
    return site.cameras.flatMap((camera) =>
      (camera.tags ?? []).map((tag) => ({
        tenantId,
        cameraId: cameraIdOf(seed, site, camera),
        tagId: tagIdOf(seed, tenantId, tag),
      })),
    )
  })
}

/** The past of the demo as rows: alerts, their images and clips, and actions of staff. */

import type { PeopleLook } from '@mimamori/contract/camera/camera-fields.ts'
import { DAY_MS } from '@mimamori/contract/shared/duration.ts'
import { type StorageName, storageName } from '#platform/files/storage.ts'
import { type Chance, chanceOf, seededId } from './chance.ts'
import { type AlarmStep, alarmRow, alarmSteps } from './demo-alarms.ts'
import { type PastAlert, pastAlerts, type StaffMember } from './demo-history.ts'
import { ALERT_AT_MS, imageFor, openScenesOf, type PoolFile, type PoolImage } from './demo-images.ts'
import { pastHours } from './demo-nights.ts'
import type { CameraPlan, Site } from './demo-parts.ts'
import { PEOPLE } from './demo-plan.ts'
import type { Privacy } from './demo-privacy.ts'
import { pastRooms } from './demo-rooms.ts'
import { cameraIdOf, privacyOf, SITES, tenantIdOf, unitIdOf, userIdOf } from './demo-rows.ts'
import { pastBlocks } from './demo-seconds.ts'

/** Older clips were removed, as in a home that retains them for a month. */
const CLIPS_RETAINED_DAYS = 30
const CLIP_DELAY_MS = 11_000

type MediaRow = {
  tenantId: string
  id: string
  kind: 'thumbnail' | 'clip' | 'frame'
  cameraId: string
  alertId: string | null
  bytes: number
  takenAt: Date
  createdAt: Date
  isBlurred: boolean
}

export type Past = {
  alerts: object[]
  steps: object[]
  seen: object[]
  media: MediaRow[]
  /** The latest frames of cameras that no hub watches. */
  frames: MediaRow[]
  /** Files of the pool by the storage name that they are to have. */
  files: { name: StorageName; path: string }[]
}

/** What the demo's hub measured, which needs no images. */
export type PastMeasured = {
  hours: object[]
  /** Seconds around the latest alerts. */
  blocks: object[]
  /** Changes of rooms in the last day. */
  rooms: object[]
}

type Telling = { seed: string; now: Date; pool: readonly PoolImage[]; past: Past }

/** The past of all sites up to `now`. */
export function makePast(seed: string, now: Date, pool: readonly PoolImage[]): Past {
  const past: Past = {
    alerts: [],
    steps: [],
    seen: [],
    media: [],
    frames: [],
    files: [],
  }
  for (const site of SITES) tellSite({ seed, now, pool, past }, site)
  return past
}

/** The measurements of all sites up to `now`. */
export function makeMeasured(seed: string, now: Date): PastMeasured {
  const measured: PastMeasured = { hours: [], blocks: [], rooms: [] }
  for (const site of SITES) {
    const alerts = alertsOf(seed, now, site)
    for (const camera of site.cameras.filter(({ isDemo }) => isDemo)) {
      const own = alerts.filter(({ cameraKey }) => cameraKey === camera.key)
      const place = { tenantId: tenantIdOf(seed, site.code), cameraId: cameraIdOf(seed, site, camera) }
      tellMeasured(measured, place, { seed: `${seed} ${site.key}`, now, camera, alerts: own })
    }
  }
  return measured
}

function alertsOf(seed: string, now: Date, site: Site): PastAlert[] {
  return pastAlerts({ seed: `${seed} ${site.key}`, now, cameras: site.cameras, staff: staffOf(seed, site) })
}

function tellSite(telling: Telling, site: Site): void {
  const { seed, now } = telling
  const cameras = new Map(site.cameras.map((camera, index) => [camera.key, placeOf(telling, site, camera, index)]))
  const chance = chanceOf(`${seed} ${site.key}`, 'images')
  for (const alert of alertsOf(seed, now, site)) tellAlert(telling, cameras.get(alert.cameraKey)!, alert, chance)
  for (const camera of site.cameras) {
    if (camera.state?.lastSeenHoursAgo != null) tellFrame(telling, cameras.get(camera.key)!, camera, chance)
  }
}

function tellMeasured(
  measured: PastMeasured,
  { tenantId, cameraId }: Pick<Place, 'tenantId' | 'cameraId'>,
  of: Parameters<typeof pastHours>[0],
): void {
  const hours = pastHours(of)
  const blocks = pastBlocks({ ...of, hours })
  measured.blocks.push(...blocks.map((block) => ({ tenantId, cameraId, ...block })))
  const rooms = of.camera.resident ? pastRooms(hours, of.now) : []
  measured.rooms.push(...rooms.map((room) => ({ tenantId, cameraId, ...room })))
  const text = (minutes: Uint8Array) => Buffer.from(minutes).toString('base64')
  measured.hours.push(...hours.map((hour) => ({ tenantId, cameraId, ...hour, minutes: text(hour.minutes) })))
}

type Place = {
  tenantId: string
  cameraId: string
  unitId: string
  scene: string
  privacy: Privacy
  staff: readonly StaffMember[]
}

/** Rooms of other sites look like one of the drawn rooms, each like another. */
function placeOf({ seed, pool }: Telling, site: Site, camera: CameraPlan, index: number): Place {
  const rooms = openScenesOf(pool).filter((scene) => scene.startsWith('room'))
  const scene =
    camera.isDemo || rooms.length === 0 ? camera.key : rooms[(SITES.indexOf(site) * 2 + index) % rooms.length]!
  return {
    tenantId: tenantIdOf(seed, site.code),
    cameraId: cameraIdOf(seed, site, camera),
    unitId: unitIdOf(seed, site, camera.unit),
    scene,
    privacy: privacyOf(camera),
    staff: staffOf(seed, site),
  }
}

function staffOf(seed: string, site: Site): StaffMember[] {
  return PEOPLE.filter((person) => person.home === site.code && person.shift !== undefined).map((person) => ({
    userId: userIdOf(seed, person),
    name: `${person.firstName} ${person.lastName}`,
    shift: person.shift!,
  }))
}

function tellAlert(telling: Telling, place: Place, alert: PastAlert, chance: Chance): void {
  const { now, pool, past } = telling
  const { tenantId, cameraId, unitId, scene, privacy } = place
  const image = imageFor(pool, { scene, privacy, appCode: alert.appCode, isNight: alert.isNight }, chance)
  const isRetained = alert.occurredAt.getTime() > now.getTime() - CLIPS_RETAINED_DAYS * DAY_MS
  const clip = image?.clip && isRetained ? image : null
  const alertAtMs = clip?.alertAtMs ?? ALERT_AT_MS
  const clipAt = new Date(alert.occurredAt.getTime() - alertAtMs)
  const people = peopleLook(privacy)
  const isHidden = people !== 'clear'
  const media = (kind: MediaRow['kind'], file: PoolFile | null | undefined, takenAt: Date, isBlurred = false) =>
    file ? addMedia(telling, place, { kind, file, takenAt, isBlurred, alertId: alert.id }) : null
  const clipState = clip ? 'ready' : image?.clip ? 'expired' : 'none'
  const clipMediaId = clip && media('clip', clip.clip, clipAt, isHidden)
  const steps = alarmSteps(alert, place.staff, now)
  past.alerts.push({
    tenantId,
    id: alert.id,
    cameraId,
    unitId,
    appCode: alert.appCode,
    severity: alert.severity,
    occurredAt: alert.occurredAt,
    createdAt: alert.createdAt,
    isArchived: alert.archivedAt !== null,
    detections: image && image.detections.length > 0 ? image.detections : alert.detections,
    people,
    thumbnailMediaId: media('thumbnail', image?.thumbnail, alert.occurredAt),
    blurredMediaId: media('thumbnail', image?.blurredThumbnail, alert.occurredAt, true),
    clipState,
    clipMediaId,
    // Copies of clips that show people are made from when somebody needs them.
    blurredClipState: isHidden ? clipState : 'none',
    blurredClipMediaId: isHidden ? clipMediaId : null,
    clipDurationMs: clip ? (clip.durationMs ?? 15_000) : null,
    clipAlertAtMs: clip ? alertAtMs : null,
    clipChangedAt: image?.clip ? new Date(alert.occurredAt.getTime() + CLIP_DELAY_MS) : null,
    seenBy: alert.seen?.by.userId ?? null,
    seenName: alert.seen?.by.name ?? null,
    seenAt: alert.seen?.at ?? null,
    verdict: alert.verdict?.of ?? null,
    ...alarmRow(alert, steps),
  })
  tellAnswer(past, tenantId, alert, steps)
}

function peopleLook({ level }: Privacy): PeopleLook {
  return ({ none: 'clear', blur: 'blurred', silhouette: 'silhouettes' } as const)[level]
}

function tellAnswer(past: Past, tenantId: string, alert: PastAlert, alarm: readonly AlarmStep[]): void {
  const { id, seen, verdict, archivedAt } = alert
  for (const { kind, at, by, outcome } of alarm) {
    const { userId, name: userName } = by
    const own = { tenantId, id: seededId(at, id, kind), alertId: id, at, kind, userId, userName }
    past.steps.push({ ...own, verdict: null, outcome })
  }
  if (!seen) return
  const step = (kind: 'seen' | 'judged' | 'archived', at: Date, of: string | null = null) => {
    const { userId, name: userName } = seen.by
    past.steps.push({
      tenantId,
      id: seededId(at, id, kind),
      alertId: id,
      at,
      kind,
      userId,
      userName,
      verdict: of,
      outcome: null,
    })
  }
  past.seen.push({ tenantId, userId: seen.by.userId, alertId: id, at: seen.at })
  step('seen', seen.at)
  if (verdict) step('judged', verdict.at, verdict.of)
  if (archivedAt) step('archived', archivedAt)
}

function tellFrame(telling: Telling, place: Place, camera: CameraPlan, chance: Chance): void {
  const takenAt = new Date(telling.now.getTime() - camera.state!.lastSeenHoursAgo! * 60 * 60_000)
  const image = imageFor(
    telling.pool,
    { scene: place.scene, privacy: place.privacy, appCode: 'A003', isNight: false },
    chance,
  )
  if (!image) return
  addMedia(telling, place, { kind: 'frame', file: image.thumbnail, takenAt, isBlurred: false, alertId: null })
  telling.past.frames.push(telling.past.media.at(-1)!)
}

type Added = Pick<MediaRow, 'kind' | 'takenAt' | 'isBlurred' | 'alertId'> & { file: PoolFile }

function addMedia({ seed, past }: Telling, { tenantId, cameraId }: Place, { file, ...of }: Added) {
  const { kind, takenAt, alertId, isBlurred } = of
  const id = seededId(takenAt, seed, 'media', kind, alertId ?? cameraId, ...(isBlurred ? ['blurred'] : []))
  past.media.push({ ...of, tenantId, id, cameraId, bytes: file.bytes, createdAt: takenAt })
  past.files.push({ name: storageName(tenantId, id), path: file.path })
  return id
}

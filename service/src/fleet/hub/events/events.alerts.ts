/** Converts one alert of a hub to a row, writes its images to files, and builds its event for consoles. */

import { createHash } from 'node:crypto'
import { isPossibleFall } from '@mimamori/contract/alerting/alert-kind.ts'
import { LATE_AFTER_MS } from '@mimamori/contract/alerting/alert-lists.ts'
import type { LiveEvent } from '@mimamori/contract/alerting/live-event.ts'
import { withBeds } from '@mimamori/contract/camera/place/beds.ts'
import { type AlertRaised, activityOf, type HubEvent } from '@mimamori/contract/fleet/hub-event.ts'
import { SIGNAL } from '@mimamori/contract/shared/app-catalogue.ts'
import type { Hub, RawHubContext } from '#platform/context.ts'
import { storageName } from '#platform/files/storage.ts'
import { settingsFrom } from '#shared/desired-rules.ts'
import type { AlertRow, StoredImage, WatchedCamera } from './events.queries.ts'
import { believedTime, imageIdOf, jpegFrom, watchedBox } from './events.rules.ts'

/** `isJoined`: the row has the id of an alert that the service raised of the same fall. */
export type Raised = { row: AlertRow; camera: WatchedCamera; images: StoredImage[]; isJoined: boolean }

/** Images written in parallel; each waits for the disk. */
const WRITES_AT_ONCE = 8
const THUMBNAIL_BYTES_MAX = 200_000

type Source = {
  camera: WatchedCamera
  context: { hub: Hub; now: Date }
  /** Size in bytes of each image that was written, by its id. */
  written: ReadonlyMap<string, number>
}

/** The row of an alert. If its image is invalid or was not written, the alert is stored without it. */
export function toRaised(event: AlertRaised, { camera, context: { hub, now }, written }: Source): Raised {
  const { people } = event
  const occurredAt = believedTime(event.occurredAt, now)
  const images = imagesOf(event).flatMap(({ id, isBlurred }) => {
    const bytes = written.get(id)
    if (bytes === undefined) return []
    const { tenantId } = hub
    return [{ tenantId, id, alertId: event.alertId, cameraId: camera.id, bytes, takenAt: occurredAt, now, isBlurred }]
  })
  return {
    camera,
    images,
    isJoined: false,
    row: {
      tenantId: hub.tenantId,
      id: event.alertId,
      cameraId: camera.id,
      unitId: camera.unitId,
      activity: activityOf(event),
      severity: event.severity,
      occurredAt,
      createdAt: now,
      // Hubs send their own conclusions: no camera's own application reports through them.
      inferencedBy: 'cloud',
      detections: event.detections,
      region: regionOf(event, camera),
      thumbnailMediaId: images.find(({ isBlurred }) => !isBlurred)?.id ?? null,
      blurredMediaId: images.find(({ isBlurred }) => isBlurred)?.id ?? null,
      people,
      clipState: event.hasClip ? 'pending' : 'none',
      blurredClipState: event.hasClip && (people !== 'clear' || event.hasBlurredClip) ? 'pending' : 'none',
    },
  }
}

/** Null: the whole frame. A signal has no app that watched a part of it. */
function regionOf({ appCode }: AlertRaised, { apps, places }: WatchedCamera) {
  return appCode === SIGNAL ? null : watchedBox(withBeds(settingsFrom(appCode, apps[appCode]), places))
}

/** As part of the alert with that id, where there is one. */
export function joinedTo(raised: Raised, alertId: string | undefined): Raised {
  if (alertId === undefined) return raised
  const images = raised.images.map((image) => ({ ...image, alertId }))
  return { ...raised, isJoined: true, row: { ...raised.row, id: alertId }, images }
}

type Image = { id: string; alertId: string; jpeg: Buffer; isBlurred: boolean }

/** The images that are JPEG. Ids derive from the content: sending an image again changes no other file. */
function imagesOf({ alertId, thumbnail, blurredThumbnail }: AlertRaised): Image[] {
  const both = [
    { jpeg: jpegFrom(thumbnail), isBlurred: false },
    { jpeg: jpegFrom(blurredThumbnail), isBlurred: true },
  ]
  return both.flatMap(({ jpeg, isBlurred }) =>
    jpeg ? [{ id: imageIdOf(alertId, hashOf(jpeg), isBlurred), alertId, jpeg, isBlurred }] : [],
  )
}

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/**
 * Writes the images of a batch before its transaction, so that a slow disk or bucket delays no other alert. Returns
 * the size in bytes of each by its id; images that could not be written are left out.
 */
export async function writeImages(
  { hub, storage, log }: RawHubContext,
  events: readonly HubEvent[],
): Promise<Map<string, number>> {
  const waiting = events.flatMap((event) =>
    event.type === 'alert-raised' ? imagesOf({ ...event, alertId: event.alertId.toLowerCase() }) : [],
  )
  const written = new Map<string, number>()
  while (waiting.length > 0) {
    const group = waiting.splice(0, WRITES_AT_ONCE)
    await Promise.all(
      group.map(async ({ id, alertId, jpeg }) => {
        try {
          written.set(id, await storage.put(storageName(hub.tenantId, id), jpeg, THUMBNAIL_BYTES_MAX))
        } catch (error) {
          log.error({ err: error, alertId }, 'the image of an alert could not be stored')
        }
      }),
    )
  }
  return written
}

/** What a care visit paused, and what is silent, is in the lists and calls nobody; what a connection held back for long stands in the bar alone. `known`: raised here before. */
export function newsOf({ row, camera, isJoined }: Raised, paused: boolean | 'known'): LiveEvent {
  if (isJoined) return { type: 'alarm-changed', alertIds: [row.id], unitId: row.unitId }
  if (paused !== false) return { type: 'alert-changed', alertIds: [row.id], unitId: row.unitId }
  const isLate = row.createdAt.getTime() - row.occurredAt.getTime() >= LATE_AFTER_MS
  if (isLate) return { type: 'alarm-changed', alertIds: [row.id], unitId: row.unitId }
  return {
    type: 'alert-raised',
    alertId: row.id,
    cameraId: camera.id,
    cameraName: camera.name,
    location: camera.location,
    unitId: camera.unitId,
    activity: row.activity,
    isPossible: isPossibleFall(row.detections, null),
    kindName: null,
    severity: row.severity,
    occurredAt: row.occurredAt.toISOString(),
  }
}

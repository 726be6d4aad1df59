/** One alert of a hub as a row, its pictures as files, and what consoles get to know of it. */
import { createHash } from 'node:crypto'
import type { LiveEvent } from '@mimamori/contract/alerting/live-event.ts'
import { isPossibleFall } from '@mimamori/contract/alerting/possible-fall.ts'
import type { AlertRaised, HubEvent } from '@mimamori/contract/fleet/hub-event.ts'
import type { Hub, RawHubContext } from '#platform/context.ts'
import { storageName } from '#platform/files/storage.ts'
import { settingsFrom } from '#shared/desired-rules.ts'
import type { AlertRow, StoredPicture, WatchedCamera } from './events.queries.ts'
import { believedTime, jpegFrom, pictureIdOf, watchedBox } from './events.rules.ts'

export type Raised = { row: AlertRow; camera: WatchedCamera; pictures: StoredPicture[] }

/** Pictures written at the same time; each waits for the disk. */
const WRITES_AT_ONCE = 8
const THUMBNAIL_BYTES_MAX = 200_000

type Source = {
  camera: WatchedCamera
  context: { hub: Hub; now: Date }
  /** Bytes of each picture that was written, by its id. */
  written: ReadonlyMap<string, number>
}

/** The row of an alert. A picture that was not written, or is none, costs the picture and never the alert. */
export function toRaised(event: AlertRaised, { camera, context: { hub, now }, written }: Source): Raised {
  const settings = settingsFrom(event.appCode, camera.apps[event.appCode])
  const people = event.people ?? 'clear'
  const occurredAt = believedTime(event.occurredAt, now)
  const pictures = picturesOf(event).flatMap(({ id, isBlurred }) => {
    const bytes = written.get(id)
    if (bytes === undefined) return []
    const { tenantId } = hub
    return [{ tenantId, id, alertId: event.alertId, cameraId: camera.id, bytes, takenAt: occurredAt, now, isBlurred }]
  })
  return {
    camera,
    pictures,
    row: {
      tenantId: hub.tenantId,
      id: event.alertId,
      cameraId: camera.id,
      unitId: camera.unitId,
      activity: event.appCode,
      severity: event.severity,
      occurredAt,
      createdAt: now,
      // Hubs send what they concluded themselves: no device's own application reports through them.
      inferencedBy: 'cloud',
      detections: event.detections,
      region: watchedBox(settings),
      thumbnailMediaId: pictures.find(({ isBlurred }) => !isBlurred)?.id ?? null,
      blurredMediaId: pictures.find(({ isBlurred }) => isBlurred)?.id ?? null,
      people,
      clipState: event.hasClip ? 'pending' : 'none',
      blurredClipState: event.hasClip && (people !== 'clear' || event.hasBlurredClip) ? 'pending' : 'none',
    },
  }
}

type Picture = { id: string; alertId: string; jpeg: Buffer; isBlurred: boolean }

/** Those that are a JPEG. Ids follow from what is in them: what is sent again changes no other file. */
function picturesOf({ alertId, thumbnail, blurredThumbnail }: AlertRaised): Picture[] {
  const both = [
    { jpeg: jpegFrom(thumbnail), isBlurred: false },
    { jpeg: jpegFrom(blurredThumbnail), isBlurred: true },
  ]
  return both.flatMap(({ jpeg, isBlurred }) =>
    jpeg ? [{ id: pictureIdOf(alertId, hashOf(jpeg), isBlurred), alertId, jpeg, isBlurred }] : [],
  )
}

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/**
 * Writes the pictures of a batch before its transaction, so that a slow disk or bucket keeps no other alert waiting.
 * Answers the bytes of each by its id; one that could not be written is left out.
 */
export async function writePictures(
  { hub, storage, log }: RawHubContext,
  events: readonly HubEvent[],
): Promise<Map<string, number>> {
  const waiting = events.flatMap((event) =>
    event.type === 'alert-raised' ? picturesOf({ ...event, alertId: event.alertId.toLowerCase() }) : [],
  )
  const written = new Map<string, number>()
  while (waiting.length > 0) {
    const group = waiting.splice(0, WRITES_AT_ONCE)
    await Promise.all(
      group.map(async ({ id, alertId, jpeg }) => {
        try {
          written.set(id, await storage.put(storageName(hub.tenantId, id), jpeg, THUMBNAIL_BYTES_MAX))
        } catch (error) {
          log.error({ err: error, alertId }, 'the picture of an alert could not be stored')
        }
      }),
    )
  }
  return written
}

/** What a care visit paused is in the lists and calls nobody. */
export function newsOf({ row, camera }: Raised, isPaused: boolean): LiveEvent {
  if (isPaused) return { type: 'alert-changed', alertIds: [row.id], unitId: row.unitId }
  return {
    type: 'alert-raised',
    alertId: row.id,
    cameraId: camera.id,
    cameraName: camera.name,
    location: camera.location,
    unitId: camera.unitId,
    activity: row.activity,
    isPossible: isPossibleFall(row.detections, null),
    severity: row.severity,
    occurredAt: row.occurredAt.toISOString(),
  }
}

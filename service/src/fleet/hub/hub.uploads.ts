/** Uploads of hubs: clips of alerts, and the latest frame of each camera. */
import { createHash, type Hash } from 'node:crypto'
import type { Clock } from '#platform/clock.ts'
import type { RawHubContext } from '#platform/context.ts'
import { storageName } from '#platform/files/storage.ts'
import type { TenantDb } from '#platform/postgres/database.ts'
import { fail, found } from '#platform/service-error.ts'
import { lockFile, type OwnFile, requireOwnFile } from '#shared/file-owner.ts'
import { isJpeg, isMp4, uuidV7From } from './events/events.rules.ts'
import {
  dropOldFrames,
  insertUpload,
  isUnrecorded,
  isUploaded,
  ownCamera,
  showFrame,
  type Upload,
} from './hub.queries.ts'

const MEDIA_BYTES_MAX = 64 * 1024 * 1024
export const FRAME_BYTES_MAX = 2 * 1024 * 1024
/** Minimum interval of a camera's frame events for consoles. */
const FRAME_NEWS_EVERY_MS = 3_000
/** A frame stays readable this long after a newer one, for callers that have just received its URL. */
const OLD_FRAME_MS = 60_000

type ContentType = Upload['contentType']

/**
 * Stores a clip (or a snapshot) of an alert. Repeating the same id changes nothing; an id of another file is rejected.
 */
export async function takeMedia(
  context: RawHubContext,
  { id, cameraId, contentType }: { id: string; cameraId: string; contentType: ContentType },
  body: AsyncIterable<Uint8Array>,
): Promise<void> {
  const { hub, storage, now } = context
  const file: OwnFile = { kind: 'media', id, cameraId }
  const isClip = contentType === 'video/mp4'
  const isStored = (db: TenantDb) => isUploaded(db, hub.tenantId, id)
  const isThere = await context.asTenant(async (db) => {
    found(await ownCamera(db, hub, cameraId))
    // This error is final for a hub: it does not retry.
    if (isClip && (await isUnrecorded(db, hub.tenantId, cameraId))) throw fail('forbidden')
    // In this order: a file that another hub stores between the two checks is rejected and not mistaken for this hub's.
    const isThere = await isStored(db)
    await requireOwnFile(db, file)
    return isThere
  })
  if (isThere) return
  await context.disk.requireRoom()
  const hash = createHash('sha256')
  const bytes = hashed(verified(body, contentType), hash)
  const draft = await storage.draft(storageName(hub.tenantId, id), bytes, MEDIA_BYTES_MAX)
  try {
    const kind = isClip ? 'clip' : 'thumbnail'
    const sha256 = isClip ? hash.digest('hex') : null
    const upload: Upload = { id, cameraId, kind, contentType, bytes: draft.bytes, sha256, takenAt: now }
    await context.asTenant(async (db) => {
      await lockFile(db, id)
      await requireOwnFile(db, file)
      if (await isStored(db)) return
      await draft.store()
      await insertUpload(db, hub.tenantId, upload, now)
    })
  } finally {
    await draft.end()
  }
}

/** Stores the latest frame of a camera. A frame older than the current one is dropped. */
export async function takeFrame(
  context: RawHubContext,
  { cameraId, takenAt: reported }: { cameraId: string; takenAt: string },
  body: AsyncIterable<Uint8Array>,
): Promise<{ unitId: string | null; isShown: boolean }> {
  const { hub, storage, now } = context
  const camera = found(await context.asTenant((db) => ownCamera(db, hub, cameraId)))
  await context.disk.requireRoom()
  const takenAt = new Date(Math.min(Date.parse(reported), now.getTime()))
  const id = uuidV7From(now.getTime(), 'frame', cameraId, context.requestId)
  const name = storageName(hub.tenantId, id)
  const bytes = await storage.put(name, verified(body, 'image/jpeg'), FRAME_BYTES_MAX)
  const frame: Upload = { id, cameraId, kind: 'frame', contentType: 'image/jpeg', bytes, sha256: null, takenAt }
  let isShown = false
  let old: string[] = []
  try {
    await context.asTenant(async (db) => {
      const isNewest = await showFrame(db, hub, frame)
      if (isNewest) await insertUpload(db, hub.tenantId, frame, now)
      old = await dropOldFrames(db, hub, cameraId, new Date(now.getTime() - OLD_FRAME_MS))
      isShown = isNewest
    })
  } finally {
    // Nothing refers to a file whose row was not stored.
    if (!isShown) await storage.remove(name)
  }
  for (const oldId of old) await storage.remove(storageName(hub.tenantId, oldId))
  return { unitId: camera.unitId, isShown }
}

async function* hashed(body: AsyncIterable<Uint8Array>, hash: Hash): AsyncGenerator<Uint8Array> {
  for await (const part of body) {
    hash.update(part)
    yield part
  }
}

/** Passes the bytes on if they begin as their type requires: stored files are served with that type. */
async function* verified(body: AsyncIterable<Uint8Array>, contentType: ContentType): AsyncGenerator<Uint8Array> {
  const NEEDED = 128
  let head: Uint8Array = new Uint8Array(0)
  let isPassed = false
  for await (const part of body) {
    if (isPassed) {
      yield part
      continue
    }
    head = Buffer.concat([head, part])
    if (head.length < NEEDED) continue
    require(head, contentType)
    isPassed = true
    yield head
  }
  if (isPassed) return
  require(head, contentType)
  yield head
}

function require(head: Uint8Array, contentType: ContentType): void {
  const isRight = contentType === 'image/jpeg' ? isJpeg(head) : isMp4(head)
  if (!isRight) throw fail('invalid-request')
}

/** Whether to notify consoles of a camera's new frame now. */
export function createFrameNews(clock: Clock): (cameraId: string) => boolean {
  const publishedAtMs = new Map<string, number>()
  return (cameraId) => {
    const nowMs = clock.monotonicMs()
    if (nowMs - (publishedAtMs.get(cameraId) ?? Number.NEGATIVE_INFINITY) < FRAME_NEWS_EVERY_MS) return false
    if (publishedAtMs.size > 100_000) publishedAtMs.clear()
    publishedAtMs.set(cameraId, nowMs)
    return true
  }
}

/** Stored images and clips by signed URL. Requirements ALERT-08, CAM-01. */

import type { mediaEndpoints } from '@mimamori/contract/footage/media.ts'
import { writeAudit } from '#platform/auth/audit.ts'
import type { Actor } from '#platform/auth/session.ts'
import { type Handlers, type PublicContext, scopeOf } from '#platform/context.ts'
import { wantedOf } from '#platform/files/byte-range.ts'
import { contentDisposition, fileName } from '#platform/files/file-name.ts'
import { type StorageName, type StoredFile, storageName } from '#platform/files/storage.ts'
import { isWithin } from '#platform/http/address.ts'
import { sendNoPart, sendOf } from '#platform/http/send-part.ts'
import type { TenantDb } from '#platform/postgres/database.ts'
import { fail, found } from '#platform/service-error.ts'
import { requireAccess } from '#shared/access.ts'
import { residentScope } from '#shared/resident-scope.ts'
import { applyStates, checkStates, stateOfSize } from './media.files.ts'
import { type MediaRow, readMedia, type StoredFileRow, wasViewed } from './media.queries.ts'
import { createRecentViews, VIEW_MS } from './media.views.ts'

const recentViews = createRecentViews()
/**
 * Caches what a session was just allowed to see, as long as the session itself is cached, at most a second: a player
 * requests many parts of a clip at once.
 */
const granted = new WeakMap<Actor, Map<string, Granted>>()
/** `size`: of the file, once it was opened. */
type Granted = { contentType: string; storageId: StorageName; fileName: string; size?: number; stored: StoredFileRow }

export const mediaRoutes: Handlers<typeof mediaEndpoints> = {
  async 'media.get'(context, { params, query }, reply, request) {
    const { media, sessions, now, ip } = context
    // A forged or expired URL, an ended session, a lost right and a missing file are indistinguishable to the caller.
    const sessionId = found(media.verify(params.id, query, now))
    const actor = found(await sessions.actorOf(sessionId))
    if (!isWithin(actor.allowedRanges, ip)) throw fail('not-found')
    const one = granted.get(actor)?.get(params.id) ?? (await lookUp(context, actor, params.id))

    reply.headers({
      'content-type': one.contentType,
      'accept-ranges': 'bytes',
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
      'content-disposition': contentDisposition(query.download ? 'attachment' : 'inline', one.fileName),
    })
    const file = await openWhole(context, one)
    one.size = file.size
    const wanted = wantedOf(request.headers.range, file.size)
    if (wanted) return sendOf(reply, wanted, file)
    await file.close()
    await sendNoPart(reply, file.size)
  },
}

async function lookUp(context: PublicContext, actor: Actor, id: string): Promise<Granted> {
  const { row, isNoted } = await context.database.asTenant(scopeOf(actor), (db) => view(context, db, actor, id))
  if (isNoted) recentViews.add(viewKey(actor, row), context.now)
  const { tenantId, contentType, bytes, sha256, state } = row
  const stored = { tenantId, id: row.id, bytes, sha256, state }
  const one: Granted = { contentType, storageId: storageName(tenantId, row.id), fileName: fileName(row), stored }
  granted.set(actor, (granted.get(actor) ?? new Map()).set(id, one))
  return one
}

/**
 * Opens the file if it is unchanged. Otherwise throws `not-found`, and marks its row and alert as missing or damaged.
 */
async function openWhole(context: PublicContext, one: Granted): Promise<StoredFile> {
  const file = await context.storage.open(one.storageId, one.size)
  const isSized = stateOfSize(file?.size ?? null, one.stored.bytes)
  const mayBeBack = isSized === 'ready' && one.stored.state === 'damaged'
  const state = mayBeBack ? (await checkStates(context.storage, [one.stored]))[0]!.state : isSized
  if (state !== one.stored.state) {
    one.stored = { ...one.stored, state }
    await applyStates(context, [one.stored])
  }
  if (file && state === 'ready') return file
  await file?.close()
  throw fail('not-found')
}

/** Reads the row if the user may see it now, and records the view; `isNoted`: it is a new one. */
async function view(context: PublicContext, db: TenantDb, actor: Actor, id: string) {
  const scope = residentScope(actor)
  const row = found(scope && (await readMedia(db, scope, id)))
  if (!row.isBlurred) requireAccess(actor, 'see clear frames', row)
  // ANNOTATOR sees alerts with their images, but no cameras.
  if (row.kind === 'frame') requireAccess(actor, 'see cameras')
  const isKnown = recentViews.has(viewKey(actor, row), context.now)
  return { row, isNoted: !isKnown && (await noteView(context, db, actor, row)) }
}

const viewKey = ({ userId }: Actor, { alertId, cameraId }: MediaRow): string => `${userId} ${alertId ?? cameraId}`

async function noteView({ now, ip }: PublicContext, db: TenantDb, actor: Actor, row: MediaRow): Promise<boolean> {
  await db.writeTo(row.tenantId)
  const [objectType, objectId] = row.alertId === null ? ['camera', row.cameraId] : ['alert', row.alertId]
  const since = new Date(now.getTime() - VIEW_MS)
  if (await wasViewed(db, { userId: actor.userId, objectType: objectType!, objectId: objectId!, since })) return false
  const source = {
    tenantId: row.tenantId,
    at: now,
    actorUserId: actor.userId,
    actorTenantId: actor.isImpersonating ? actor.homeTenantId : null,
    hubId: null,
    sessionId: actor.sessionId,
    ip,
  }
  await writeAudit(db, source, {
    action: 'media.view',
    objectType: objectType!,
    objectId: objectId!,
    details: { kind: row.kind },
  })
  return true
}

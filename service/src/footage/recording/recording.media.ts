/** The video of recordings by signed address: playlist, parts, and MP4 files. Requirements REC-02, ALERT-08. */
import type { recordingEndpoints } from '@mimamori/contract/footage/recording.ts'
import { isH265 } from '@mimamori/contract/footage/video-codec.ts'
import { isLookNoted, writeAudit } from '#platform/auth/audit.ts'
import type { Actor } from '#platform/auth/session.ts'
import { type Handlers, type PublicContext, scopeOf } from '#platform/context.ts'
import { wantedOf } from '#platform/files/byte-range.ts'
import { contentDisposition, fileName } from '#platform/files/file-name.ts'
import type { SignedQuery } from '#platform/files/media-signature.ts'
import { storageName } from '#platform/files/storage.ts'
import { isWithin } from '#platform/http/address.ts'
import { sendNoPart, sendOf, sendPart } from '#platform/http/send-part.ts'
import type { TenantDb } from '#platform/postgres/database.ts'
import { fail, found } from '#platform/service-error.ts'
import { planFile } from './recording.file.ts'
import { playlistOf } from './recording.playlist.ts'
import { type RecordingRow, readPart, readRecording, readSegments, type SegmentRow } from './recording.queries.ts'
import { recordingScope } from './recording.search.ts'
import { createSegmentReader, readFromHub, readH264 } from './recording.segments.ts'

type MediaRoutes = Pick<
  Handlers<typeof recordingEndpoints>,
  'recording.playlist' | 'recording.part' | 'recording.download'
>

/** The scope of a recording's signed URL: all of its parts. */
export const subjectOf = (recordingId: string) => `recording/${recordingId}`

export const recordingMediaRoutes: MediaRoutes = {
  async 'recording.playlist'(context, { params, query }, reply) {
    const { row, segments } = await open(context, params.id, query, async (db, row, actor) => {
      await noteView(context, db, actor, row, 'recording.view')
      return { row, segments: await readSegments(db, row) }
    })
    const { s, e, h } = query
    const address = (partId: string) => `/api/recording/${row.id}/part/${partId}?s=${s}&e=${e}&h=${h}`
    const rest = query.only ? `&only=${query.only}` : ''
    const madeOf = (codec: string) => (query.as && isH265(codec) ? `&as=${query.as}` : '')
    guard(reply, 'application/vnd.apple.mpegurl')
    const shown = query.only ? segments.filter(({ isOnHub }) => !isOnHub) : segments
    await reply.send(playlistOf(shown, (partId, codec) => address(partId) + rest + madeOf(codec)))
  },

  async 'recording.part'(context, { params, query }, reply, request) {
    const part = await open(context, params.id, query, async (db, row, actor) => {
      const one = found(await readPart(db, row, params.partId))
      if (one.type === 'image/jpeg') await noteView(context, db, actor, row, 'media.view')
      return { ...row, ...one, id: params.partId }
    })
    if (query.as && part.video && isH265(part.video.codec)) {
      const made = await readH264(context, part, part.video)
      const range = wantedOf(request.headers.range, made.length)
      if (!range) return sendNoPart(reply, made.length)
      guard(reply, part.type).header('accept-ranges', 'bytes')
      return sendPart(reply, range, made.subarray(range.first, range.last + 1))
    }
    const { storage } = context
    // The storage has it also where the hub brought it a moment ago.
    const file = await storage.open(storageName(part.tenantId, part.id))
    const size = found(file?.size ?? part.bytesOnHub)
    const wanted = wantedOf(request.headers.range, size)
    guard(reply, part.type).header('accept-ranges', 'bytes')
    if (wanted && file) return sendOf(reply, wanted, file)
    await file?.close()
    if (!wanted) return sendNoPart(reply, size)
    // The hub may return an error: the response has not started until then.
    await sendPart(reply, wanted, await readFromHub(context, part, wanted))
  },

  async 'recording.download'(context, { params, query }, reply) {
    const { row, segments } = await open(context, params.id, query, async (db, row, actor) => {
      if (!query.check) await noteView(context, db, actor, row, 'recording.download')
      return { row, segments: await readSegments(db, row) }
    })
    const fromMs = query.from ? Date.parse(query.from) : Number.NEGATIVE_INFINITY
    const untilMs = query.to ? Date.parse(query.to) : Number.POSITIVE_INFINITY
    const wanted = segments.filter((one) => endMs(one) > fromMs && Date.parse(one.startedAt) < untilMs)
    if (wanted.length === 0) throw fail('not-found')
    const reader = createSegmentReader(context, row)
    if (query.check) {
      for (const one of [wanted[0]!, wanted.findLast(({ isOnHub }) => isOnHub)]) if (one) await reader.fragments(one)
      await reply.code(204).send()
      return
    }
    const file = await planFile(reader, wanted, { fromMs, untilMs })
    const takenAt = new Date(Math.max(fromMs, Date.parse(wanted[0]!.startedAt))).toISOString()
    guard(reply, 'video/mp4').headers({
      'content-length': file.byteLength,
      'content-disposition': contentDisposition('attachment', fileName({ ...row, contentType: 'video/mp4', takenAt })),
    })
    await reply.send(file.bytes())
  },
}

function endMs({ startedAt, durationMs }: SegmentRow): number {
  return Date.parse(startedAt) + durationMs
}

type Reply = Parameters<MediaRoutes['recording.part']>[2]

function guard(reply: Reply, contentType: string): Reply {
  return reply.headers({
    'content-type': contentType,
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "sandbox; default-src 'none'",
  })
}

/**
 * Runs `work` for the user for whom the URL was issued. A forged or expired URL, an ended session, a lost right and a
 * deleted recording are indistinguishable to the caller.
 */
async function open<T>(
  { media, sessions, database, now, ip }: PublicContext,
  id: string,
  query: SignedQuery,
  work: (db: TenantDb, row: RecordingRow, actor: Actor) => Promise<T>,
): Promise<T> {
  const sessionId = found(media.verify(subjectOf(id.toLowerCase()), query, now))
  const actor = found(await sessions.actorOf(sessionId))
  if (!isWithin(actor.allowedRanges, ip)) throw fail('not-found')
  return database.asTenant(scopeOf(actor), async (db) => {
    const scope = recordingScope(actor)
    return work(db, found(scope && (await readRecording(db, scope, id))), actor)
  })
}

/** A look at a recording or its snapshots once for each session and half hour, a download each time. */
async function noteView(
  { now, ip }: PublicContext,
  db: TenantDb,
  actor: Actor,
  row: RecordingRow,
  action: 'recording.view' | 'media.view' | 'recording.download',
): Promise<void> {
  await db.writeTo(row.tenantId)
  const entry = { action, objectType: 'recording', objectId: row.id }
  const isDownload = action === 'recording.download'
  if (!isDownload && (await isLookNoted(db, { sessionId: actor.sessionId, now }, entry))) return
  const source = {
    tenantId: row.tenantId,
    at: now,
    actorUserId: actor.userId,
    actorTenantId: actor.isImpersonating ? actor.homeTenantId : null,
    hubId: null,
    sessionId: actor.sessionId,
    ip,
  }
  await writeAudit(db, source, { ...entry, ...(action === 'media.view' && { details: { kind: 'snapshot' } }) })
}

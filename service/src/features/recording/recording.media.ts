/** The video of recordings by signed address: playlist, parts, and MP4 files. Requirements REC-02, ALERT-08; security.md, Design 6. */
import { Readable } from 'node:stream'
import { FRAGMENT_TIMESCALE, readFragments } from '@mimamori/contract/fragment.ts'
import type { recordingEndpoints } from '@mimamori/contract/recording.ts'
import { isWithin } from '#platform/address.ts'
import { writeAudit } from '#platform/audit.ts'
import { type Handlers, type PublicContext, scopeOf } from '#platform/context.ts'
import type { TenantDb } from '#platform/database.ts'
import { fail, found } from '#platform/failure.ts'
import { contentDisposition, fileName } from '#platform/file-name.ts'
import type { SignedQuery } from '#platform/media-signature.ts'
import type { Actor } from '#platform/session.ts'
import { parseRange, type Storage, storageName } from '#platform/storage.ts'
import { type Chunk, cut, mp4Head, readHeader, type TrackHeader } from './recording.mp4.ts'
import { playlistOf } from './recording.playlist.ts'
import {
  hasWatched,
  type RecordingRow,
  readPart,
  readRecording,
  readSegments,
  type SegmentRow,
} from './recording.queries.ts'
import { recordingScope } from './recording.question.ts'

type MediaRoutes = Pick<
  Handlers<typeof recordingEndpoints>,
  'recording.playlist' | 'recording.part' | 'recording.download'
>

/** What a signed address of a recording is made for: all of its parts. */
export const subjectOf = (recordingId: string) => `recording/${recordingId}`

export const recordingMediaRoutes: MediaRoutes = {
  async 'recording.playlist'(context, { params, query }, reply) {
    const { row, segments } = await open(context, params.id, query, async (db, row, actor) => {
      await noteView(context, db, actor, row, 'recording.view')
      return { row, segments: await readSegments(db, row) }
    })
    const { s, e, h } = query
    const address = (partId: string) => `/api/recording/${row.id}/part/${partId}?s=${s}&e=${e}&h=${h}`
    guard(reply, 'application/vnd.apple.mpegurl')
    await reply.send(playlistOf(segments, address))
  },

  async 'recording.part'(context, { params, query }, reply, request) {
    const { tenantId, contentType } = await open(context, params.id, query, async (db, row) => ({
      tenantId: row.tenantId,
      contentType: found(await readPart(db, row, params.partId)),
    }))
    const { storage } = context
    const name = storageName(tenantId, params.partId)
    const size = found(await storage.size(name))
    const range = parseRange(request.headers.range, size)
    guard(reply, contentType).header('accept-ranges', 'bytes')
    if (range === 'unsatisfiable') {
      await reply.code(416).header('content-range', `bytes */${size}`).send()
      return
    }
    const [first, last] = range ? [range.first, range.last] : [0, size - 1]
    if (range) reply.code(206).header('content-range', `bytes ${first}-${last}/${size}`)
    await reply.header('content-length', last - first + 1).send(storage.read(name, range ?? undefined))
  },

  async 'recording.download'(context, { params, query }, reply) {
    const { row, segments } = await open(context, params.id, query, async (db, row, actor) => {
      await noteView(context, db, actor, row, 'recording.download')
      return { row, segments: await readSegments(db, row) }
    })
    const fromMs = query.from ? Date.parse(query.from) : Number.NEGATIVE_INFINITY
    const untilMs = query.to ? Date.parse(query.to) : Number.POSITIVE_INFINITY
    const wanted = segments.filter((one) => endMs(one) > fromMs && Date.parse(one.startedAt) < untilMs)
    if (wanted.length === 0) throw fail('not-found')
    const file = await planFile(context.storage, row.tenantId, wanted, { fromMs, untilMs })
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
 * Lets `work` run for whoever the address was made for. A forged or old address, an ended session, a lost right, a
 * recording that is gone: all the same to the caller.
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

/** A view once for each recording and user, a download each time. */
async function noteView(
  { now, ip }: PublicContext,
  db: TenantDb,
  actor: Actor,
  row: RecordingRow,
  action: 'recording.view' | 'recording.download',
): Promise<void> {
  await db.writeTo(row.tenantId)
  if (action === 'recording.view' && (await hasWatched(db, row.tenantId, actor.userId, row.id))) return
  const source = {
    tenantId: row.tenantId,
    at: now,
    actorUserId: actor.userId,
    actorTenantId: actor.isImpersonating ? actor.homeTenantId : null,
    hubId: null,
    sessionId: actor.sessionId,
    ip,
  }
  await writeAudit(db, source, { action, objectType: 'recording', objectId: row.id })
}

type Range = { fromMs: number; untilMs: number }
/** Which bytes of which piece. */
type Piece = { name: string; chunk: Chunk }

/**
 * The index of the whole file is made first, from each piece's own; then the pieces are read a second time and only
 * their pictures sent. One piece at a time is in memory.
 */
async function planFile(storage: Storage, tenantId: string, segments: readonly SegmentRow[], range: Range) {
  const tracks: TrackHeader[] = []
  const trackOf = new Map<string, number>()
  const pieces: Piece[] = []
  for (const segment of segments) {
    const { initId } = segment
    if (!trackOf.has(initId)) {
      trackOf.set(initId, addTrack(tracks, await readAll(storage, storageName(tenantId, initId))))
    }
    const name = storageName(tenantId, segment.id)
    const fragments = readFragments(await readAll(storage, name))
    const startMs = Date.parse(segment.startedAt)
    const samples = cut(fragments, ticks(range.fromMs - startMs), ticks(range.untilMs - startMs))
    if (samples.length > 0) pieces.push({ name, chunk: { track: trackOf.get(initId)!, samples } })
  }
  if (pieces.length === 0) throw fail('not-found')
  const { head, byteLength } = mp4Head(
    tracks,
    pieces.map(({ chunk }) => chunk),
  )
  async function* bytes() {
    yield head
    for (const { name, chunk } of pieces) {
      const file = await readAll(storage, name)
      yield Buffer.concat(chunk.samples.map(({ offset, byteLength }) => file.subarray(offset, offset + byteLength)))
    }
  }
  return { byteLength, bytes: () => Readable.from(bytes()) }
}

/** Cameras that reconnect mostly have the header that they had. */
function addTrack(tracks: TrackHeader[], init: Buffer): number {
  const header = readHeader(init)
  const known = tracks.findIndex(({ entry }) => entry.equals(header.entry))
  return known >= 0 ? known : tracks.push(header) - 1
}

function ticks(ms: number): number {
  return (ms / 1000) * FRAGMENT_TIMESCALE
}

async function readAll(storage: Storage, name: string): Promise<Buffer> {
  if ((await storage.size(name)) === null) throw fail('not-found')
  return Buffer.concat(await storage.read(name).toArray())
}

/** Uploads of recordings by hubs. Requirements APP-01 (A007), HUB-04. */
import {
  RECORDING_SEGMENT_BYTES_MAX,
  type recordingIntakeEndpoints,
} from '@mimamori/contract/footage/recording-intake.ts'
import type { Handlers, RawHubContext } from '#platform/context.ts'
import { storageName } from '#platform/files/storage.ts'
import { sendOf } from '#platform/http/send-part.ts'
import type { TenantDb } from '#platform/postgres/database.ts'
import { fail, found } from '#platform/service-error.ts'
import { lockFile, type OwnFile } from '#shared/file-owner.ts'
import {
  expectFile,
  findCamera,
  findCameraOf,
  findFormerCamera,
  findInit,
  findOwnPart,
  findRecording,
  type IntakeCamera,
  insertInit,
  insertRecording,
  insertSegment,
  insertSnapshot,
  isOwnPart,
  type KnownPart,
  keepFile,
  lockIntake,
  markStored,
  type PartKind,
  requireEnabled,
  saveGap,
} from './recording.intake.queries.ts'
import { isFull } from './recording.room.ts'

const INIT_BYTES_MAX = 64 * 1024
const SNAPSHOT_BYTES_MAX = 2 * 1024 * 1024
/** An upload that has not ended by then never will. */
const UPLOAD_MS = 24 * 60 * 60_000

export const recordingIntakeRoutes: Handlers<typeof recordingIntakeEndpoints> = {
  async 'recording.putInit'(context, { params, query }, body) {
    const { people, codec, width, height } = query
    const part = partOf('init', params.id, query.cameraId, null)
    await take(context, part, body, INIT_BYTES_MAX, (db, _camera, bytes) =>
      insertInit(db, { ...part, codec, width, height, people, bytes }, context.now),
    )
    return {}
  },

  async 'recording.putSegment'(context, { params, query }, body) {
    const initId = query.initId.toLowerCase()
    const { durationMs } = query
    const startedAt = new Date(query.startedAt)
    const part = partOf('segment', params.id, query.cameraId, startedAt)
    const endedAt = new Date(startedAt.getTime() + durationMs)
    // Segments wait on their hubs while the disk has room only for alerts and clips.
    await context.disk.requireRoom(isFull)
    await take(context, part, body, RECORDING_SEGMENT_BYTES_MAX, async (db, { unitId }, bytes, known) => {
      // A retained segment, uploaded because its recording was archived.
      if (known) return markStored(db, part.id, bytes)
      const { people } = found(await findInit(db, part.cameraId, initId))
      const place = { cameraId: part.cameraId, unitId, people, startedAt, endedAt, hubId: null }
      const recordingId = (await findRecording(db, place)) ?? (await insertRecording(db, place, context.now))
      await insertSegment(db, { id: part.id, recordingId, initId, startedAt, endedAt, durationMs, bytes, hubId: null })
    })
    return {}
  },

  async 'recording.putSnapshot'(context, { params, query }, body) {
    const takenAt = new Date(query.takenAt)
    const part = partOf('snapshot', params.id, query.cameraId, takenAt)
    await take(context, part, body, SNAPSHOT_BYTES_MAX, async (db, { unitId }, bytes) => {
      const { people } = found(await findInit(db, part.cameraId, query.initId.toLowerCase()))
      const place = { cameraId: part.cameraId, unitId, people, startedAt: takenAt, endedAt: takenAt }
      // The thumbnail arrives before its segment.
      const recordingId = (await findRecording(db, place)) ?? (await insertRecording(db, place, context.now))
      await insertSnapshot(db, { id: part.id, recordingId, takenAt, bytes })
    })
    return {}
  },

  async 'recording.ownPart'({ asTenant, hub, storage }, { params }, reply) {
    const id = params.id.toLowerCase()
    if (!(await asTenant((db) => isOwnPart(db, hub, id)))) throw fail('not-found')
    const file = found(await storage.open(storageName(hub.tenantId, id)))
    reply.headers({ 'content-type': 'application/octet-stream', 'cache-control': 'no-store' })
    await sendOf(reply, { first: 0, last: file.size - 1, size: file.size, isPart: false }, file)
  },

  async 'recording.putGap'({ db, hub }, { params, body }) {
    const cameraId = body.cameraId.toLowerCase()
    const own = await findCamera(db, hub, cameraId, new Date(body.startedAt))
    const former = own ? undefined : await findFormerCamera(db, hub, cameraId, new Date(body.startedAt))
    requireEnabled(own ?? former)
    // After the move, the other hub reports the camera's state.
    const isOpen = body.endedAt === null || (former && Date.parse(body.endedAt) > Date.parse(former.leftAt))
    const endedAt = former && isOpen ? former.leftAt : body.endedAt
    await saveGap(db, { ...body, endedAt, cameraId, id: params.id.toLowerCase() })
    return {}
  },
}

type Part = OwnFile & { kind: PartKind; startedAt: Date | null }
/** `known`: its row, while its file was still on the hub. */
type Keep = (db: TenantDb, camera: IntakeCamera, bytes: number, known: KnownPart | undefined) => Promise<void>

function partOf(kind: PartKind, id: string, cameraId: string, startedAt: Date | null): Part {
  return { kind, id: id.toLowerCase(), cameraId: cameraId.toLowerCase(), startedAt }
}

/**
 * Stores the bytes together with the row that `keep` adds. Repeating an id changes nothing; an id of another file is
 * rejected. Until the row is stored, the file is listed for removal.
 */
async function take(
  context: RawHubContext,
  part: Part,
  body: AsyncIterable<Uint8Array>,
  maxBytes: number,
  keep: Keep,
): Promise<void> {
  const { hub, storage, now } = context
  const { kind, id, cameraId } = part
  const isStored = await context.asTenant(async (db) => {
    requireEnabled(await findCameraOf(db, hub, part))
    const known = await findOwnPart(db, hub, part)
    if (known && !known.isOnHub) return true
    await expectFile(db, id, new Date(now.getTime() + UPLOAD_MS))
    return false
  })
  if (isStored) return
  const draft = await storage.draft(storageName(hub.tenantId, id), verified(body, kind), maxBytes)
  try {
    await context.asTenant(async (db) => {
      const camera = requireEnabled(await findCameraOf(db, hub, part))
      await lockIntake(db, cameraId)
      await lockFile(db, id)
      const known = await findOwnPart(db, hub, part)
      if (known && !known.isOnHub) return
      await draft.store()
      await keep(db, camera, draft.bytes, known)
      await keepFile(db, id)
    })
  } finally {
    await draft.end()
  }
}

/** The position and value of the type signature in each kind of file. */
const SIGNS: Record<PartKind, { at: number; sign: Buffer }> = {
  init: { at: 4, sign: Buffer.from('ftyp') },
  segment: { at: 4, sign: Buffer.from('moof') },
  snapshot: { at: 0, sign: Buffer.from([0xff, 0xd8, 0xff]) },
}

/** Passes the bytes on if they begin as their kind requires: stored files are served with that type. */
async function* verified(body: AsyncIterable<Uint8Array>, kind: PartKind): AsyncGenerator<Uint8Array> {
  const { at, sign } = SIGNS[kind]
  let head: Uint8Array | null = new Uint8Array(0)
  for await (const part of body) {
    if (head === null) {
      yield part
      continue
    }
    head = Buffer.concat([head, part])
    if (head.length < at + sign.length) continue
    if (!sign.equals(head.subarray(at, at + sign.length))) throw fail('invalid-request')
    yield head
    head = null
  }
  if (head !== null) throw fail('invalid-request')
}

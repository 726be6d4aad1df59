/** Recordings: lists, details, archiving. Requirements REC-01 to REC-04, ALERT-07. */

import type { Recording, RecordingDetail, recordingEndpoints } from '@mimamori/contract/footage/recording.ts'
import { isH265 } from '@mimamori/contract/footage/video-codec.ts'
import { RECORDING_SORTS } from '@mimamori/contract/shared/sorts.ts'
import type { Context, Handlers } from '#platform/context.ts'
import type { TenantDb } from '#platform/postgres/database.ts'
import { fail, found } from '#platform/service-error.ts'
import { pageNumberOf, sortColumnOf } from '#shared/list-page.ts'
import type { ResidentScope } from '#shared/resident-scope.ts'
import { changesOf } from './recording.changes.ts'
import { recordingMediaRoutes, subjectOf } from './recording.media.ts'
import { runsOf } from './recording.playlist.ts'
import {
  countRecordings,
  findTargets,
  hasRecording,
  type RecordingRow,
  readAlertsWithin,
  readCameraSite,
  readGaps,
  readNeighbour,
  readPage,
  readRecording,
  readSegments,
  readSnapshots,
  type SegmentRow,
  setArchived,
  type Target,
} from './recording.queries.ts'
import { recordingScope, toSearch } from './recording.search.ts'

export const recordingRoutes: Handlers<typeof recordingEndpoints> = {
  ...recordingMediaRoutes,

  async 'recording.search'(context, { query, body }) {
    const { db, actor } = context
    const { pageNumber, pageSize, sortAscending, after } = query
    const sortColumn = sortColumnOf(query, RECORDING_SORTS)
    const currentPage = pageNumberOf({ pageNumber, pageSize })
    const search = toSearch(actor, body)
    if (!search) return { records: [], totalCount: 0, currentPage }
    await requireRecording(db, search.scope)
    const totalCount = await countRecordings(db, search)
    const isBeyond = pageSize === 0 || pageNumber * pageSize >= totalCount
    const page = { pageNumber, pageSize, sortAscending, sortColumn, after }
    const rows = isBeyond ? [] : await readPage(db, search, page)
    return { records: rows.map((row) => toRecording(context, row)), totalCount, currentPage }
  },

  async 'recording.day'(context, { query }) {
    const { db, actor } = context
    const search = found(toSearch(actor, { cameraIds: [query.cameraId], from: query.from, to: query.to }))
    await requireRecording(db, search.scope)
    const { tenantId } = found(await readCameraSite(db, search.scope, query.cameraId))
    const span = { tenantId, cameraId: query.cameraId, startedAt: query.from, endedAt: query.to }
    const page = { pageNumber: 0, pageSize: DAY_RECORDINGS, sortAscending: true, sortColumn: 'startedAt' } as const
    return {
      recordings: (await readPage(db, search, page)).map((row) => toRecording(context, row)),
      gaps: (await readGaps(db, span, 0)).reverse(),
      alerts: await readAlertsWithin(db, span, search.scope),
    }
  },

  'recording.get': (context, { params }) => detailOf(context, params.id),

  async 'recording.patch'(context, { params, body }) {
    const { db, actor } = context
    const scope = found(recordingScope(actor))
    const targets = await findTargets(db, scope, [params.id])
    if (targets.length === 0) throw fail('not-found')
    await archive(context, targets, body.archived)
    return detailOf(context, params.id)
  },

  async 'recording.patchMany'(context, { body: { ids, archived } }) {
    const scope = recordingScope(context.actor)
    const targets = scope ? await findTargets(context.db, scope, ids) : []
    return { changed: await archive(context, targets, archived) }
  },
}

/** One an hour, and one more after each long pause. */
const DAY_RECORDINGS = 500

async function requireRecording(db: TenantDb, scope: ResidentScope): Promise<void> {
  if (!(await hasRecording(db, scope))) throw fail('recording-disabled')
}

/**
 * Archives tenant by tenant: only one is writable at a time. Returns the number of changes. Recordings on a hub are
 * archived only while the hub can be reached: otherwise its limits might remove them before it learns that they are
 * archived.
 */
async function archive(context: Context, targets: readonly Target[], archived: boolean): Promise<number> {
  const { db, audit, afterCommit, isHubConnected, orderHub } = context
  const hubIds = new Set(archived ? targets.flatMap(({ hubId }) => hubId ?? []) : [])
  for (const hubId of hubIds) if (!(await isHubConnected(hubId))) throw fail('recording-on-hub')
  afterCommit(() => {
    for (const hubId of hubIds) orderHub(hubId, { type: 'recordings-wanted' })
  })
  let changed = 0
  for (const tenantId of new Set(targets.map((target) => target.tenantId))) {
    if (tenantId !== db.tenantId) await db.writeTo(tenantId)
    const ids = targets.filter((target) => target.tenantId === tenantId).map(({ id }) => id)
    for (const objectId of await setArchived(db, ids, archived)) {
      const action = archived ? 'recording.archive' : 'recording.unarchive'
      await audit({ action, objectType: 'recording', objectId })
      changed++
    }
  }
  return changed
}

type Signing = Pick<Context, 'actor' | 'media' | 'now'>

function signed({ actor, media, now }: Signing, id: string, rest: string): string {
  return `/api/recording/${id}/${rest}?${media.query(subjectOf(id), actor.sessionId, now)}`
}

function toRecording(signing: Signing, row: RecordingRow): Recording {
  const { tenantId: _, timezone: __, cameraHubId: ___, snapshotId, hubId, hubName, ...facts } = row
  return {
    ...facts,
    bitrateBps: Math.round((row.bytes * 8000) / Math.max(1, row.durationMs)),
    snapshotUrl: snapshotId && signed(signing, row.id, `part/${snapshotId}`),
    hub: hubId && hubName !== null ? { id: hubId, name: hubName } : null,
  }
}

/** Whether H.265 segments can be transcoded to H.264: each by the hub that has it, otherwise by the camera's hub. */
async function h264Of(
  { isHubConnected }: Pick<Context, 'isHubConnected'>,
  row: RecordingRow,
  segments: readonly SegmentRow[],
): Promise<RecordingDetail['h264']> {
  const made = segments.filter(({ codec }) => isH265(codec))
  if (made.length === 0) return 'none'
  const hubIds = new Set(made.map(({ isOnHub }) => (isOnHub ? row.hubId : row.cameraHubId)))
  for (const hubId of hubIds) if (hubId === null || !(await isHubConnected(hubId))) return 'away'
  return 'ready'
}

async function detailOf(context: Context, id: string): Promise<RecordingDetail> {
  const { db, actor } = context
  const scope = found(recordingScope(actor))
  const row = await readRecording(db, scope, id)
  if (!row) {
    await requireRecording(db, scope)
    throw fail('not-found')
  }
  const snapshots = await readSnapshots(db, row)
  const segments = await readSegments(db, row)
  const isHubReachable = row.hubId === null || (await context.isHubConnected(row.hubId))
  const only = isHubReachable ? '' : '&only=stored'
  return {
    ...toRecording(context, row),
    isHubReachable,
    runs: runsOf(isHubReachable ? segments : segments.filter(({ isOnHub }) => !isOnHub)),
    changes: changesOf(segments, row),
    gaps: (await readGaps(db, row)).reverse(),
    alerts: await readAlertsWithin(db, row, scope),
    snapshots: snapshots.map((snapshot) => ({
      takenAt: snapshot.takenAt,
      url: signed(context, row.id, `part/${snapshot.id}`),
    })),
    previousId: await readNeighbour(db, scope, row, false),
    nextId: await readNeighbour(db, scope, row, true),
    codecs: [...new Set(segments.map(({ codec }) => codec))],
    h264: await h264Of(context, row, segments),
    playlistUrl: signed(context, row.id, 'playlist.m3u8') + only,
    downloadUrl: signed(context, row.id, 'download'),
  }
}

/** Reports of hubs about recordings that stay on them. Requirements APP-01 (A007), REC-05. */
import type { recordingOnHubEndpoints } from '@mimamori/contract/footage/recording-on-hub.ts'
import type { Handlers } from '#platform/context.ts'
import { found } from '#platform/service-error.ts'
import { lockFile } from '#shared/file-owner.ts'
import {
  findCamera,
  findFormerCamera,
  findInit,
  findOwnPart,
  findRecording,
  insertRecording,
  insertSegment,
  lockIntake,
  requireEnabled,
} from './recording.intake.queries.ts'
import {
  findArchivedRetained,
  findMissingRetained,
  findUnknownRetained,
  findWantedRetained,
  lockRetainedRecordings,
  markLost,
  removeRetained,
  tightenRecordings,
} from './recording.retained.queries.ts'

/** Limit of missing segments per call: a lost disk takes several calls. */
const MISSING_AT_ONCE = 5_000
/** A recording that ended less long ago may still grow. */
const GROWING_MS = 10 * 60_000

export const recordingRetainedRoutes: Handlers<typeof recordingOnHubEndpoints> = {
  async 'recording.putRetained'({ db, hub, now }, { params, body }) {
    const id = params.id.toLowerCase()
    const { durationMs, bytes } = body
    const cameraId = body.cameraId.toLowerCase()
    const initId = body.initId.toLowerCase()
    const startedAt = new Date(body.startedAt)
    const camera =
      (await findCamera(db, hub, cameraId, startedAt)) ?? (await findFormerCamera(db, hub, cameraId, startedAt))
    const { unitId } = requireEnabled(camera)
    await lockIntake(db, cameraId)
    await lockFile(db, id)
    const known = await findOwnPart(db, hub, { kind: 'segment', id, cameraId })
    if (known) return { isStored: !known.isOnHub }
    const { people } = found(await findInit(db, cameraId, initId))
    const endedAt = new Date(startedAt.getTime() + durationMs)
    const place = { cameraId, unitId, people, startedAt, endedAt, hubId: hub.id }
    const recordingId = (await findRecording(db, place)) ?? (await insertRecording(db, place, now))
    await insertSegment(db, { id, recordingId, initId, startedAt, endedAt, durationMs, bytes, hubId: hub.id })
    return { isStored: false }
  },

  async 'recording.dropRetained'({ db, hub, now }, { body: { ids, isGone } }) {
    await lockRetainedRecordings(db, hub, ids)
    const archived = isGone ? [] : await findArchivedRetained(db, hub, ids)
    const dropped = ids.map((id) => id.toLowerCase()).filter((id) => !archived.includes(id))
    const shortened = await removeRetained(db, hub, dropped)
    await tightenRecordings(db, shortened, new Date(now.getTime() - GROWING_MS))
    return { archived }
  },

  async 'recording.compareRetained'({ db, hub, now }, { body: { ids, ...range } }) {
    const missing = await findMissingRetained(db, hub, range, ids, MISSING_AT_ONCE)
    await lockRetainedRecordings(db, hub, missing)
    const shortened = await markLost(db, hub.tenantId, missing)
    await tightenRecordings(db, shortened, new Date(now.getTime() - GROWING_MS))
    return { unknown: await findUnknownRetained(db, hub, ids), isMore: missing.length === MISSING_AT_ONCE }
  },

  async 'recording.wantedRetained'({ db, hub }, { query }) {
    return { ids: await findWantedRetained(db, hub, query.after ?? null) }
  },
}

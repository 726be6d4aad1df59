/**
 * Recordings that stay on their hub, by the policy of their site: the hub reports what it retains, and the service
 * reads segments through it for playback. Requirements APP-01 (A007), REC-05.
 */
import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { byId } from '../shared/page.ts'

/**
 * Where a site's recordings are stored: with the service, to which hubs upload them, or on the disk of the recording
 * hub.
 */
export const RECORDING_PLACES = ['service', 'hub'] as const
export const recordingPlace = z.enum(RECORDING_PLACES)
export type RecordingPlace = z.infer<typeof recordingPlace>

/** A site's recording policy for its hubs. Limits as in recording-retention.ts, for each hub. */
export const recordingRule = z.object({
  place: recordingPlace,
  days: z.number().int().min(1).nullable(),
  gigabytes: z.number().int().min(1).nullable(),
})
export type RecordingRule = z.infer<typeof recordingRule>
/** The rule of a site without one. */
export const UPLOAD_ALL: RecordingRule = { place: 'service', days: null, gigabytes: null }

/** Maximum number of segments per call. */
export const RETAINED_DROP_MAX = 500
export const RETAINED_COMPARE_MAX = 1000
export const RETAINED_WANTED_MAX = 500

export const recordingOnHubEndpoints = {
  'recording.putRetained': endpoint({
    method: 'PUT',
    path: 'hub/recording/kept/:id',
    access: 'hub',
    summary: 'A segment of video that stays on its hub. The same id again changes nothing.',
    params: byId,
    body: z.strictObject({
      cameraId: z.uuid(),
      initId: z.uuid(),
      startedAt: z.iso.datetime(),
      durationMs: z.number().int().min(1).max(3_600_000),
      bytes: z.int32().min(1),
    }),
    /** `isStored`: the service has the file itself, so that the hub can delete it. */
    response: z.object({ isStored: z.boolean() }),
  }),
  'recording.dropRetained': endpoint({
    method: 'POST',
    path: 'hub/recording/kept/drop',
    access: 'hub',
    summary: 'Segments that the hub is about to remove. Those of archived recordings it has to bring instead.',
    body: z.strictObject({
      ids: z.array(z.uuid()).min(1).max(RETAINED_DROP_MAX),
      /** They are already deleted: the disk was full, and the service could not be reached. */
      isGone: z.boolean(),
    }),
    response: z.object({ archived: z.array(z.uuid()) }),
  }),
  'recording.compareRetained': endpoint({
    method: 'POST',
    path: 'hub/recording/kept/compare',
    access: 'hub',
    summary: 'All segments that the hub has between two ids. What it does not have any more becomes a gap.',
    body: z.strictObject({
      /** Exclusive; null: from the first. */
      after: z.uuid().nullable(),
      /** Inclusive; null: to the last. */
      until: z.uuid().nullable(),
      ids: z.array(z.uuid()).max(RETAINED_COMPARE_MAX),
    }),
    /** `unknown`: segments without a row in the service; `isMore`: the limit was reached, repeat the call. */
    response: z.object({ unknown: z.array(z.uuid()), isMore: z.boolean() }),
  }),
  'recording.wantedRetained': endpoint({
    method: 'GET',
    path: 'hub/recording/kept/wanted',
    access: 'hub',
    summary: 'Segments of archived recordings that are still on the hub, by id: it brings them to the service.',
    query: z.strictObject({ after: z.uuid().optional() }),
    response: z.object({ ids: z.array(z.uuid()) }),
  }),
}

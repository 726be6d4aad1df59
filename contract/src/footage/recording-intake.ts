/** Uploads of recordings by hubs, in chronological order. Requirements APP-01 (A007), HUB-04. */
import { z } from 'zod'
import { peopleLook } from '../camera/camera-fields.ts'
import { endpoint } from '../shared/endpoint.ts'
import { byId } from '../shared/page.ts'

/**
 * Why a camera was not recorded. `camera-lost`: it sent no images; `switched-off`: a person switched it or its process
 * off; `hub-stopped`: the hub did not run; `worker-lost`: its process for this camera ended unexpectedly; `disk-full`: the
 * hub had no room; `disk-slow`: its disk did not keep up; `disk-failed`: its disk refused to write; `privacy`: its images may not leave the
 * hub as they are; `key-frames-rare`: whole images came so rarely that what came
 * between could not be stored; `file-lost`: it was recorded, and its file is gone.
 */
export const gapCause = z.enum([
  'camera-lost',
  'switched-off',
  'schedule-off',
  'hub-stopped',
  'worker-lost',
  'disk-full',
  'disk-slow',
  'disk-failed',
  'privacy',
  'key-frames-rare',
  'file-lost',
])
export type GapCause = z.infer<typeof gapCause>

/** Target length of a recording's segment: it ends at the next key frame. */
export const RECORDING_SEGMENT_MS = 6000
/** Maximum size of a segment without key frames. */
export const RECORDING_SEGMENT_BYTES_MAX = 64 * 1024 * 1024

const pixels = z.coerce.number().int().min(1).max(16_384)

export const recordingIntakeEndpoints = {
  'recording.putInit': endpoint({
    method: 'PUT',
    path: 'hub/recording/init/:id',
    access: 'hub',
    summary: 'The header that a run of video needs before its segments. The same id again changes nothing.',
    params: byId,
    query: z.strictObject({
      cameraId: z.uuid(),
      codec: z.string().regex(/^[A-Za-z0-9.]{1,40}$/),
      width: pixels,
      height: pixels,
      people: peopleLook,
    }),
    intake: 'bytes',
  }),
  'recording.putSegment': endpoint({
    method: 'PUT',
    path: 'hub/recording/segment/:id',
    access: 'hub',
    summary: 'A segment of video that begins with a key frame. The same id again changes nothing.',
    params: byId,
    query: z.strictObject({
      cameraId: z.uuid(),
      initId: z.uuid(),
      startedAt: z.iso.datetime(),
      durationMs: z.coerce.number().int().min(1).max(3_600_000),
    }),
    intake: 'bytes',
  }),
  'recording.putSnapshot': endpoint({
    method: 'PUT',
    path: 'hub/recording/snapshot/:id',
    access: 'hub',
    summary: 'A snapshot of what was recorded, as JPEG. The same id again changes nothing.',
    params: byId,
    /** `initId`: of the run that it shows. */
    query: z.strictObject({ cameraId: z.uuid(), initId: z.uuid(), takenAt: z.iso.datetime() }),
    intake: 'bytes',
  }),
  'recording.ownPart': endpoint({
    method: 'GET',
    path: 'hub/recording/part/:id',
    access: 'hub',
    summary: 'A header or segment of one of the hub’s cameras, which the hub makes H.264 of while somebody watches.',
    params: byId,
    answer: 'bytes',
  }),
  'recording.putGap': endpoint({
    method: 'PUT',
    path: 'hub/recording/gap/:id',
    access: 'hub',
    summary: 'A time in which a camera was not recorded; again with its end once that is known.',
    params: byId,
    body: z
      .strictObject({
        cameraId: z.uuid(),
        startedAt: z.iso.datetime(),
        endedAt: z.iso.datetime().nullable(),
        cause: gapCause,
      })
      .refine(({ startedAt, endedAt }) => endedAt === null || Date.parse(startedAt) <= Date.parse(endedAt), {
        message: 'range.start-before-end',
        path: ['endedAt'],
      }),
  }),
}

/** Recordings: stored video of a camera. Requirements REC-01 to REC-05, ALERT-07. */
import { z } from 'zod'
import { peopleLook } from '../camera/camera-fields.ts'
import { activity, alertSeverity } from '../shared/apps.ts'
import { endpoint } from '../shared/endpoint.ts'
import { byId, instant, openKeyedQuery, openQuery, page } from '../shared/page.ts'
import { STAFF } from '../shared/roles.ts'
import { gapCause } from './recording-intake.ts'

/** RESTRICTED_USER and ANNOTATOR have no access to recordings; DEMO_USER sees those of the demo site. domain.md. */
const VIEWERS = [...STAFF, 'DEMO_USER'] as const

export const recording = z.object({
  id: z.uuid(),
  cameraId: z.uuid(),
  cameraName: z.string(),
  location: z.string(),
  unitId: z.uuid().nullable(),
  unitName: z.string().nullable(),
  startedAt: z.iso.datetime(),
  /** The end of its last frame; grows while recording. */
  endedAt: z.iso.datetime(),
  /** Duration of the video alone, without the gaps between its runs. */
  durationMs: z.number().int(),
  bytes: z.number().int(),
  bitrateBps: z.number().int(),
  archived: z.boolean(),
  /** How people appear in it. CAM-09. */
  people: peopleLook,
  /** Signed and short-lived; null if there is none. */
  snapshotUrl: z.string().nullable(),
  /** The hub that stores its video, entirely or partly; null: the service has all of it. */
  hub: z.object({ id: z.uuid(), name: z.string() }).nullable(),
})
export type Recording = z.infer<typeof recording>

/** A period in which a camera should have been recorded, or might have been, and was not. */
const recordingGap = z.object({
  startedAt: z.iso.datetime(),
  /** Null: it is still open. */
  endedAt: z.iso.datetime().nullable(),
  cause: gapCause,
})
export type RecordingGap = z.infer<typeof recordingGap>

/** A run without a gap. `offsetMs`: its beginning in the playlist. */
const recordingRun = z.object({
  startedAt: z.iso.datetime(),
  offsetMs: z.number().int(),
  durationMs: z.number().int(),
})
export type RecordingRun = z.infer<typeof recordingRun>

const alertMark = z.object({
  id: z.uuid(),
  activity,
  isPossible: z.boolean(),
  kindName: z.string().nullable(),
  severity: alertSeverity,
  occurredAt: z.iso.datetime(),
})
export type AlertMark = z.infer<typeof alertMark>

/** Number of equal parts in a recording's `changes`. */
export const CHANGE_PARTS = 240

export const recordingDetail = recording.extend({
  /** False: segments on its hub cannot be played now; `runs` and the playlist contain only those of the service. */
  isHubReachable: z.boolean(),
  runs: z.array(recordingRun),
  gaps: z.array(recordingGap),
  /** Alerts of the camera within it, oldest first. */
  alerts: z.array(alertMark),
  /**
   * The amount of change in the video, over its wall-clock time: 0 to 1, where 1 is its own maximum. Estimated from the
   * size of the segments, so that a camera with a constant bitrate shows little. 0 where nothing was recorded.
   */
  changes: z.array(z.number()).length(CHANGE_PARTS),
  /** One a minute, oldest first; signed and short-lived. */
  snapshots: z.array(z.object({ takenAt: z.iso.datetime(), url: z.string() })),
  /** The camera's previous and next recordings. */
  previousId: z.uuid().nullable(),
  nextId: z.uuid().nullable(),
  /**
   * HLS, signed and short-lived; its query is also valid for the playlist's parts and can be replaced by a fresh one.
   */
  playlistUrl: z.string(),
  /** The codecs of its video, as in `MediaSource`. */
  codecs: z.array(z.string()),
  /**
   * For browsers that cannot play one of them: a hub transcodes to H.264 during playback, with `&as=h264` appended to
   * `playlistUrl`. `none`: all browsers can play it; `away`: it needs transcoding, but the hub cannot be reached.
   * REAL-07.
   */
  h264: z.enum(['none', 'ready', 'away']),
  /** MP4 of the whole recording, signed and short-lived; `&from=…&to=…` (instants) selects a range. */
  downloadUrl: z.string(),
})
export type RecordingDetail = z.infer<typeof recordingDetail>

/** A camera during a period: its recordings, gaps with their causes, and alerts, oldest first. */
const recordingDay = z.object({
  recordings: z.array(recording),
  gaps: z.array(recordingGap),
  alerts: z.array(alertMark),
})
export type RecordingDay = z.infer<typeof recordingDay>

const DAY_HOURS_MAX = 48

const recordingFilter = z.strictObject({
  cameraIds: z.array(z.uuid()).max(500).optional(),
  unitIds: z.array(z.uuid()).max(500).optional(),
  /** Cameras that carry one of these tags. */
  tagIds: z.array(z.uuid()).max(50).optional(),
  /** Omitted: both. */
  archived: z.boolean().optional(),
  /** Recordings with a frame at or after this instant. */
  from: instant.optional(),
  /** Recordings that begin before this instant. */
  to: instant.optional(),
  /** Recordings that contain this instant. ALERT-07. */
  at: instant.optional(),
})
export type RecordingFilter = z.input<typeof recordingFilter>

/** Maximum number of recordings that one call changes. */
const RECORDING_CHANGES_MAX = 500

/** The parameters of a signed URL; see media.ts. */
const signed = {
  /** The session's id. */
  s: z.string().max(64),
  /** When the URL expires, in seconds since the epoch. */
  e: z.coerce.number().int(),
  /** The signature, valid for one whole recording. */
  h: z.string().max(128),
  /** Excludes segments on a hub, while that cannot be reached. */
  only: z.literal('stored').optional(),
}
/** H.265 is transcoded to H.264 by a hub. */
const as = z.literal('h264').optional()

function isShort(lengthMs: number): boolean {
  return lengthMs > 0 && lengthMs <= DAY_HOURS_MAX * 3_600_000
}

export const recordingEndpoints = {
  'recording.search': endpoint({
    method: 'POST',
    path: 'recording/search',
    access: VIEWERS,
    summary: 'One page of the recordings in the user’s scope, newest first unless sorted otherwise.',
    query: openKeyedQuery,
    body: recordingFilter,
    response: page(recording),
  }),
  'recording.day': endpoint({
    method: 'GET',
    path: 'recording/day',
    access: VIEWERS,
    summary: 'One camera between two instants, at most 48 hours apart: its recordings, gaps and alerts.',
    query: z
      .strictObject({ cameraId: z.uuid(), from: instant, to: instant })
      .refine(({ from, to }) => isShort(Date.parse(to) - Date.parse(from)), {
        message: 'range.too-long',
        path: ['to'],
      }),
    response: recordingDay,
  }),
  'recording.get': endpoint({
    method: 'GET',
    path: 'recording/:id',
    access: VIEWERS,
    summary: 'One recording with its gaps, the alerts within it, its neighbours, and the addresses of its video.',
    params: byId,
    query: openQuery,
    response: recordingDetail,
  }),
  'recording.patchMany': endpoint({
    method: 'PUT',
    path: 'recording/patch',
    access: STAFF,
    summary: 'Archive or unarchive several recordings. Archived ones are never removed.',
    body: z.strictObject({ ids: z.array(z.uuid()).min(1).max(RECORDING_CHANGES_MAX), archived: z.boolean() }),
    response: z.object({ changed: z.number().int() }),
    changes: true,
  }),
  'recording.patch': endpoint({
    method: 'PUT',
    path: 'recording/patch/:id',
    access: STAFF,
    summary: 'Archive or unarchive a recording. Archived ones are never removed.',
    params: byId,
    body: z.strictObject({ archived: z.boolean() }),
    changesObject: recordingDetail,
    response: recordingDetail,
    changes: true,
  }),
  'recording.playlist': endpoint({
    method: 'GET',
    path: 'recording/:id/playlist.m3u8',
    access: 'public',
    summary: 'A recording as an HLS playlist. The signature names a session, which is checked again with its rights.',
    params: byId,
    query: z.strictObject({ ...signed, as }),
    answer: 'bytes',
  }),
  'recording.part': endpoint({
    method: 'GET',
    path: 'recording/:id/part/:partId',
    access: 'public',
    summary: 'A segment of a recording’s video or one of its snapshots, signed as its playlist is.',
    params: z.strictObject({ id: z.uuid(), partId: z.uuid() }),
    query: z.strictObject({ ...signed, as }),
    answer: 'bytes',
  }),
  'recording.download': endpoint({
    method: 'GET',
    path: 'recording/:id/download',
    access: 'public',
    summary: 'A recording, or the given range of it, as one MP4 file; signed as its playlist is.',
    params: byId,
    query: z.strictObject({
      ...signed,
      from: instant.optional(),
      to: instant.optional(),
      /** Returns 204 if the file is available now, otherwise the error of the download. */
      check: z.literal('true').optional(),
    }),
    answer: 'bytes',
  }),
}

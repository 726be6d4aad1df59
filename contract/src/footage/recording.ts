/** Recordings: stored video of a camera. Requirements REC-01 to REC-05, ALERT-07. */
import { z } from 'zod'
import { activity, alertSeverity } from '../camera/apps.ts'
import { peopleLook } from '../camera/people-look.ts'
import { STAFF } from '../identity/roles.ts'
import { endpoint } from '../shared/endpoint.ts'
import { byId, instant, openPageQuery, openQuery, page } from '../shared/page.ts'
import { gapCause } from './recording-intake.ts'

/** RESTRICTED_USER and ANNOTATOR have no recordings; DEMO_USER sees the demo site's. domain.md. */
const VIEWERS = [...STAFF, 'DEMO_USER'] as const

export const recording = z.object({
  id: z.uuid(),
  cameraId: z.uuid(),
  cameraName: z.string(),
  location: z.string(),
  unitId: z.uuid().nullable(),
  unitName: z.string().nullable(),
  startedAt: z.iso.datetime(),
  /** Where its last picture ends; grows while it is being recorded. */
  endedAt: z.iso.datetime(),
  /** Of the video alone, without the gaps between its parts. */
  durationMs: z.number().int(),
  bytes: z.number().int(),
  bitrateBps: z.number().int(),
  archived: z.boolean(),
  /** How people look in it. CAM-09. */
  people: peopleLook,
  /** Signed and short-lived; null when there is none. */
  stillUrl: z.string().nullable(),
  /** The hub on which its video lies, wholly or partly; null: the service has all of it. */
  hub: z.object({ id: z.uuid(), name: z.string() }).nullable(),
})
export type Recording = z.infer<typeof recording>

/** A time in which a camera should have been recorded, or might have been, and was not. */
const recordingGap = z.object({
  startedAt: z.iso.datetime(),
  /** Null: it lasts. */
  endedAt: z.iso.datetime().nullable(),
  cause: gapCause,
})
export type RecordingGap = z.infer<typeof recordingGap>

/** A part without a gap. `offsetMs`: where in the playlist it begins. */
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
  severity: alertSeverity,
  occurredAt: z.iso.datetime(),
})
export type AlertMark = z.infer<typeof alertMark>

/** Number of equal parts in a recording's `changes`. */
export const CHANGE_PARTS = 240

export const recordingDetail = recording.extend({
  /** False: what lies on its hub cannot be watched now; `runs` and the playlist are what the service has itself. */
  isHubReachable: z.boolean(),
  runs: z.array(recordingRun),
  gaps: z.array(recordingGap),
  /** Alerts of the camera within it, oldest first. */
  alerts: z.array(alertMark),
  /**
   * How much changes in the picture, from its start to its end by the clock: 0 to 1, where 1 is its own most. Estimated from the
   * size of the segments, so that a camera with a constant bitrate shows little. 0 where nothing was recorded.
   */
  changes: z.array(z.number()).length(CHANGE_PARTS),
  /** One a minute, oldest first; signed and short-lived. */
  stills: z.array(z.object({ takenAt: z.iso.datetime(), url: z.string() })),
  /** The camera's recordings before and after it. */
  previousId: z.uuid().nullable(),
  nextId: z.uuid().nullable(),
  /** HLS, signed and short-lived; its query is good for the playlist's parts too and is replaced by a fresh one. */
  playlistUrl: z.string(),
  /** The formats of its video, as `MediaSource` calls them. */
  codecs: z.array(z.string()),
  /**
   * For browsers that do not play one of them: a hub makes H.264 of it while it is watched, by `&as=h264` behind
   * `playlistUrl`. `none`: all browsers play it; `away`: it would be made, and the hub cannot be reached. REAL-07.
   */
  h264: z.enum(['none', 'ready', 'away']),
  /** MP4 of the whole, signed and short-lived; `&from=…&to=…` (instants) narrows it. */
  downloadUrl: z.string(),
})
export type RecordingDetail = z.infer<typeof recordingDetail>

/** A camera over some time: what was recorded, what was not and why, and what happened, oldest first. */
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
  /** Left out: both. */
  archived: z.boolean().optional(),
  /** Recordings with a picture at or after this instant. */
  from: instant.optional(),
  /** Recordings that begin before this instant. */
  to: instant.optional(),
  /** Recordings that show this very instant. ALERT-07. */
  at: instant.optional(),
})
export type RecordingFilter = z.input<typeof recordingFilter>

/** How many recordings one call changes at most. */
const RECORDING_CHANGES_MAX = 500

/** What a signed address carries; see media.ts. */
const signed = {
  /** The session's id. */
  s: z.string().max(64),
  /** When the address ends, in seconds since the epoch. */
  e: z.coerce.number().int(),
  /** The signature, good for all of one recording. */
  h: z.string().max(128),
  /** Without what lies on a hub, while that cannot be reached. */
  only: z.literal('stored').optional(),
}
/** H.265 comes as H.264, which a hub makes of it. */
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
    query: openPageQuery,
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
    summary: 'A segment of a recording’s video or one of its stills, signed as its playlist is.',
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
      /** Answers 204 when the file could be had now, else what the download would. */
      check: z.literal('true').optional(),
    }),
    answer: 'bytes',
  }),
}

/** Alerts: what hubs report and staff answer. Requirements ALERT-01 to ALERT-11, DASH-01. */

import { z } from 'zod'
import { activity, alertSeverity } from '../camera/apps.ts'
import { peopleLook } from '../camera/people-look.ts'
import { residentMark } from '../care/resident.ts'
import { ADMINS } from '../identity/roles.ts'
import { endpoint } from '../shared/endpoint.ts'
import { box, detection } from '../shared/geometry.ts'
import { byId, instant, openPageQuery, page } from '../shared/page.ts'
import { alarm } from './alarm.ts'
import { ALARM_STATES, ANSWER_SOURCES } from './alarm-state.ts'
import { VERDICTS } from './alert-lists.ts'
import { isReasonOfVerdict, NO_VERDICT, VERDICT_REASON_MAX } from './alert-verdict.ts'
import { alertWindow } from './alert-window.ts'
import { notified } from './notification.ts'

export const verdict = z.enum(VERDICTS)
export type Verdict = z.infer<typeof verdict>

/**
 * `none`: a still picture is all there is; `pending`: the camera still records it; `expired`: removed by retention;
 * `missing`: it was stored and its file is gone; `damaged`: its file is not what was stored.
 */
export const clipState = z.enum(['none', 'pending', 'ready', 'failed', 'expired', 'missing', 'damaged'])

/** What became of the file of a stored picture that cannot be shown. */
const lostFile = z.enum(['missing', 'damaged'])

/** `camera`: concluded on the device; `cloud`: on the hub or the service. */
export const inferencedBy = z.enum(['camera', 'cloud'])

export const alert = z.object({
  id: z.uuid(),
  /** Null for the alert of a hub. */
  cameraId: z.uuid().nullable(),
  /** Of the camera, or of the hub. */
  cameraName: z.string(),
  /** The room, as people say it; for the alert of a hub its name. */
  location: z.string(),
  unitId: z.uuid().nullable(),
  unitName: z.string().nullable(),
  activity,
  /** A fall that only the background saw and that nobody judged a real one. REAL-03 */
  isPossible: z.boolean(),
  severity: alertSeverity,
  /** When it happened in the room, by the hub's corrected clock. */
  occurredAt: z.iso.datetime(),
  /** When the service stored it; `createdAt - occurredAt` is the delivery delay. */
  createdAt: z.iso.datetime(),
  /** Whether the asking user has seen it. */
  hasRead: z.boolean(),
  archived: z.boolean(),
  mediaType: z.enum(['image', 'video']),
  inferencedBy,
  clipState,
  clipDurationMs: z.number().int().nullable(),
  /** Signed and short-lived; null when there is none. */
  thumbnailUrl: z.string().nullable(),
  detections: z.array(detection),
  verdict: verdict.nullable(),
  /** Why it was judged so: one of VERDICT_REASONS, or the words of who did. */
  verdictReason: z.string().nullable(),
  /** Cameras of the unit that went dark with a hub; null for other alerts. */
  darkCameras: z.number().int().nullable(),
  /** Where its answer stands; null: it is activity, which needs none. ALARM-01. */
  alarm: alarm.nullable(),
  /** The first care role that read it; reading answers nothing. ALERT-06. */
  firstSeen: z.object({ userName: z.string(), at: z.iso.datetime() }).nullable(),
})
export type Alert = z.infer<typeof alert>

/** One thing that happened to an alert, oldest first. ALERT-05. */
const alertStep = z.object({
  at: z.iso.datetime(),
  kind: z.enum([
    'occurred',
    'raised',
    'clip-ready',
    'clip-failed',
    /** Somebody was notified; `notified` says who, how, and whether it arrived. */
    'notified',
    /** An escalation rule fired; `escalationName` says which. */
    'escalated',
    'resent',
    'seen',
    'archived',
    'unarchived',
    'judged',
    'deleted',
    'restored',
    /** An incident report was saved. */
    'reported',
    /** Steps of an alarm. `claim-expired`: nobody arrived in time; `note` and `outcome` belong to these. */
    'claimed',
    'joined',
    'given-back',
    'claim-expired',
    'arrived',
    'resolved',
    /** A note; `asked` names colleagues, who are notified. */
    'noted',
    'asked',
    /** It happened during a care visit of that person, and was no alarm. */
    'paused',
  ]),
  /** Who did it; null for what the system did. */
  userName: z.string().nullable(),
  verdict: verdict.nullable().default(null),
  verdictReason: z.string().nullable().default(null),
  escalationName: z.string().nullable().default(null),
  outcome: z.string().nullable().default(null),
  note: z.string().nullable().default(null),
  /** Where a button was pressed; `camera`: it was seen. */
  source: z
    .enum([...ANSWER_SOURCES, 'camera'])
    .nullable()
    .default(null),
  /** When a button was pressed that waited for a connection. */
  pressedAt: z.iso.datetime().nullable().default(null),
  notified: notified.nullable().default(null),
})
export type AlertStep = z.infer<typeof alertStep>

export const alertDetail = alert.extend({
  /** How people look in the picture and clip that the caller gets. CAM-09. */
  people: peopleLook,
  /** Signed and short-lived; null unless `clipState` is ready. */
  clipUrl: z.string().nullable(),
  /**
   * The same as the camera sent it, where `clipUrl` was made of that (H.265), for browsers that play its `codec`; signed and
   * short-lived. REAL-07.
   */
  clipOriginal: z.object({ url: z.string(), codec: z.string() }).nullable(),
  /** Where in the clip the alert began. */
  clipAlertAtMs: z.number().int().nullable(),
  /** Why a picture that was stored has no `thumbnailUrl`; null: it is there, or there was none. */
  lostPicture: lostFile.nullable(),
  /** The region that the app watched, as a bounding box; null: the whole picture. */
  region: box.nullable(),
  /** The hub that fell silent; null for other alerts. */
  hubId: z.uuid().nullable(),
  /** That stayed in the room then; empty to those that may not read residents. */
  residents: z.array(residentMark),
  steps: z.array(alertStep),
  /** Neighbours in time within the user's scope. */
  newerId: z.uuid().nullable(),
  olderId: z.uuid().nullable(),
})
export type AlertDetail = z.infer<typeof alertDetail>

/**
 * Shifts are times of day, which no tally knows: their alerts are counted one by one, so the range is limited. Without
 * `from` it begins so long before `to`, or before now.
 */
export const SHIFT_RANGE_MAX_DAYS = 93

const verdictOrNone = z.enum([...verdict.options, 'none'])
export type VerdictOrNone = z.infer<typeof verdictOrNone>

export const alertFilter = z.strictObject({
  cameraIds: z.array(z.uuid()).max(500).optional(),
  unitIds: z.array(z.uuid()).max(500).optional(),
  severities: z.array(alertSeverity).optional(),
  activities: z.array(activity).optional(),
  /** Cameras that carry one of these tags. */
  tagIds: z.array(z.uuid()).max(50).optional(),
  /** Within one of these shifts by its site's clock, on its cameras if it has any; SHIFT_RANGE_MAX_DAYS at most. */
  shiftIds: z.array(z.uuid()).max(50).optional(),
  /** Happened by day or by night, by the clock of each site. Over SHIFT_RANGE_MAX_DAYS at most. */
  window: alertWindow.optional(),
  /** Judged so; `none`: nobody has judged it. */
  verdicts: z.array(verdictOrNone).optional(),
  /** Nobody has answered it: an alarm that nobody has claimed, or activity that nobody has read. Reports count so. */
  isUnanswered: z.literal(true).optional(),
  hasRead: z.boolean().optional(),
  /** Alarms in one of these states. */
  alarmStates: z.array(z.enum(ALARM_STATES)).optional(),
  /** `any`: archived or not, as reports count. */
  archived: z.union([z.boolean(), z.literal('any')]).default(false),
  /** Alerts that happened at or after this instant. */
  from: instant.optional(),
  /** Alerts that happened before this instant. */
  to: instant.optional(),
})
export type AlertFilter = z.input<typeof alertFilter>

const change = {
  hasRead: z.literal(true).optional(),
  archived: z.boolean().optional(),
  verdict: verdict.optional(),
  /** With a verdict: why. Left out or empty: no reason is given. */
  verdictReason: z.string().trim().max(VERDICT_REASON_MAX).optional(),
}
/** `severity`, and `need` for alarms: descending the most urgent first, of those the newest. */
export const ALERT_SORTS = ['occurredAt', 'severity', 'need'] as const
export type AlertSort = (typeof ALERT_SORTS)[number]

/** How many alerts one call changes at most. */
export const ALERT_CHANGES_MAX = 500
const chosen = z.strictObject({ ids: z.array(z.uuid()).min(1).max(ALERT_CHANGES_MAX) })
/** Time in which a deletion can be undone. */
export const ALERT_UNDO_MINUTES = 10
const alertPatch = z.strictObject(change).refine(isReasonOfVerdict, NO_VERDICT)
export type AlertPatch = z.infer<typeof alertPatch>

/** ANNOTATOR sees alerts with their clips and judges them: nothing else. domain.md. */
const alertReaders = 'signed-in' as const

export const alertEndpoints = {
  'alert.search': endpoint({
    method: ['PUT', 'POST'],
    path: 'alert/search',
    access: alertReaders,
    summary: 'One page of the alerts in the user’s scope, newest first unless sorted otherwise.',
    query: openPageQuery,
    body: alertFilter,
    response: page(alert),
  }),
  'alert.get': endpoint({
    method: 'GET',
    path: 'alert/view/:id',
    access: alertReaders,
    summary: 'One alert with its clip, timeline and neighbours. Reading does not mark it seen.',
    params: byId,
    response: alertDetail,
  }),
  'alert.neighbours': endpoint({
    method: 'POST',
    path: 'alert/neighbours/:id',
    access: alertReaders,
    summary:
      'The next newer and the next older alert among those that a filter finds; the alert itself need not match.',
    params: byId,
    body: alertFilter,
    response: z.object({ newerId: z.uuid().nullable(), olderId: z.uuid().nullable() }),
  }),
  'alert.patchMany': endpoint({
    method: 'PUT',
    path: 'alert/patch',
    access: alertReaders,
    summary: 'Mark several alerts seen, archive or unarchive them, or judge them.',
    body: chosen.extend(change).refine(isReasonOfVerdict, NO_VERDICT),
    response: z.object({ changed: z.number().int() }),
    changes: true,
  }),
  'alert.patch': endpoint({
    method: 'PUT',
    path: 'alert/patch/:id',
    access: alertReaders,
    summary: 'Mark one alert seen, archive or unarchive it, or judge it.',
    params: byId,
    body: alertPatch,
    response: alertDetail,
    changes: true,
  }),
  'alert.remove': endpoint({
    method: 'DELETE',
    path: 'alert/:id',
    access: ADMINS,
    whileBound: 'within-units',
    summary: 'Delete an alert with its pictures; for ten minutes it can be taken back.',
    params: byId,
    changes: true,
  }),
  'alert.removeMany': endpoint({
    method: 'POST',
    path: 'alert/remove',
    access: ADMINS,
    whileBound: 'within-units',
    summary: 'Delete several alerts with their pictures; for ten minutes they can be taken back.',
    body: chosen,
    response: z.object({ changed: z.number().int() }),
    changes: true,
  }),
  'alert.restore': endpoint({
    method: 'POST',
    path: 'alert/restore',
    access: ADMINS,
    whileBound: 'within-units',
    summary: 'Take deleted alerts back.',
    body: chosen,
    response: z.object({ changed: z.number().int() }),
    changes: true,
  }),
}

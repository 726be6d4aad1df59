/** Alerts: reported by hubs and answered by staff. Requirements ALERT-01 to ALERT-11, DASH-01. */

import { z } from 'zod'
import { peopleLook } from '../camera/camera-fields.ts'
import { residentMark } from '../care/resident.ts'
import { CLIP_UNASKED } from '../fleet/clip-error.ts'
import { ALARM_STATES, PRESS_SOURCES } from '../shared/alarm-state.ts'
import { activity, alertSeverity } from '../shared/apps.ts'
import { endpoint } from '../shared/endpoint.ts'
import { box, detection } from '../shared/geometry.ts'
import { byId, instant, openKeyedQuery, page } from '../shared/page.ts'
import { ADMINS } from '../shared/roles.ts'
import { alarm } from './alarm.ts'
import { VERDICTS } from './alert-lists.ts'
import { isReasonOfVerdict, NO_VERDICT, VERDICT_REASON_MAX } from './alert-verdict.ts'
import { alertWindow } from './alert-window.ts'
import { notified } from './notification.ts'

export const verdict = z.enum(VERDICTS)
export type Verdict = z.infer<typeof verdict>

/**
 * `none`: there is only a snapshot; `pending`: the camera is still recording it; `expired`: removed by retention;
 * `missing`: its stored file is gone; `damaged`: its file differs from the stored one.
 */
export const clipState = z.enum(['none', 'pending', 'ready', 'failed', 'expired', 'missing', 'damaged'])

/** The state of a stored image's file that cannot be shown. */
const lostFile = z.enum(['missing', 'damaged'])

/** `camera`: inferred on the device; `cloud`: on the hub or the service. */
export const inferencedBy = z.enum(['camera', 'cloud'])

export const alert = z.object({
  id: z.uuid(),
  /** Null for the alert of a hub. */
  cameraId: z.uuid().nullable(),
  /** Name of the camera, or of the hub. */
  cameraName: z.string(),
  /** The room's usual name; for the alert of a hub its name. */
  location: z.string(),
  unitId: z.uuid().nullable(),
  unitName: z.string().nullable(),
  activity,
  /** A fall that is not sure and that nobody judged a real one. REAL-03 */
  isPossible: z.boolean(),
  /** The site's name for the kind of a signal; null for everything else. REACH-54 */
  kindName: z.string().nullable(),
  severity: alertSeverity,
  /** When it happened in the room, by the hub's corrected clock. */
  occurredAt: z.iso.datetime(),
  /** When the service stored it; `createdAt - occurredAt` is the delivery delay. */
  createdAt: z.iso.datetime(),
  /** Whether the requesting user has seen it. */
  hasRead: z.boolean(),
  archived: z.boolean(),
  mediaType: z.enum(['image', 'video']),
  inferencedBy,
  clipState,
  clipDurationMs: z.number().int().nullable(),
  /** Signed and short-lived; null if there is none. */
  thumbnailUrl: z.string().nullable(),
  detections: z.array(detection),
  verdict: verdict.nullable(),
  /** The reason of the verdict: one of VERDICT_REASONS, or free text. */
  verdictReason: z.string().nullable(),
  /** Cameras of the unit that went dark with a hub; null for other alerts. */
  darkCameras: z.number().int().nullable(),
  /** The state of its answer; null: it is activity, which needs none. ALARM-01. */
  alarm: alarm.nullable(),
  /** The first care role that read it; reading does not answer it. ALERT-06. */
  firstSeen: z.object({ userName: z.string(), at: z.iso.datetime() }).nullable(),
})
export type Alert = z.infer<typeof alert>

/** A step of an alert's timeline, oldest first. ALERT-05. */
const alertStep = z.object({
  at: z.iso.datetime(),
  kind: z.enum([
    'occurred',
    'raised',
    'clip-ready',
    'clip-failed',
    /** Somebody was notified; `notified` has the person, the channel and the delivery state. */
    'notified',
    /** An escalation rule fired; `escalationName` is its name. */
    'escalated',
    /** Nobody answered, and it was repeated; `round` and `recipients` say to whom. NIGHT-04. */
    'repeated',
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
    /** It happened during that person's care visit, and did not become an alarm. */
    'paused',
    /** The person undid the previous press. */
    'undone',
  ]),
  /** The actor; null for steps of the system. */
  userName: z.string().nullable(),
  verdict: verdict.nullable().default(null),
  verdictReason: z.string().nullable().default(null),
  escalationName: z.string().nullable().default(null),
  outcome: z.string().nullable().default(null),
  note: z.string().nullable().default(null),
  /** Where a button was pressed; `camera`: the arrival was detected; `room`: the person was on the way to the room. */
  source: z
    .enum([...PRESS_SOURCES, 'camera', 'room'])
    .nullable()
    .default(null),
  /** When a button was pressed, if it waited for a connection. */
  pressedAt: z.iso.datetime().nullable().default(null),
  notified: notified.nullable().default(null),
  /** Counts from 1 in each opening of the alarm; `groupOfRound` names its recipients. */
  round: z.number().int().nullable().default(null),
  /** Names of those who were notified in the round; empty: nobody could be. */
  recipients: z.array(z.string()).nullable().default(null),
})
export type AlertStep = z.infer<typeof alertStep>

export const alertDetail = alert.extend({
  /** How people appear in the caller's image and clip. CAM-09. */
  people: peopleLook,
  /** Signed and short-lived; null unless `clipState` is ready. */
  clipUrl: z.string().nullable(),
  /**
   * The original H.265 video of the camera from which `clipUrl` was transcoded, for browsers that play its `codec`;
   * signed and short-lived. REAL-07.
   */
  clipOriginal: z.object({ url: z.string(), codec: z.string() }).nullable(),
  /** Offset of the alert in the clip. */
  clipAlertAtMs: z.number().int().nullable(),
  /** Why a stored image has no `thumbnailUrl`; null: it has one, or there was no image. */
  lostImage: lostFile.nullable(),
  /** The region that the app watched, as a bounding box; null: the whole frame. */
  region: box.nullable(),
  /** The hub that fell silent; null for other alerts. */
  hubId: z.uuid().nullable(),
  /** Why the clip of a signal was not requested; null for everything else. */
  clipUnasked: z.enum(CLIP_UNASKED).nullable(),
  /** Who raised it with a token, and what they noted; null: nobody. REACH-54 */
  signal: z.object({ by: z.string(), note: z.string() }).nullable(),
  /** Residents of the room at that time; empty for roles that may not read residents. */
  residents: z.array(residentMark),
  steps: z.array(alertStep),
  /** Neighbors in time within the user's scope. */
  newerId: z.uuid().nullable(),
  olderId: z.uuid().nullable(),
})
export type AlertDetail = z.infer<typeof alertDetail>

/**
 * Shifts are times of day, which the tallies do not have: their alerts are counted one by one, so the range is limited.
 * Without `from` it begins this long before `to`, or before now.
 */
export const SHIFT_RANGE_MAX_DAYS = 93

export const verdictOrNone = z.enum([...verdict.options, 'none'])
export type VerdictOrNone = z.infer<typeof verdictOrNone>

/** Maximum length of a search by words. */
export const ALERT_TEXT_MAX = 80

export const alertFilter = z.strictObject({
  cameraIds: z.array(z.uuid()).max(500).optional(),
  unitIds: z.array(z.uuid()).max(500).optional(),
  severities: z.array(alertSeverity).optional(),
  activities: z.array(activity).optional(),
  /** Cameras that carry one of these tags. */
  tagIds: z.array(z.uuid()).max(50).optional(),
  /** Within one of these shifts by its site's clock, on its cameras if it has any; at most SHIFT_RANGE_MAX_DAYS. */
  shiftIds: z.array(z.uuid()).max(50).optional(),
  /** Happened by day or by night, by the clock of each site. At most SHIFT_RANGE_MAX_DAYS. */
  window: alertWindow.optional(),
  /** Has one of these verdicts; `none`: no verdict. */
  verdicts: z.array(verdictOrNone).optional(),
  /** An unclaimed alarm, or an unread activity alert; counted like in reports. */
  isUnanswered: z.literal(true).optional(),
  /** A connection delayed it for half an hour or more (late-alarm.ts). */
  isLate: z.literal(true).optional(),
  hasRead: z.boolean().optional(),
  /** Each word is part of the name of the room, or of a resident who stayed there then. */
  text: z.string().trim().max(ALERT_TEXT_MAX).optional(),
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
  /** False leaves it as it is. */
  hasRead: z.boolean().optional(),
  archived: z.boolean().optional(),
  /** Null leaves it as it is. */
  verdict: verdict.nullish(),
  /** The reason of the verdict. Omitted or empty: no reason. */
  verdictReason: z.string().trim().max(VERDICT_REASON_MAX).nullish(),
}
/** `severity`, and `need` for alarms: descending sorts the most urgent first, then the newest. */
export const ALERT_SORTS = ['occurredAt', 'severity', 'need'] as const
export type AlertSort = (typeof ALERT_SORTS)[number]

/** Maximum number of alerts that one call changes. */
export const ALERT_CHANGES_MAX = 500
const chosen = z.strictObject({ ids: z.array(z.uuid()).min(1).max(ALERT_CHANGES_MAX) })
/** Time in which a deletion can be undone. */
export const ALERT_UNDO_MINUTES = 10
const alertPatch = z.strictObject(change).refine(isReasonOfVerdict, NO_VERDICT)
export type AlertPatch = z.infer<typeof alertPatch>

/** ANNOTATOR may see alerts with their clips and judge them: nothing else. domain.md. */
const alertReaders = 'signed-in' as const

export const alertEndpoints = {
  'alert.search': endpoint({
    method: ['PUT', 'POST'],
    path: 'alert/search',
    access: alertReaders,
    scope: 'alerts',
    summary: 'One page of the alerts in the user’s scope, newest first unless sorted otherwise.',
    query: openKeyedQuery,
    body: alertFilter,
    example: { severities: ['critical', 'high'], from: '2026-11-30T00:00:00Z' },
    response: page(alert),
  }),
  'alert.get': endpoint({
    method: 'GET',
    path: 'alert/view/:id',
    access: alertReaders,
    scope: 'alerts',
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
    changesObject: alertDetail,
    response: alertDetail,
    changes: true,
  }),
  'alert.remove': endpoint({
    method: 'DELETE',
    path: 'alert/:id',
    access: ADMINS,
    whileBound: 'within-units',
    summary: 'Delete an alert with its images; for ten minutes it can be taken back.',
    params: byId,
    changes: true,
  }),
  'alert.removeMany': endpoint({
    method: 'POST',
    path: 'alert/remove',
    access: ADMINS,
    whileBound: 'within-units',
    summary: 'Delete several alerts with their images; for ten minutes they can be taken back.',
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

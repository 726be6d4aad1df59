/**
 * The alerts behind a number of a report, as a filter of the alert list. No zod here: pages load it. Requirement
 * METRIC-03.
 */

import type { AlertFilter, VerdictOrNone } from '../alerting/alert.ts'
import { VERDICTS } from '../alerting/alert-lists.ts'

/** An incident: critical or high, and not judged false. */
export const INCIDENT_SEVERITIES = ['critical', 'high'] as const
/** Severities that need a response; low alerts are answered by nobody and have no response time. */
export const ANSWERED_SEVERITIES = ['critical', 'high', 'medium'] as const

const NOT_FALSE: VerdictOrNone[] = ['real', 'unsure', 'none']
type Behind =
  | 'all'
  | 'incidents'
  | 'falls'
  | 'confirmedFalls'
  | 'undecidedFalls'
  | 'falseFalls'
  | 'judged'
  | 'falseAlarms'
  | 'neverSeen'
/**
 * The filter that matches exactly the alerts counted in a number of a report, besides its range and rooms. METRIC-03.
 */
export const BEHIND: Record<Behind, AlertFilter> = {
  all: {},
  incidents: { severities: [...INCIDENT_SEVERITIES], verdicts: NOT_FALSE },
  falls: { activities: ['A005'], verdicts: NOT_FALSE },
  confirmedFalls: { activities: ['A005'], verdicts: ['real'] },
  undecidedFalls: { activities: ['A005'], verdicts: ['unsure', 'none'] },
  falseFalls: { activities: ['A005'], verdicts: ['false-alarm'] },
  judged: { verdicts: [...VERDICTS] },
  falseAlarms: { verdicts: ['false-alarm'] },
  neverSeen: { isUnanswered: true },
}

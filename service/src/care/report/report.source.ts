/** The stored data of an alert for a report. */

import type { Verdict } from '@mimamori/contract/alerting/alert-lists.ts'
import type { NotificationChannel } from '@mimamori/contract/alerting/channel.ts'
import type { AlarmOutcome } from '@mimamori/contract/shared/alarm-state.ts'
import type { Activity, AlertSeverity } from '@mimamori/contract/shared/apps.ts'
import type { Detection } from '@mimamori/contract/shared/geometry.ts'

/** A step of the alert's timeline: by a person, or for 'escalated' by the rule that fired. */
export type SourceStep = {
  at: string
  kind: string
  userName: string | null
  verdict: Verdict | null
  escalationName: string | null
}

/**
 * A message about the alert that was sent, and its delivery state: a receipt is more precise than the push service's
 * response.
 */
export type SourceMessage = {
  at: string
  /** Null: an e-mail address without an account. */
  recipient: string | null
  channel: NotificationChannel
  state: 'sent' | 'delivered' | 'shown' | 'opened' | 'failed'
}

export type ReportSource = {
  cameraName: string
  location: string
  unitName: string | null
  activity: Activity
  /** The site's name for the kind of a signal. */
  kindName: string | null
  severity: AlertSeverity
  occurredAt: string
  createdAt: string
  detections: Detection[]
  hasRegion: boolean
  /** Where in the clip the alert began, ms. */
  clipAlertAtMs: number | null
  firstSeenName: string | null
  firstSeenAt: string | null
  verdict: Verdict | null
  /** How a person ended the alarm, their name and note; null: nobody has. */
  outcome: AlarmOutcome | null
  outcomeNote: string | null
  resolvedName: string | null
  steps: SourceStep[]
  /** Its notifications, oldest first. */
  messages: SourceMessage[]
  /** Other alerts of the same camera, at most ten minutes away, oldest first. */
  neighbours: { at: string; activity: Activity; isPossible: boolean; kindName: string | null }[]
}

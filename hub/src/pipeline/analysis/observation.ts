/** Output of the analysis of a camera's frames. */

import type { DesiredCamera, WantedFootage } from '@mimamori/contract/fleet/hub.ts'
import type { AlertRaised } from '@mimamori/contract/fleet/hub-event.ts'
import type { AlertAppCode } from '@mimamori/contract/shared/apps.ts'
import type { Box } from '@mimamori/contract/shared/geometry.ts'
import type { MotionFrame, MotionReason } from '#detectors/motion.ts'
import type { PeopleFrame } from '#detectors/people-frame.ts'

/** An alert that the service raised, which needs a snapshot and a clip; `occurredAtMs`: the start of its condition. */
export type AskedAlert = Pick<Incident, 'severity' | 'occurredAtMs'> & {
  alertId: string
  appCode: WantedFootage['appCode']
}

export type Incident = {
  /** The id of an alert that the service raised; undefined for a new alert. */
  alertId?: string
  appCode: AlertRaised['appCode']
  severity: DesiredCamera['apps'][number]['severity']
  reason: string
  occurredAtMs: number
  raisedAtMs: number
  boxes: readonly Box[]
  /** Confidence of the operator's own model, 0 to 1, if it took part. */
  modelConfidence?: number
  /** A fall that only the background saw. */
  isPossible?: boolean
  /** Somebody was lost there: worth a look, no alarm. */
  isLookIn?: boolean
  thumbnail: Buffer | null
  /** The same frame for users who may only see blurred people. */
  blurredThumbnail: Buffer | null
}

export type AnalysisSink = {
  onIncident: (incident: Incident) => void
  onSnapshot: (jpeg: Buffer, capturedAtMs: number) => void
  /** True: the whole view changed, false: it is recognized again. */
  onViewChange: (isChanged: boolean) => void
  onError: (wordsForLog: string) => void
}

/** The apps' results for one frame; `frame` and `reason` are those of A003, null while it does not run. */
export type Observation = {
  jpeg: Buffer | null
  capturedAtMs: number
  frame: MotionFrame | null
  reason: MotionReason | null
  /** Results of the apps about people; null while the app does not run. */
  seenBy: (appCode: AlertAppCode) => { frame: PeopleFrame | null; reason: string } | null
}

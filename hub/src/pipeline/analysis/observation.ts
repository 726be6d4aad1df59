/** What the analysis of a camera's pictures reports. */
import type { AlertAppCode } from '@mimamori/contract/camera/apps.ts'
import type { DesiredCamera } from '@mimamori/contract/fleet/hub.ts'
import type { Box } from '@mimamori/contract/shared/geometry.ts'
import type { MotionFrame, MotionReason } from '#detectors/motion.ts'
import type { PeopleFrame } from '#detectors/people-frame.ts'

export type Sighting = {
  appCode: AlertAppCode
  severity: DesiredCamera['apps'][number]['severity']
  reason: string
  occurredAtMs: number
  raisedAtMs: number
  boxes: readonly Box[]
  /** How sure the operator's own model was, where it took part. */
  modelConfidence?: number
  /** A fall that only the background saw. */
  isPossible?: boolean
  thumbnail: Buffer | null
  /** The same for those who may see people blurred alone. */
  blurredThumbnail: Buffer | null
}

export type AnalysisSink = {
  onSighting: (sighting: Sighting) => void
  onStill: (jpeg: Buffer, capturedAtMs: number) => void
  /** True: the whole view changed, false: it is known again. */
  onViewChange: (isChanged: boolean) => void
  onError: (wordsForLog: string) => void
}

/** What the apps saw in one picture; `frame` and `reason` are those of A003, null while it does not run. */
export type Observation = {
  jpeg: Buffer | null
  capturedAtMs: number
  frame: MotionFrame | null
  reason: MotionReason | null
  /** Of the apps about people; null while the app does not run. */
  seenBy: (appCode: AlertAppCode) => { frame: PeopleFrame | null; reason: string } | null
}

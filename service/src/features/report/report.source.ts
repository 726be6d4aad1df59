/** An alert as a report takes it: what the database knows of it. */
import type { Activity, AlertSeverity } from '@mimamori/contract/apps.ts'
import type { Detection } from '@mimamori/contract/geometry.ts'

type Verdict = 'real' | 'false-alarm' | 'unsure'

/** A step of the alert's timeline that a person made. */
export type SourceStep = { at: string; kind: string; userName: string | null; verdict: Verdict | null }

export type ReportSource = {
  cameraName: string
  location: string
  unitName: string | null
  activity: Activity
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
  steps: SourceStep[]
  /** Other alerts of the same camera, at most ten minutes away, oldest first. */
  neighbours: { at: string; activity: Activity }[]
}

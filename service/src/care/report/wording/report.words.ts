/** The words of facts and sentences in the language of who asked: each language whole, in its own file. */
import type { Activity, AlertSeverity } from '@mimamori/contract/camera/apps.ts'
import type { ClipUse } from '@mimamori/contract/care/report.ts'
import type { ReportSource, SourceMessage, SourceStep } from '../report.source.ts'

export type Verdict = NonNullable<SourceStep['verdict']>
export type Place = Pick<ReportSource, 'cameraName' | 'location' | 'unitName'>

/** Instants come as ISO, lengths and places in the clip in ms. */
export type ReportWords = {
  /** Hours, minutes and seconds in the zone of who asked. */
  clock(at: string): string
  what(activity: Activity, severity: AlertSeverity): string
  where(place: Place): string
  occurred(activity: Activity): string
  stored(delayMs: number): string
  detections(count: number, people: number): string
  region: string
  clipMissing(use: Exclude<ClipUse, 'analyzed'>): string
  clipLength(ms: number): string
  firstMotion(atMs: number): string
  peakMotion(atMs: number): string
  still(atMs: number, forMs: number): string
  noMotion: string
  keyFrame(atMs: number): string
  step(step: SourceStep): string
  message(message: SourceMessage): string
  /** Nobody was told of the alert by a message. */
  untold: string
  firstSeen(name: string, afterMs: number): string
  unseen: string
  verdict(verdict: Verdict): string
  neighbour(activity: Activity, awayMs: number): string
  noNeighbours: string
  /** The first sentence: what, where, when, with the date. */
  opening(activity: Activity, place: Place, at: string): string
  /** In the summary: after a fall nobody moved. */
  stillAfterFall(forMs: number): string
  toDo: Record<'clip' | 'resident' | 'answer' | 'judge', string>
}

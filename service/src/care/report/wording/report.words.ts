/** What the words of a report are about. */
import type { ReportSource, SourceStep } from '../report.source.ts'

export type Verdict = NonNullable<SourceStep['verdict']>
export type Place = Pick<ReportSource, 'cameraName' | 'location' | 'unitName'>

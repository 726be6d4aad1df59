/** The types of values in a report's texts. */
import type { ReportSource, SourceStep } from '../report.source.ts'

export type Verdict = NonNullable<SourceStep['verdict']>
export type Place = Pick<ReportSource, 'cameraName' | 'location' | 'unitName'>

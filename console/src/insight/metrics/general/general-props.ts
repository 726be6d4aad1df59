/** What each board of the General Report gets. */
import type { GeneralReport } from '@mimamori/contract/insight/metrics-general.ts'
import type { MetricsScope } from '../metrics-queries.ts'

export type GeneralProps = { report: GeneralReport; scope: MetricsScope; timeZone: string }

/** What the service answers about severities, and the order in which they are drawn. */
import type { alertEndpoints } from '@mimamori/contract/alerting/alert.ts'
import type { ResultOf } from '@mimamori/contract/shared/endpoint.ts'

export type SeverityAnswer = ResultOf<(typeof alertEndpoints)['alert.countBySeverity']>

/** Most urgent first. */
export const SEVERITY_ORDER = ['critical', 'high', 'medium', 'low'] as const

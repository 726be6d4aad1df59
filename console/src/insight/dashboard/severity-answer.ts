/** What the service answers about severities, and the order in which they are drawn. */
import type { alertDashboardEndpoints } from '@mimamori/contract/alerting/alert-dashboard.ts'
import type { ResultOf } from '@mimamori/contract/shared/endpoint.ts'

export type SeverityAnswer = ResultOf<(typeof alertDashboardEndpoints)['alert.countBySeverity']>

/** Most urgent first. */
export const SEVERITY_ORDER = ['critical', 'high', 'medium', 'low'] as const

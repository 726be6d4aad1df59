/** What the service answers about severities. */
import type { alertDashboardEndpoints } from '@mimamori/contract/alerting/alert-dashboard.ts'
import type { ResultOf } from '@mimamori/contract/shared/endpoint.ts'

export type SeverityAnswer = ResultOf<(typeof alertDashboardEndpoints)['alert.countBySeverity']>

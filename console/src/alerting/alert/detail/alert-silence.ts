/** Alerts that are about a silence: there is no picture of them, and none is missing. CAM-15. */
import type { Alert } from '@mimamori/contract/alerting/alert.ts'

export function isSilence({ activity }: Pick<Alert, 'activity'>): boolean {
  return activity === 'camera-inactive' || activity === 'hub-offline'
}

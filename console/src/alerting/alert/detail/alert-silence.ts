/** Alerts about the silence of a camera or hub: they have no snapshot, and none is missing. CAM-15. */
import type { Alert } from '@mimamori/contract/alerting/alert.ts'

export function isSilence({ activity }: Pick<Alert, 'activity'>): boolean {
  return activity === 'camera-inactive' || activity === 'hub-offline'
}

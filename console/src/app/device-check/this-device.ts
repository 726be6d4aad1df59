/** Reports about this browser to the service, besides the signed-in user. PROOF-01. */

import { deviceName } from '#console/alerting/notification/device-name.ts'
import { pushState } from '#console/alerting/notification/push-registration.ts'
import { deviceKindOf } from '#lib/session/device-kind.ts'

export function thisDevice() {
  return { device: deviceName(), kind: deviceKindOf(navigator), push: pushState() }
}

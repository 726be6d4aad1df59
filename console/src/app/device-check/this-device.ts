/** What this browser says of itself to the service, beside who is signed in. PROOF-01. */

import { deviceName } from '#console/alerting/notification/device-name.ts'
import { pushState } from '#console/alerting/notification/push-registration.ts'
import { deviceKindOf } from '#lib/session/device-kind.ts'

export function thisDevice() {
  return { device: deviceName(), kind: deviceKindOf(navigator), push: pushState() }
}

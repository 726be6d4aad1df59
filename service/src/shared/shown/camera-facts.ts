/** Facts about a camera as a role may read them. The address of a camera, and each part of it, is for administrators. CAM-15. */

import type { HubError } from '@mimamori/contract/camera/hub-request.ts'
import type { SettingsError } from '@mimamori/contract/camera/settings-error.ts'
import type { StatusReason } from '@mimamori/contract/camera/status-reason.ts'
import type { CallerRole } from '@mimamori/contract/shared/roles.ts'
import { hasAccess } from '#shared/access.ts'

/** Params that hold a part of an address, or words of a library, which may quote one. */
const ADDRESS_PARAMS = ['host', 'detail', 'text', 'fingerprint', 'path']
const namesAddress = ({ params }: { params: object }) => ADDRESS_PARAMS.some((name) => name in params)

const SETUP_CODES: readonly StatusReason['code'][] = [
  'host-unknown',
  'network-not-allowed',
  'login-missing',
  'login-wrong',
  'login-basic',
  'not-found',
  'certificate-unknown',
  'certificate-changed',
]

/** Without a part of the address: whether an administrator has to change something, or the camera does not answer. */
export function reasonFor(role: CallerRole, reason: StatusReason | null): StatusReason | null {
  if (!reason || hasAccess({ role }, 'see camera addresses') || !namesAddress(reason)) return reason
  return { code: SETUP_CODES.includes(reason.code) ? 'settings-wrong' : 'not-received', params: {} }
}

/** Without parts of the address and texts of a library. */
export function hubErrorFor(role: CallerRole, error: HubError): HubError {
  return hasAccess({ role }, 'see camera addresses') || !namesAddress(error) ? error : { code: 'not-done', params: {} }
}

/** Without errors that quote a setting, which may be the address. */
export function settingsErrorsFor(role: CallerRole, errors: readonly SettingsError[]): SettingsError[] {
  return errors.filter(
    (error) => hasAccess({ role }, 'see camera addresses') || error.code.startsWith('model-') || !namesAddress(error),
  )
}

/** Japanese texts of the pages behind "Management"; the type makes a missing key a compile error. */
import { formJa } from '#ui/form.ja.ts'
import { regionJa } from '#ui/region.ja.ts'
import { scheduleJa } from '#ui/schedule.ja.ts'
import { auditJa } from '../features/audit/audit.ja.ts'
import { mailJa } from '../features/mail/mail.ja.ts'
import { deviceJa } from '../features/device/device.ja.ts'
import { profileJa } from '../features/profile/profile.ja.ts'
import { securityJa } from '../features/security/security.ja.ts'
import { tenantJa } from '../features/tenant/tenant.ja.ts'
import { unitJa } from '../features/unit/unit.ja.ts'
import { userJa } from '../features/user/user.ja.ts'
import type { managementEn } from './texts-management.en.ts'

type Texts = { [N in keyof typeof managementEn]: Record<keyof (typeof managementEn)[N], string> }

export const managementJa: Texts = {
  form: formJa,
  mail: mailJa,
  region: regionJa,
  schedule: scheduleJa,
  audit: auditJa,
  device: deviceJa,
  profile: profileJa,
  security: securityJa,
  tenant: tenantJa,
  user: userJa,
  unit: unitJa,
}

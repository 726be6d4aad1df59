/** English texts of the pages behind "Management": downloaded with the first of them. See app-route.tsx. */
import { formEn } from '#ui/form.en.ts'
import { regionEn } from '#ui/region.en.ts'
import { scheduleEn } from '#ui/schedule.en.ts'
import { auditEn } from '../features/audit/audit.en.ts'
import { mailEn } from '../features/mail/mail.en.ts'
import { deviceEn } from '../features/device/device.en.ts'
import { profileEn } from '../features/profile/profile.en.ts'
import { securityEn } from '../features/security/security.en.ts'
import { tenantEn } from '../features/tenant/tenant.en.ts'
import { unitEn } from '../features/unit/unit.en.ts'
import { userEn } from '../features/user/user.en.ts'

export const managementEn = {
  form: formEn,
  mail: mailEn,
  region: regionEn,
  schedule: scheduleEn,
  audit: auditEn,
  device: deviceEn,
  profile: profileEn,
  security: securityEn,
  tenant: tenantEn,
  user: userEn,
  unit: unitEn,
}

/** Japanese texts of the pages behind "Management"; the type makes a missing key a compile error. */

import { deliveryJa } from '#console/alerting/delivery/delivery.ja.ts'
import { mailJa } from '#console/alerting/mail/mail.ja.ts'
import { cameraFaultJa } from '#console/camera/camera/form/camera-fault.ja.ts'
import { cameraFieldJa } from '#console/camera/camera/form/camera-field.ja.ts'
import { cameraFormJa } from '#console/camera/camera/form/camera-form.ja.ts'
import { cameraImportJa } from '#console/camera/camera/import/camera-import.ja.ts'
import { appSettingsJa } from '#console/camera/camera-app/app-settings.ja.ts'
import { cameraAppJa } from '#console/camera/camera-app/camera-app.ja.ts'
import { cameraRegionJa } from '#console/camera/camera-region/camera-region.ja.ts'
import { agentJa } from '#console/fleet/agent/agent.ja.ts'
import { retentionJa } from '#console/footage/recording/retention/retention.ja.ts'
import { auditJa } from '#console/identity/audit/audit.ja.ts'
import { deviceJa } from '#console/identity/device/device.ja.ts'
import { profileJa } from '#console/identity/profile/profile.ja.ts'
import { securityJa } from '#console/identity/security/security.ja.ts'
import { userJa } from '#console/identity/user/user.ja.ts'
import { assetJa } from '#console/site/asset/asset.ja.ts'
import { externalJa } from '#console/site/external/external.ja.ts'
import { siteAppJa } from '#console/site/site-app/site-app.ja.ts'
import { tenantJa } from '#console/site/tenant/tenant.ja.ts'
import { unitJa } from '#console/site/unit/unit.ja.ts'
import { followedJa } from '#shared/followed.ja.ts'
import { hubAnswerJa } from '#shared/hub-answer.ja.ts'
import { settingsErrorJa } from '#shared/settings-error.ja.ts'
import { formJa } from '#ui/form/form.ja.ts'
import { regionJa } from '#ui/region-editor/region.ja.ts'
import { scheduleJa } from '#ui/schedule-editor/schedule.ja.ts'
import type { managementEn } from './texts-management.en.ts'

type Texts = { [N in keyof typeof managementEn]: Record<keyof (typeof managementEn)[N], string> }

export const managementJa: Texts = {
  form: formJa,
  followed: followedJa,
  'site-app': siteAppJa,
  'app-settings': appSettingsJa,
  cameraRegion: cameraRegionJa,
  // Joins the shell's texts of cameras: what can be wrong with a field.
  camera: cameraFaultJa,
  cameraField: cameraFieldJa,
  cameraForm: cameraFormJa,
  cameraImport: cameraImportJa,
  'camera-app': cameraAppJa,
  external: externalJa,
  mail: mailJa,
  region: regionJa,
  schedule: scheduleJa,
  audit: auditJa,
  delivery: deliveryJa,
  device: deviceJa,
  profile: profileJa,
  retention: retentionJa,
  security: securityJa,
  user: userJa,
  agent: agentJa,
  'hub-answer': hubAnswerJa,
  'settings-error': settingsErrorJa,
  tenant: tenantJa,
  asset: assetJa,
  unit: unitJa,
}

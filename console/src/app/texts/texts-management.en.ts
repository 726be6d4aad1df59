/** English texts of the pages behind "Management": downloaded with the first of them. See app-route.tsx. */

import { deliveryEn } from '#console/alerting/delivery/delivery.en.ts'
import { mailEn } from '#console/alerting/mail/mail.en.ts'
import { cameraFaultEn } from '#console/camera/camera/form/camera-fault.en.ts'
import { cameraFieldEn } from '#console/camera/camera/form/camera-field.en.ts'
import { cameraFormEn } from '#console/camera/camera/form/camera-form.en.ts'
import { cameraImportEn } from '#console/camera/camera/import/camera-import.en.ts'
import { appSettingsEn } from '#console/camera/camera-app/app-settings.en.ts'
import { cameraAppEn } from '#console/camera/camera-app/camera-app.en.ts'
import { cameraRegionEn } from '#console/camera/camera-region/camera-region.en.ts'
import { agentEn } from '#console/fleet/agent/agent.en.ts'
import { retentionEn } from '#console/footage/recording/retention/retention.en.ts'
import { auditEn } from '#console/identity/audit/audit.en.ts'
import { deviceEn } from '#console/identity/device/device.en.ts'
import { profileEn } from '#console/identity/profile/profile.en.ts'
import { securityEn } from '#console/identity/security/security.en.ts'
import { userEn } from '#console/identity/user/user.en.ts'
import { assetEn } from '#console/site/asset/asset.en.ts'
import { externalEn } from '#console/site/external/external.en.ts'
import { siteAppEn } from '#console/site/site-app/site-app.en.ts'
import { tenantEn } from '#console/site/tenant/tenant.en.ts'
import { unitEn } from '#console/site/unit/unit.en.ts'
import { followedEn } from '#shared/followed.en.ts'
import { hubAnswerEn } from '#shared/hub-answer.en.ts'
import { settingsErrorEn } from '#shared/settings-error.en.ts'
import { formEn } from '#ui/form/form.en.ts'
import { regionEn } from '#ui/region-editor/region.en.ts'
import { scheduleEn } from '#ui/schedule-editor/schedule.en.ts'

export const managementEn = {
  form: formEn,
  followed: followedEn,
  'site-app': siteAppEn,
  'app-settings': appSettingsEn,
  cameraRegion: cameraRegionEn,
  // Joins the shell's texts of cameras: what can be wrong with a field.
  camera: cameraFaultEn,
  cameraField: cameraFieldEn,
  cameraForm: cameraFormEn,
  cameraImport: cameraImportEn,
  'camera-app': cameraAppEn,
  external: externalEn,
  mail: mailEn,
  region: regionEn,
  schedule: scheduleEn,
  audit: auditEn,
  delivery: deliveryEn,
  device: deviceEn,
  profile: profileEn,
  retention: retentionEn,
  security: securityEn,
  user: userEn,
  agent: agentEn,
  'hub-answer': hubAnswerEn,
  'settings-error': settingsErrorEn,
  tenant: tenantEn,
  asset: assetEn,
  unit: unitEn,
}

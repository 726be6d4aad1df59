/** English texts of the pages behind "Management": downloaded with the first of them. See app-route.tsx. */
import { hubAnswerEn } from '#lib/hub-answer.en.ts'
import { hubRefusalEn } from '#lib/hub-refusal.en.ts'
import { followedEn } from '#ui/followed.en.ts'
import { formEn } from '#ui/form.en.ts'
import { regionEn } from '#ui/region.en.ts'
import { scheduleEn } from '#ui/schedule.en.ts'
import { agentEn } from '../features/agent/agent.en.ts'
import { assetEn } from '../features/asset/asset.en.ts'
import { auditEn } from '../features/audit/audit.en.ts'
import { cameraFaultEn } from '../features/camera/camera-fault.en.ts'
import { cameraFieldEn } from '../features/camera/camera-field.en.ts'
import { cameraFormEn } from '../features/camera/camera-form.en.ts'
import { cameraImportEn } from '../features/camera/camera-import.en.ts'
import { appSettingsEn } from '../features/camera-app/app-settings.en.ts'
import { cameraAppEn } from '../features/camera-app/camera-app.en.ts'
import { cameraRegionEn } from '../features/camera-region/camera-region.en.ts'
import { deliveryEn } from '../features/delivery/delivery.en.ts'
import { deviceEn } from '../features/device/device.en.ts'
import { externalEn } from '../features/external/external.en.ts'
import { mailEn } from '../features/mail/mail.en.ts'
import { profileEn } from '../features/profile/profile.en.ts'
import { retentionEn } from '../features/recording/retention.en.ts'
import { securityEn } from '../features/security/security.en.ts'
import { siteAppEn } from '../features/site-app/site-app.en.ts'
import { tenantEn } from '../features/tenant/tenant.en.ts'
import { unitEn } from '../features/unit/unit.en.ts'
import { userEn } from '../features/user/user.en.ts'

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
  'hub-refusal': hubRefusalEn,
  tenant: tenantEn,
  asset: assetEn,
  unit: unitEn,
}

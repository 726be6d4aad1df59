/** Japanese texts of the pages behind "Management"; the type makes a missing key a compile error. */
import { hubAnswerJa } from '#lib/hub-answer.ja.ts'
import { hubRefusalJa } from '#lib/hub-refusal.ja.ts'
import { followedJa } from '#ui/followed.ja.ts'
import { formJa } from '#ui/form.ja.ts'
import { regionJa } from '#ui/region.ja.ts'
import { scheduleJa } from '#ui/schedule.ja.ts'
import { agentJa } from '../features/agent/agent.ja.ts'
import { assetJa } from '../features/asset/asset.ja.ts'
import { auditJa } from '../features/audit/audit.ja.ts'
import { cameraFaultJa } from '../features/camera/camera-fault.ja.ts'
import { cameraFieldJa } from '../features/camera/camera-field.ja.ts'
import { cameraFormJa } from '../features/camera/camera-form.ja.ts'
import { cameraImportJa } from '../features/camera/camera-import.ja.ts'
import { appSettingsJa } from '../features/camera-app/app-settings.ja.ts'
import { cameraAppJa } from '../features/camera-app/camera-app.ja.ts'
import { cameraRegionJa } from '../features/camera-region/camera-region.ja.ts'
import { deliveryJa } from '../features/delivery/delivery.ja.ts'
import { deviceJa } from '../features/device/device.ja.ts'
import { externalJa } from '../features/external/external.ja.ts'
import { mailJa } from '../features/mail/mail.ja.ts'
import { profileJa } from '../features/profile/profile.ja.ts'
import { retentionJa } from '../features/recording/retention.ja.ts'
import { securityJa } from '../features/security/security.ja.ts'
import { siteAppJa } from '../features/site-app/site-app.ja.ts'
import { tenantJa } from '../features/tenant/tenant.ja.ts'
import { unitJa } from '../features/unit/unit.ja.ts'
import { userJa } from '../features/user/user.ja.ts'
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
  'hub-refusal': hubRefusalJa,
  tenant: tenantJa,
  asset: assetJa,
  unit: unitJa,
}

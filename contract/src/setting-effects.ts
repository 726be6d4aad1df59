/**
 * The test of each setting's effect, or that the setting is only informational. A setting without an entry does not
 * compile; tools/settings.test.ts looks for each test, and for the hint 'For your records' of each fact in the console.
 */

import type { UserPatch } from './identity/user.ts'
import { CAMERA_LICENCE, type EffectTable, FACT } from './setting-effect.ts'
import { APP_SETTINGS, CAMERA_SETTINGS, SUBSCRIBER_SETTINGS } from './setting-effects-camera.ts'
import {
  ACCIDENT_SETTINGS,
  ASSET_SETTINGS,
  CONSENT_SETTINGS,
  CONTACT_SETTINGS,
  EXTERNAL_SETTINGS,
  FACTOR_RULE_SETTINGS,
  HUB_SETTINGS,
  OIDC_SETTINGS,
  PREFERENCE_SETTINGS,
  RETENTION_SETTINGS,
  RINGER_SETTINGS,
  SAVED_FILTER_SETTINGS,
  SECURITY_SETTINGS,
  WEBHOOK_SETTINGS,
} from './setting-effects-site.ts'
import type { FollowedAppPatch } from './site/followed-app.ts'
import type { Package } from './site/packages.ts'
import type { TenantPatch } from './site/tenant.ts'
import type { UnitDraft } from './site/unit.ts'

const signsIn =
  'service/src/identity/user/user.test.ts :: USER-01 a new user may get a first password instead of an invitation, and signs in with it'
const personal =
  'service/src/identity/user/user.search.test.ts :: SET-02 user.names lists the active users of the site by name, with role and units'
const reminded = 'service/src/reminder.test.ts :: LIVE-03 the unit’s own list is reminded instead, if the unit has one'

const UNIT_SETTINGS = {
  name: 'service/src/site/unit/unit.test.ts :: NAV-04 units come 20 at a time by name, and are found by part of it',
  overridesReminderSubscribers: reminded,
  reminderUserIds: reminded,
  cameraIds:
    'service/src/site/unit/unit.changes.test.ts :: UNIT-01 a patch changes the named fields, and consoles are notified of moved cameras',
  tenantId:
    'service/src/site/unit/unit.changes.test.ts :: UNIT-02 a unit’s site must exist and match its people, cameras and the connected site',
} as const satisfies EffectTable<keyof UnitDraft>

/** App settings of a unit or a site. */
const FOLLOWED_APP_SETTINGS = {
  state:
    'service/src/camera/camera/camera.apps.test.ts :: APP-02 GLOBAL follows the unit, else the site, and is on while neither says otherwise',
  schedule:
    'service/src/camera/camera/camera.apps.test.ts :: CAM-10 APP-02 the camera’s own schedule holds before its unit’s and its site’s, and reaches the hub',
} as const satisfies EffectTable<keyof FollowedAppPatch>

const TENANT_SETTINGS = {
  name: 'service/src/insight/metrics/metrics.pdf.long.test.ts :: the PDF has Japanese text, page numbers, tagged headings and the site’s name',
  code: 'service/src/site/tenant/tenant.test.ts :: SITE-02 a code that is taken, ignoring case, is an error on its field',
  region: FACT,
  parentId:
    'service/src/site/tenant/tenant.test.ts :: SITE-01 SUPER_ADMIN moves sites between organizations; the kind of a tenant never changes',
  timezone:
    'service/src/site/tenant/tenant.test.ts :: SITE-01 a changed time zone renews the settings of the site’s cameras, a name does not',
  isRecordingEnabled:
    'service/src/footage/recording/recording.intake.test.ts :: anything but stage.video, a segment of this camera, or a recording site is rejected',
  isLiveStreamingEnabled:
    'service/src/footage/live/live.test.ts :: LIVE-01 the error says whether the site lacks live streaming, the camera is off or its hub away',
  streamingRestrictionMinutes:
    'service/src/footage/live/live.test.ts :: LIVE-01 the image ends after the site’s minutes, with its reason',
  passwordMinLength:
    'service/src/platform/auth/password-rule.test.ts :: USER-02 a password has at least the site’s minimum length, never fewer than six characters',
  alarmSeverities:
    'service/src/alerting/alarm/alarm.test.ts :: ALARM-02 each site has its own severities and its own limit',
  arrivalLimitSeconds:
    'service/src/alerting/alarm/alarm.test.ts :: ALARM-02 each site has its own severities and its own limit',
  isReturnEnding:
    'service/src/alerting/alarm/alarm.returned.test.ts :: NIGHT-05 a site that switched it off answers its bed exits itself',
  alarmsPerHourBudget:
    'service/src/insight/load/load.budget.test.ts :: LOAD-01 administrators are notified once a shift that an hour exceeded the budget',
  repeatMinutes:
    'service/src/alerting/escalation/chain.test.ts :: NIGHT-04 an unanswered alarm calls those on duty, then the unit, then administrators',
  packages:
    'service/src/shared/licence.test.ts :: NAV-11 a feature of PRO is rejected without the package and works with it',
  roomCameraLimit: CAMERA_LICENCE,
  publicCameraLimit: CAMERA_LICENCE,
  cameraNetworks:
    'hub/src/pipeline/ingest/camera-networks.test.ts :: SITE-01 a camera outside of the site’s networks is reported as such and never connected to',
  isDisabled:
    'service/src/site/tenant/tenant.test.ts :: SITE-01 disabling a site signs everybody out at once, and they sign in after enabling it',
} as const satisfies EffectTable<Exclude<keyof TenantPatch, 'id' | 'version'>>

const PACKAGE_SETTINGS = {
  VCARE:
    'service/src/camera/camera/camera.apps.test.ts :: APP-01 NAV-11 without VCARE no detection is switched on, and what runs stops on the hub',
  PRO: 'service/src/shared/licence.test.ts :: NAV-11 a feature of PRO is rejected without the package and works with it',
} as const satisfies EffectTable<Package>

const USER_SETTINGS = {
  firstName: personal,
  lastName: personal,
  kana: 'service/src/identity/user/user.search.test.ts :: NIGHT-10 users are ordered by their names in kana and found by them',
  email: signsIn,
  mobileNo: FACT,
  userName: signsIn,
  locale:
    'service/src/alerting/notification/notification.sending.long.test.ts :: a push message uses the reader’s language and time zone, and links to the alert',
  timezone:
    'service/src/alerting/notification/notification.sending.long.test.ts :: a push message uses the reader’s language and time zone, and links to the alert',
  role: 'service/src/identity/session/session.test.ts :: a role is as the database has it, whatever the token was issued for',
  dateFormat: 'console/src/lib/time/time.test.ts :: GEN-04 is shown in either of the two formats',
  type: 'service/src/care/event/event.test.ts :: LIVE-03 at a shared station somebody must first give their name',
  unitIds:
    'service/src/camera/camera/camera.test.ts :: NAV-04 a user bound to units finds only the cameras of those units',
  shiftIds:
    'service/src/alerting/alarm/alarm.notes.test.ts :: offers only people with access to the alert, and marks those on duty',
  awayUntil:
    'service/src/alerting/notification/notice.duty.test.ts :: an absent user is not on duty until the next day, by the site’s clock',
  password: signsIn,
} as const satisfies EffectTable<Exclude<keyof UserPatch, 'id' | 'version'>>

/** Every table, under the name that a setting has before the dot. */
export const SETTING_EFFECTS = {
  camera: CAMERA_SETTINGS,
  app: APP_SETTINGS,
  subscribers: SUBSCRIBER_SETTINGS,
  unit: UNIT_SETTINGS,
  followedApp: FOLLOWED_APP_SETTINGS,
  tenant: TENANT_SETTINGS,
  package: PACKAGE_SETTINGS,
  user: USER_SETTINGS,
  asset: ASSET_SETTINGS,
  security: SECURITY_SETTINGS,
  factorRule: FACTOR_RULE_SETTINGS,
  oidc: OIDC_SETTINGS,
  retention: RETENTION_SETTINGS,
  hub: HUB_SETTINGS,
  external: EXTERNAL_SETTINGS,
  ringer: RINGER_SETTINGS,
  accident: ACCIDENT_SETTINGS,
  webhook: WEBHOOK_SETTINGS,
  contact: CONTACT_SETTINGS,
  consent: CONSENT_SETTINGS,
  preference: PREFERENCE_SETTINGS,
  savedFilter: SAVED_FILTER_SETTINGS,
} as const

type Tables = typeof SETTING_EFFECTS
/** 'camera.width': every informational setting, and nothing else. */
export type FactSetting = {
  [Name in keyof Tables]: {
    [Key in keyof Tables[Name] & string]: Tables[Name][Key] extends { fact: true } ? `${Name}.${Key}` : never
  }[keyof Tables[Name] & string]
}[keyof Tables]

/**
 * Effects of a site's settings outside of its record: assets, security, retention, hubs, the external system, consents.
 */
import type { SavedFilterDraft } from './alerting/alert-filter.ts'
import type { ContactForm } from './alerting/contact.ts'
import type { NotificationPreferences } from './alerting/notification.ts'
import type { RingerForm } from './alerting/ringer.ts'
import type { WebhookForm } from './alerting/webhook.ts'
import type { AccidentSettingsForm } from './care/accident-settings.ts'
import type { CONSENTS } from './care/resident-title.ts'
import type { AgentDraft } from './fleet/agent.ts'
import type { RetentionDraft } from './footage/recording-retention.ts'
import type { FactorRuleDraft } from './identity/factor-rule.ts'
import type { OidcForm } from './identity/oidc.ts'
import type { SecurityDraft } from './identity/security.ts'
import type { EffectTable, KeyOf } from './setting-effect.ts'
import type { AssetDraft } from './site/asset.ts'
import type { ExternalDraft } from './site/external.ts'

/** Fields that identify the record, or confirm a warning. */
type NoSetting = 'tenantId' | 'version' | 'isConfirmed' | 'type'

const recipients =
  'service/src/alerting/escalation/escalation.test.ts :: SET-02 recipients are resolved when a rule fires, including users bound to its units'
const shiftTimes =
  'service/src/care/handover/handover.long.test.ts :: between shifts the sheet is that of the last one, in the site’s time zone'
const sent =
  'service/src/site/external/external.test.ts :: CAM-13 a run sends signed JSON under the names of the field map, and succeeds'

export const ASSET_SETTINGS = {
  name: 'service/src/site/asset/asset.test.ts :: SET-03 are found by type, name and page, with who edited them and how much they are used',
  startMinute: shiftTimes,
  endMinute: shiftTimes,
  thresholdMinutes:
    'service/src/alerting/escalation/escalation.test.ts :: SET-02 a shorter threshold fires overdue alerts at once, a longer one delays them',
  userIds: recipients,
  unitIds: recipients,
  activeHours:
    'service/src/alerting/escalation/escalation.test.ts :: SET-05 a rule waits for the first minute of its active hours, in the site’s time zone',
  severity:
    'service/src/alerting/signal/signal.test.ts :: REACH-54 the severity of the kind decides whether staff are called',
  roomField:
    'service/src/alerting/signal/signal.test.ts :: REACH-54 the room is named by its id, as it is typed, or by its code, as the kind says',
} as const satisfies EffectTable<Exclude<KeyOf<AssetDraft>, NoSetting>>

export const SECURITY_SETTINGS = {
  ranges:
    'service/src/identity/security/security.test.ts :: at every call: a user elsewhere gets that reason and stays signed in',
  isStationPinAsked:
    'service/src/identity/device/station-pin.test.ts :: REACH-25 a station ends an alarm only with the PIN of the person, and claims without it',
} as const satisfies EffectTable<Exclude<keyof SecurityDraft, NoSetting>>

export const FACTOR_RULE_SETTINGS = {
  roles:
    'service/src/identity/security/factor-rule.test.ts :: REACH-22 after the last day nothing opens but what sets it up, and it opens at once then',
  graceDays:
    'service/src/identity/security/factor-rule.test.ts :: REACH-22 until the last day everything stays open, and that day is named',
} as const satisfies EffectTable<Exclude<keyof FactorRuleDraft, NoSetting>>

export const OIDC_SETTINGS = {
  isEnabled:
    'service/src/identity/session/oidc/oidc.settings.test.ts :: REACH-40 unknown, switched off and incomplete answer the same',
  issuer: 'service/src/identity/session/oidc/oidc.settings.test.ts :: REACH-40 the test says what is wrong: %s',
  clientId: 'service/src/identity/session/oidc/oidc.long.test.ts :: REACH-41 a lie of the provider opens nothing: %s',
  clientSecret:
    'service/src/identity/session/oidc/oidc.settings.test.ts :: REACH-40 the secret is sealed, stays, and is dropped with another issuer',
  groupsClaim:
    'service/src/identity/session/oidc/oidc.long.test.ts :: REACH-42 the first group that matches decides role and site, further ones add units',
  rules:
    'service/src/identity/session/oidc/oidc.long.test.ts :: REACH-42 the first group that matches decides role and site, further ones add units',
  isForced:
    'service/src/identity/session/oidc/oidc.long.test.ts :: REACH-44 forced: a password leads to the provider, stations and the operator get in',
  isFactor:
    'service/src/identity/session/oidc/oidc.long.test.ts :: REACH-44 a second step is asked for unless the organization takes the provider for it',
} as const satisfies EffectTable<Exclude<keyof OidcForm, NoSetting>>

export const RETENTION_SETTINGS = {
  place:
    'hub/src/control/recordings.retained.test.ts :: REC-05 after a policy change old recordings stay in place, new ones follow the policy',
  days: 'service/src/footage/recording/recording.retention.test.ts :: REC-05 recordings older than the days of their site are deleted, archived ones never',
  gigabytes:
    'service/src/footage/recording/recording.retention.test.ts :: REC-05 the oldest are deleted until the rest fits the site’s gigabytes, clips of alerts stay',
  measurementDays:
    'service/src/insight/measurement/measurement.test.ts :: seconds expire after the site’s days, minutes stay, and late repeats change nothing',
} as const satisfies EffectTable<Exclude<keyof RetentionDraft, NoSetting>>

export const HUB_SETTINGS = {
  name: 'service/src/fleet/agent/agent.test.ts :: HUB-02 an administrator finds the own site’s hubs, the operator all hubs, by part of a name',
  isNotificationEnabled:
    'service/src/fleet/hub/hub.silence.alerts.long.test.ts :: CAM-15 a silent hub raises nothing without notifications, if revoked, or at a disabled site',
} as const satisfies EffectTable<Exclude<keyof AgentDraft, NoSetting>>

export const EXTERNAL_SETTINGS = {
  isEnabled: 'service/src/site/external/external.test.ts :: CAM-13 nothing is sent while it is switched off',
  url: sent,
  corporationCode: sent,
  jigCode: sent,
  formatKbn: sent,
  fieldMap: sent,
  authKey: sent,
  subscribers:
    'service/src/site/external/external.test.ts :: SITE-01 subscribers are notified of a failed run by e-mail, once',
} as const satisfies EffectTable<keyof ExternalDraft | 'authKey'>

const rings =
  'service/src/alerting/notification/ringer/ringer.test.ts :: ntfy gets kind, room and time in the highest priority, and a link'
export const RINGER_SETTINGS = {
  isEnabled: 'service/src/alerting/notification/ringer/ringer.test.ts :: a provider that is switched off rings nobody',
  preset: rings,
  url: rings,
  token: rings,
  address: rings,
  hourlyMost:
    'service/src/alerting/notification/ringer/ringer.test.ts :: messages beyond the rate of an hour go by e-mail, and say why',
} as const satisfies EffectTable<keyof RingerForm | 'address'>

export const ACCIDENT_SETTINGS = {
  ownItems:
    'service/src/care/accident/accident.settings.test.ts :: REPORT-05 a report asks for own items and retains them as they were when it was submitted',
  isNumberForName:
    'service/src/care/accident/accident.settings.test.ts :: REPORT-05 the paper has the insured number instead of the name, and so has no file name the name',
} as const satisfies EffectTable<keyof AccidentSettingsForm>

const filtered = 'service/src/alerting/webhook/webhook.filter.test.ts :: REACH-55 each part of the filter decides alone'
const called =
  'service/src/alerting/webhook/webhook.test.ts :: REACH-57 an alert is sent once, signed, as the documented body, without a name'
export const WEBHOOK_SETTINGS = {
  name: 'service/src/alerting/webhook/webhook.errors.test.ts :: REACH-55 a target that is dead for a day is mailed, paused, and can be resumed',
  isEnabled: 'service/src/alerting/webhook/webhook.filter.test.ts :: REACH-55 nothing is sent while it is switched off',
  url: called,
  template: called,
  events: filtered,
  severities: filtered,
  kinds: filtered,
  hasSignals: filtered,
  unitIds: filtered,
  isMarkedOnly:
    'service/src/alerting/webhook/webhook.filter.test.ts :: CAM-02 only marked cameras have their codes in the body, and a target may ask for these alone',
  withNames:
    'service/src/alerting/webhook/webhook.test.ts :: REACH-56 with names, residents and staff are named; an erased resident is forgotten',
  minuteMost:
    'service/src/alerting/webhook/webhook.errors.test.ts :: REACH-55 calls beyond the rate of a minute wait for it',
} as const satisfies EffectTable<keyof WebhookForm>
const driven =
  'hub/src/control/contact/http-relay.test.ts :: REACH-60 a relay closes and opens by its addresses, with the header, and reports its state'
const scoped =
  'service/src/alerting/contact/contact.test.ts :: REACH-60 rings for its unit, its room and its severity alone'
const ofCamera = 'service/src/alerting/contact/contact.test.ts :: REACH-61 is driven by the hub of its camera'
export const CONTACT_SETTINGS = {
  name: 'service/src/alerting/contact/contact.test.ts :: REACH-62 that sticks is said at once to administrators while a call waits, and once when it is over',
  isEnabled:
    'service/src/alerting/contact/contact.test.ts :: REACH-60 that is switched off opens, although alarms wait, and rings for nothing',
  kind: ofCamera,
  unitId: scoped,
  roomCameraId: scoped,
  minimumSeverity: scoped,
  agentId: driven,
  method: driven,
  closeUrl: driven,
  openUrl: driven,
  stateUrl: driven,
  closedText: driven,
  openText: driven,
  header: driven,
  cameraId: ofCamera,
  output:
    'hub/src/control/contact/relay-output.long.test.ts :: REACH-61 an output that is closed while idle is closed by being inactive',
} as const satisfies EffectTable<keyof ContactForm>

export const CONSENT_SETTINGS = {
  detection:
    'service/src/care/resident/resident.consents.test.ts :: if detection is refused, none runs in that room, and the list of apps gives the reason',
  recording:
    'hub/src/pipeline/ingest/camera-flow.long.test.ts :: RESIDENT-01 a camera without consent to recording raises its alerts without clips',
  'clear-images':
    'service/src/care/resident/resident.consents.test.ts :: to clear images, people are blurred for all but care roles: snapshots, clips, recordings',
} as const satisfies EffectTable<(typeof CONSENTS)[number]>

export const PREFERENCE_SETTINGS = {
  push: 'service/src/alerting/notification/notification.test.ts :: preferences are saved, and suppress raised alerts',
  http: 'service/src/alerting/notification/ringer/ringer.test.ts :: a preference holds back what rings the phone',
  mail: 'service/src/alerting/notification/notification.receipt-wait.test.ts :: an unconfirmed push causes no e-mail for users who turned e-mail off for new alerts',
  quietHours:
    'service/src/alerting/notification/notification.test.ts :: REACH-04 quiet hours hold back new alerts, not escalations, and not from somebody on duty',
} as const satisfies EffectTable<keyof NotificationPreferences>

const chosen =
  'console/src/alerting/alert/list/alert-list-page.browser.test.tsx :: ALERT-03 GEN-10 a filter is saved, made the default, and is in force when the list is opened again'
export const SAVED_FILTER_SETTINGS = {
  name: chosen,
  isDefault: chosen,
  content: chosen,
} as const satisfies EffectTable<keyof SavedFilterDraft>

/** Which calls save settings, and which are acts: what somebody does once. Every call that changes something is in one of the two. */
import type { EndpointKey } from '@mimamori/contract/endpoints.ts'
import type { SETTING_EFFECTS } from '@mimamori/contract/setting-effects.ts'

/** The table that has an entry for each field of the call's body. */
export const SETTING_CALLS: Partial<Record<EndpointKey, keyof typeof SETTING_EFFECTS>> = {
  'camera.register': 'camera',
  'camera.edit': 'camera',
  'camera.patch': 'camera',
  'cameraApp.configure': 'app',
  'cameraApp.updateStatus': 'followedApp',
  'cameraApp.saveSchedule': 'followedApp',
  'unit.create': 'unit',
  'unit.patch': 'unit',
  'unit.saveSchedule': 'followedApp',
  'siteApp.save': 'followedApp',
  'tenant.create': 'tenant',
  'tenant.patch': 'tenant',
  'alarmSettings.save': 'tenant',
  'accidentSettings.save': 'accident',
  'user.create': 'user',
  'user.patch': 'user',
  'profile.patch': 'user',
  'asset.create': 'asset',
  'asset.patch': 'asset',
  'security.save': 'security',
  'factorRule.save': 'factorRule',
  'oidc.save': 'oidc',
  'retention.save': 'retention',
  'setup.home': 'tenant',
  'agent.create': 'hub',
  'agent.startHere': 'hub',
  'agent.patch': 'hub',
  'external.save': 'external',
  'ringer.save': 'ringer',
  'ringer.saveAddress': 'ringer',
  'webhook.create': 'webhook',
  'webhook.patch': 'webhook',
  'contact.create': 'contact',
  'contact.change': 'contact',
  'notification.savePreferences': 'preference',
  'alertFilter.create': 'savedFilter',
  'alertFilter.patch': 'savedFilter',
}

/** What says which record is meant, and that a warning was read. */
export const NO_SETTINGS = ['id', 'ids', 'tenantId', 'version', 'revision', 'isConfirmed', 'type', 'appCode']

/** What somebody writes, plans, answers, removes, or what a program reports. */
export const ACTS: readonly RegExp[] = [
  /^(session|invitation|reset|password|device|deviceProof|secondFactor|passkey|proof|stationPin|serviceAccount|hub|recording|measurement|event|eventDetail|booking)\./,
  /^(alarm|alert|signal|visit|walkTest|ambient|accident|handover|resident|coverage|delivery|live|cameraLook)\./,
  /^(camera|agent)\.(registerMany|changeMany|deregister|updateStatus|manageAcap|acceptView|removeIoTThing|probe|discover|control)$/,
  /^cameraApp\.copy$/,
  /^(external\.(sync|syncCamera)|webhook\.(rotate|test|again)|ringer\.test|contact\.try|oidc\.(test|begin|finish|beginProof|finishProof)|ringClaim\.(claim|callBack))$/,
  /^roster\.save$/,
  /^installation\.backup$/,
  /^(tenant\.(newKey|restore)|firstSteps\.hide|agent\.(rotateKey|revokeKey)|upgrade\.(start|cancel)|user\.(switch|unlock|sendReset)|notification\.receipt)$/,
  /\.(remove|undo)$/,
]

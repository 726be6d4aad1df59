/** The reach of each role, and the object of each call: the other half of the matrix, also written by hand. */
import { randomUUID } from 'node:crypto'
import type { EndpointKey } from '@mimamori/contract/endpoints.ts'
import type { Role } from '@mimamori/contract/shared/roles.ts'
import { DEFAULT_FIELD_MAP } from '@mimamori/contract/site/external.ts'
import { WEBHOOK_DRAFT } from '../webhook.ts'
import { alarmObjects, alarmSettingsObjects } from './alarms.ts'
import { cameraObjects } from './cameras.ts'
import { checkInObjects } from './check-ins.ts'
import type { MatrixNoun } from './nouns.ts'
import { tenantObjects } from './tenants.ts'

/** Where an object may be, relative to the caller's site. */
export type Place = 'own' | 'other-unit' | 'sibling' | 'foreign' | 'missing' | 'malformed'
export const PLACES: readonly Place[] = ['own', 'other-unit', 'sibling', 'foreign', 'missing', 'malformed']

/** The reach of each role. SUPER_ADMIN reaches residents' data only while connected to their site. */
export const REACH: Record<Role | 'SUPER_ADMIN connected' | 'ORG_ADMIN connected' | 'ADMIN bound', readonly Place[]> = {
  SUPER_ADMIN: [],
  'SUPER_ADMIN connected': ['own', 'other-unit'],
  ORG_ADMIN: ['own', 'other-unit', 'sibling'],
  'ORG_ADMIN connected': ['own', 'other-unit'],
  ADMIN: ['own', 'other-unit'],
  // Bound to one unit, as the tests create them.
  'ADMIN bound': ['own'],
  USER: ['own'],
  RESTRICTED_USER: ['own'],
  DEMO_USER: ['own', 'other-unit'],
  ANNOTATOR: ['own', 'other-unit'],
}

/** The object of a call, and how the call names it. New calls get their line together with their feature. */
export type Naming = {
  of: MatrixNoun
  request: (id: string) => { params?: object; query?: object; body?: object }
  /** The response for an object within reach: 200 by default, or the key of a later error. */
  reached?: readonly (number | string)[]
  /** Where the reach differs from that of resident data. */
  reach?: Partial<typeof REACH>
  /** Roles that are rejected for the action, whatever the object. */
  unless?: string
}

const ofApp = (id: string) => ({ cameraId: id, appCode: 'A003' })
const inParams = (id: string) => ({ params: { id } })
const ofRevision = (id: string) => ({ body: { id, revision: 1 } })
const ofUpgrade = (id: string) => ({ ...inParams(id), body: { version: '9.0.0', scope: 'site' } })

const NO_PROVIDER = {
  ...{ isEnabled: false, issuer: '', clientId: '', groupsClaim: 'groups', rules: [] },
  ...{ isForced: false, isFactor: false },
}

const CONTACT = {
  ...{ name: 'A', isEnabled: false, kind: 'http', unitId: null, roomCameraId: null, minimumSeverity: 'high' },
  ...{ agentId: randomUUID(), method: 'GET', closeUrl: 'http://10.0.0.9/on', openUrl: 'http://10.0.0.9/off' },
  ...{ stateUrl: '', closedText: '', openText: '', cameraId: null, output: 1 },
}
/** An organization has none of its own. */
const OF_SITE: Naming['reach'] = { ORG_ADMIN: [] }
/** The operator manages sites, too. */
const SITES: Naming['reach'] = { SUPER_ADMIN: ['own', 'other-unit', 'sibling', 'foreign'] }
/** Lists of a site's people: a bound user names the site, and gets the people of the own unit alone. */
const PEOPLE: Naming['reach'] = { ...SITES, 'ADMIN bound': ['own', 'other-unit'] }
/** Objects that belong to a site as a whole, including its units' staff. */
const SITEWIDE: Naming['reach'] = {
  ...{ USER: ['own', 'other-unit'], RESTRICTED_USER: ['own', 'other-unit'], 'ADMIN bound': ['own', 'other-unit'] },
}
/** Some of them are closed to everybody while connected. */
const SITES_UNCONNECTED: Naming['reach'] = { ...SITES, 'SUPER_ADMIN connected': [], 'ORG_ADMIN connected': [] }

/** Objects that belong to one user alone. */
const PERSONAL = Object.fromEntries(Object.keys(REACH).map((principal) => [principal, []])) as Naming['reach']

const SAVED_EXTERNAL = {
  ...{ isEnabled: false, url: '', corporationCode: '', jigCode: '', formatKbn: '', subscribers: [], version: 0 },
  fieldMap: DEFAULT_FIELD_MAP,
}

export const OBJECTS: Partial<Record<EndpointKey, Naming>> = {
  ...{ ...alarmObjects, ...alarmSettingsObjects(SITES), ...cameraObjects },
  'alert.get': { of: 'alert', request: inParams },
  'alert.neighbours': { of: 'alert', request: inParams },
  'alert.patch': { of: 'alert', request: (id) => ({ ...inParams(id), body: { hasRead: true } }) },
  'alert.patchMany': { of: 'alert', request: (id) => ({ body: { ids: [id], hasRead: true } }) },
  'alert.remove': { of: 'discarded', request: inParams },
  'alert.removeMany': { of: 'discarded', request: (id) => ({ body: { ids: [id] } }) },
  'alert.restore': { of: 'discarded', request: (id) => ({ body: { ids: [id] } }) },
  'alertFilter.patch': {
    of: 'alertFilter',
    reach: PERSONAL,
    request: (id) => ({ ...inParams(id), body: { name: 'Night', content: {} } }),
  },
  'alertFilter.remove': { of: 'alertFilter', reach: PERSONAL, request: inParams },
  // At most three times a minute, for every caller: a caller with access gets this error.
  'alert.resend': { of: 'alert', request: inParams, reached: [200, 'too-many-requests'] },
  'signal.raise': { of: 'camera', request: (id) => ({ body: { kind: 'Mat', room: id } }) },
  'delivery.retry': { of: 'delivery', request: (id) => ({ body: { ids: [id] } }) },
  'alert.search': { of: 'camera', request: (id) => ({ body: { cameraIds: [id] } }) },
  'alert.latest': { of: 'unit', request: (id) => ({ query: { unitIds: id } }) },
  'alert.countBySeverity': { of: 'unit', request: (id) => ({ query: { unitIds: id } }) },
  'alert.countByCamera': { of: 'unit', request: (id) => ({ query: { unitIds: id } }) },
  'camera.search': { of: 'unit', request: (id) => ({ body: { unitIds: [id] } }) },
  'camera.get': { of: 'camera', request: inParams },
  'camera.edit': { of: 'camera', request: (id) => ({ body: { id } }) },
  'camera.patch': { of: 'camera', request: inParams },
  'camera.changeMany': { of: 'camera', request: (id) => ({ body: { ids: [id] } }) },
  // It stays for the next caller: the version is outdated.
  'camera.deregister': {
    of: 'camera',
    request: (id) => ({ ...inParams(id), query: { version: 2_000_000_000 } }),
    reached: ['conflict'],
  },
  'camera.updateStatus': { of: 'camera', request: (id) => ({ body: { ids: [id], action: 'enable' } }) },
  'camera.removeIoTThing': { of: 'camera', request: inParams },
  'camera.acceptView': { of: 'camera', request: inParams },
  'camera.probe': {
    of: 'camera',
    request: (id) => ({ body: { cameraId: id, streamUrl: 'rtsp://10.0.0.1/stream' } }),
    reached: ['hub-offline'],
  },
  'camera.manageAcap': {
    of: 'camera',
    request: (id) => ({ ...inParams(id), body: { action: 'restart' } }),
    reached: ['hub-offline'],
  },
  'camera.countByStatus': { of: 'unit', request: (id) => ({ query: { unitIds: id } }) },
  'unit.search': { of: 'unit', request: (id) => ({ body: { ids: [id] } }) },
  'unit.get': { of: 'unit', request: inParams },
  // An outdated version.
  'unit.patch': { of: 'unit', request: (id) => ({ body: { id, version: 999 } }), reached: ['conflict'] },
  // Each has a camera.
  'unit.remove': { of: 'unit', request: inParams, reached: ['in-use'] },
  'unit.saveSchedule': {
    of: 'unit',
    request: (id) => ({ params: { unitId: id, mlAppCode: 'A003' }, body: { state: 'ENABLED' } }),
  },
  'asset.search': { of: 'tag', reach: SITEWIDE, request: (id) => ({ body: { type: 'TAG', ids: [id] } }) },
  'asset.get': { of: 'tag', reach: SITEWIDE, request: inParams },
  // An outdated version: a caller with access gets this error.
  'asset.patch': {
    of: 'tag',
    request: (id) => ({ body: { type: 'TAG', id, version: 999, name: 'A' } }),
    reached: ['conflict'],
  },
  'asset.remove': { of: 'tag', request: (id) => ({ ...inParams(id), query: { version: 999 } }), reached: ['conflict'] },
  // It is closed and switched off; the version is outdated.
  'contact.change': {
    of: 'contact',
    reach: OF_SITE,
    request: (id) => ({ body: { id, version: 999, ...CONTACT } }),
    reached: ['conflict'],
  },
  'contact.try': { of: 'contact', reach: OF_SITE, request: inParams, reached: ['contact-off'] },
  'contact.remove': { of: 'contact', reach: OF_SITE, request: inParams, reached: ['contact-closed'] },
  ...tenantObjects(SITES, SITES_UNCONNECTED),
  'siteApp.list': { of: 'site', reach: SITES, request: (id) => ({ params: { tenantId: id } }) },
  'siteApp.save': {
    of: 'site',
    reach: SITES,
    request: (id) => ({ params: { tenantId: id, appCode: 'A003' }, body: { state: 'ENABLED' } }),
  },
  'session.impersonate': {
    of: 'site',
    reach: SITES_UNCONNECTED,
    request: (id) => ({ body: { tenantId: id, reason: 'A walk' } }),
  },
  'user.search': { of: 'site', reach: PEOPLE, request: (id) => ({ body: { tenantIds: [id] } }) },
  'user.names': { of: 'site', reach: PEOPLE, request: (id) => ({ body: { tenantId: id } }) },
  'user.duty': { of: 'site', reach: PEOPLE, request: (id) => ({ body: { tenantId: id } }) },
  'user.choices': { of: 'site', reach: PEOPLE, request: (id) => ({ body: { tenantId: id } }) },
  'user.get': { of: 'user', reach: SITES, request: inParams },
  'user.patch': { of: 'user', reach: SITES, request: (id) => ({ body: { id, mobileNo: '090 1234 5678' } }) },
  'user.losing': { of: 'user', reach: SITES, request: (id) => ({ body: { ids: [id] } }) },
  'user.switch': { of: 'user', reach: SITES, request: (id) => ({ body: { ids: [id], isDisabled: false } }) },
  'user.unlock': { of: 'user', reach: SITES, request: inParams },
  'user.sendReset': { of: 'user', reach: SITES, request: inParams },
  // The last one is bound to no unit, so bound users cannot reach them.
  'user.remove': {
    of: 'administrator',
    reach: { ...SITES, 'ADMIN bound': [] },
    request: inParams,
    reached: ['last-administrator'],
  },
  'device.ofUser': { of: 'user', reach: SITES, request: inParams },
  'device.signOutUser': { of: 'user', reach: SITES, request: inParams },
  'secondFactor.reset': { of: 'user', reach: SITES_UNCONNECTED, request: inParams },
  'retention.get': { of: 'site', reach: SITES, request: (id) => ({ query: { tenantId: id } }) },
  'retention.preview': { of: 'site', reach: SITES, request: (id) => ({ query: { tenantId: id } }) },
  'retention.save': {
    of: 'site',
    reach: SITES,
    // The version is checked after the object was found.
    reached: [200, 'conflict'],
    request: (id) => ({ body: { tenantId: id, place: 'service', days: null, gigabytes: null, version: 1 } }),
  },
  'security.get': { of: 'site', reach: SITES, request: (id) => ({ query: { tenantId: id } }) },
  'security.save': {
    of: 'site',
    reach: SITES,
    request: (id) => ({ body: { tenantId: id, ranges: [], version: 0 } }),
    reached: ['conflict'],
  },
  'factorRule.get': { of: 'site', reach: SITES, request: (id) => ({ query: { tenantId: id } }) },
  'factorRule.save': {
    of: 'site',
    reach: SITES,
    request: (id) => ({ body: { tenantId: id, roles: [], graceDays: 14, version: 0 } }),
    reached: ['conflict'],
  },
  // Sites have none of their own.
  'oidc.get': { of: 'site', reach: SITES, request: (id) => ({ query: { tenantId: id } }), reached: ['not-found'] },
  'oidc.save': {
    of: 'site',
    reach: SITES,
    request: (id) => ({ body: { tenantId: id, ...NO_PROVIDER, version: 0 } }),
    reached: ['not-found'],
  },
  'oidc.test': { of: 'site', reach: SITES, request: (id) => ({ body: { tenantId: id } }), reached: ['not-found'] },
  'serviceAccount.list': { of: 'site', reach: SITES, request: (id) => ({ query: { tenantId: id } }) },
  'serviceAccount.create': {
    of: 'site',
    reach: SITES_UNCONNECTED,
    request: (id) => ({ body: { tenantId: id, name: 'A', scopes: ['alerts'], days: 1 } }),
  },
  'serviceAccount.revoke': { of: 'serviceAccount', reach: SITES, request: inParams },
  'webhook.list': { of: 'site', reach: SITES, request: (id) => ({ query: { tenantId: id } }) },
  'webhook.create': {
    of: 'site',
    reach: SITES_UNCONNECTED,
    request: (id) => ({ body: { tenantId: id, ...WEBHOOK_DRAFT, url: 'https://hooks.example/services/two' } }),
  },
  'webhook.patch': {
    of: 'webhook',
    reach: SITES,
    request: (id) => ({ ...inParams(id), body: { minuteMost: 30, version: 1 } }),
    reached: [200, 'conflict'],
  },
  'webhook.rotate': { of: 'webhook', reach: SITES_UNCONNECTED, request: inParams },
  'webhook.test': { of: 'webhook', reach: SITES, request: inParams },
  'webhook.deliveries': { of: 'webhook', reach: SITES, request: inParams },
  'webhook.again': { of: 'webhookDelivery', reach: SITES, request: inParams },
  'webhook.remove': {
    of: 'webhook',
    reach: SITES,
    request: (id) => ({ ...inParams(id), query: { version: 999 } }),
    reached: ['conflict'],
  },
  // A passkey of another user counts as missing for everybody.
  'passkey.rename': { of: 'passkey', reach: PERSONAL, request: (id) => ({ ...inParams(id), body: { name: 'A' } }) },
  'passkey.remove': { of: 'passkey', reach: PERSONAL, request: inParams },
  'invitation.send': { of: 'user', reach: SITES, request: inParams },
  'external.get': { of: 'site', reach: SITES, request: inParams },
  'external.save': {
    of: 'site',
    reach: SITES,
    request: (id) => ({ ...inParams(id), body: SAVED_EXTERNAL }),
    reached: ['conflict'],
  },
  'external.dryRun': { of: 'site', request: inParams },
  'external.sync': { of: 'site', request: inParams, reached: ['external-off'] },
  'external.syncCamera': { of: 'camera', request: inParams, reached: ['external-off'] },
  'external.ofCamera': { of: 'camera', request: inParams },
  'external.run': { of: 'externalRun', request: inParams },
  'mail.get': { of: 'mail', reach: SITES_UNCONNECTED, request: inParams },
  'agent.startHere': {
    of: 'site',
    reach: SITES,
    request: (id) => ({ body: { tenantId: id, name: 'A' } }),
    reached: ['no-hub-here'],
  },
  'agent.get': { of: 'agent', reach: SITES, request: inParams },
  'agent.patch': { of: 'agent', reach: SITES, request: ofRevision, reached: [200, 'conflict'] },
  // Each has a camera.
  'agent.remove': { of: 'agent', reach: SITES, request: inParams, reached: ['in-use'] },
  'agent.rotateKey': { of: 'agent', reach: SITES_UNCONNECTED, request: inParams },
  'agent.revokeKey': { of: 'agent', reach: SITES_UNCONNECTED, request: inParams },
  'agent.control': {
    of: 'agent',
    reach: SITES,
    request: (id) => ({ ...inParams(id), body: { package: 'VCARE', action: 'restart' } }),
    reached: ['hub-offline'],
  },
  'upgrade.start': { of: 'agent', reach: SITES, request: ofUpgrade, reached: ['hub-not-upgradable'] },
  'upgrade.cancel': { of: 'agent', reach: SITES, request: inParams },
  'cameraApp.list': { of: 'camera', request: (id) => ({ params: { cameraId: id } }) },
  'cameraApp.configure': { of: 'camera', request: (id) => ({ params: ofApp(id), body: { appCode: 'A003' } }) },
  'cameraApp.updateStatus': {
    of: 'camera',
    request: (id) => ({ ...inParams(id), body: { appCode: 'A003', state: 'DISABLED' } }),
  },
  'cameraApp.copy': {
    of: 'camera',
    request: (id) => ({
      params: { cameraId: id },
      body: { appCodes: ['A003'], toCameraIds: [id], hasRegions: false },
    }),
  },
  'cameraApp.schedule': { of: 'camera', request: (id) => ({ params: ofApp(id) }) },
  'cameraApp.saveSchedule': { of: 'camera', request: (id) => ({ params: ofApp(id), body: { schedule: null } }) },
  'cameraApp.whatIf': {
    of: 'camera',
    request: (id) => ({
      params: ofApp(id),
      body: { settings: { appCode: 'A003' }, schedule: null },
    }),
  },
  'cameraApp.precision': { of: 'camera', request: (id) => ({ params: ofApp(id) }) },
  'cameraApp.change': { of: 'camera', request: (id) => ({ params: ofApp(id) }) },
  'walkTest.list': { of: 'camera', request: (id) => ({ query: { cameraId: id } }) },
  'walkTest.start': { of: 'camera', request: (id) => ({ params: { cameraId: id } }) },
  'walkTest.look': {
    of: 'walk',
    request: (id) => ({ ...inParams(id), body: { key: 0, step: 'stand', spot: null, mode: 'watch' } }),
    reached: ['hub-offline', 'conflict'],
  },
  'walkTest.finish': { of: 'walk', request: (id) => ({ ...inParams(id), body: { isCertified: false } }) },
  'walkTest.get': { of: 'walk', request: inParams },
  // The walk test of the matrix is not finished.
  'walkTest.pdf': { of: 'walk', request: inParams, reached: ['not-found'] },
  'cameraApp.tryout': {
    of: 'camera',
    request: (id) => ({
      params: ofApp(id),
      body: { settings: { appCode: 'A003' }, schedule: null },
    }),
    reached: ['hub-offline'],
  },
  // Sites of the matrix have no PRO package, which is checked after the alert or report was found.
  'eventDetail.generate': { of: 'alert', request: (id) => ({ body: { id } }), reached: ['pro-required'] },
  'eventDetail.job': { of: 'alert', request: inParams },
  'eventDetail.create': {
    of: 'alert',
    request: (id) => ({ body: { eventId: id, eventType: 'ALERT', content: 'A' } }),
    reached: ['pro-required'],
  },
  'eventDetail.search': { of: 'alert', request: (id) => ({ body: { eventId: id } }) },
  'eventDetail.update': { of: 'report', request: (id) => ({ body: { id, content: 'A' } }), reached: ['pro-required'] },
  'eventDetail.history': { of: 'report', request: inParams },
  'eventDetail.restore': { of: 'report', request: (id) => ({ body: { id, editId: id } }), reached: ['pro-required'] },
  // It stays for the next caller: the version is outdated.
  'eventDetail.remove': {
    of: 'report',
    request: (id) => ({ ...inParams(id), query: { version: 999 } }),
    reached: ['conflict'],
  },
  'measurement.why': {
    of: 'camera',
    request: (id) => ({ query: { cameraId: id, from: '2026-11-20T00:00:00Z', to: '2026-11-20T00:10:00Z' } }),
  },
  'metrics.report': {
    of: 'unit',
    request: (id) => ({ body: { unitIds: [id], from: '2026-11-01T00:00:00Z', to: '2026-12-01T00:00:00Z' } }),
  },
  'metrics.sleep': {
    of: 'unit',
    request: (id) => ({ body: { unitIds: [id], from: '2026-11-01T00:00:00Z', to: '2026-12-01T00:00:00Z' } }),
  },
  'metrics.sleepNights': {
    of: 'camera',
    request: (id) => ({ body: { cameraId: id, from: '2026-11-01T00:00:00Z', to: '2026-12-01T00:00:00Z' } }),
  },
  'recording.search': { of: 'camera', request: (id) => ({ body: { cameraIds: [id] } }) },
  'recording.day': {
    of: 'camera',
    request: (id) => ({ query: { cameraId: id, from: '2026-11-20T00:00:00Z', to: '2026-11-21T00:00:00Z' } }),
  },
  'recording.get': { of: 'recording', request: inParams },
  'recording.patch': { of: 'recording', request: (id) => ({ ...inParams(id), body: { archived: true } }) },
  'recording.patchMany': { of: 'recording', request: (id) => ({ body: { ids: [id], archived: true } }) },
  ...checkInObjects(PERSONAL),
  'live.open': { of: 'camera', request: (id) => ({ params: { cameraId: id } }), reached: ['live-off'] },
}

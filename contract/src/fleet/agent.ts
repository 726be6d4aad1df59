/** Agents: the service's records of hubs. Requirements HUB-01 to HUB-04. */

import { z } from 'zod'
import { installationStatus, registrationStatus, runningAction, runningStatus } from '../camera/running.ts'
import { appCode, appPackage } from '../shared/apps.ts'
import { endpoint } from '../shared/endpoint.ts'
import { byId, openKeyedQuery, openQuery, page } from '../shared/page.ts'
import { patchFields, version } from '../shared/patch.ts'
import { ADMINS, PLATFORM } from '../shared/roles.ts'
import { nameText } from '../shared/text.ts'
import { damagedStore } from './heartbeat.ts'
import { hubDecoders } from './hub-machine.ts'
import { hubNeed } from './hub-need.ts'
import { hubUpgrade } from './upgrade.ts'
import { INSTALLATIONS } from './upgrade-lists.ts'
import { workerLoss } from './worker-loss.ts'

export const agent = z.object({
  id: z.uuid(),
  name: z.string(),
  tenantId: z.uuid(),
  tenantName: z.string(),
  /** The public part of the hub's key. */
  publicId: z.string(),
  registrationStatus,
  keyLastFour: z.string(),
  /** Its keys are rejected. */
  isRevoked: z.boolean(),
  /** Whether its silence notifies people. */
  isNotificationEnabled: z.boolean(),
  version: z.string().nullable(),
  lastActiveAt: z.iso.datetime().nullable(),
  /** Its last heartbeat is at most HUB_OFFLINE_AFTER_SECONDS old. */
  isOnline: z.boolean(),
  /** State of its detection; null while it is silent. */
  running: runningStatus.nullable(),
  cameraCount: z.number().int(),
  /** Share of all cores in use, 0 to 1. */
  cpuShare: z.number().nullable(),
  /** How it was started, and so who can upgrade it; null: it has not connected yet. */
  installedBy: z.enum(INSTALLATIONS).nullable(),
  processor: z.string().nullable(),
  /** The last one. */
  upgrade: hubUpgrade.nullable(),
  createdAt: z.iso.datetime(),
  /** Version of the record, for its next change. */
  revision: z.number().int(),
})
export type Agent = z.infer<typeof agent>

export const agentDetail = agent.extend({
  installation: installationStatus,
  hostname: z.string().nullable(),
  startedAt: z.iso.datetime().nullable(),
  memoryBytes: z.number().nullable(),
  memoryTotalBytes: z.number().nullable(),
  diskFreeBytes: z.number().nullable(),
  diskTotalBytes: z.number().nullable(),
  /** Events that wait on the hub. */
  spooledEvents: z.number().int(),
  addresses: z.array(z.string()),
  macIds: z.array(z.string()),
  /** Null until the hub has reported them. */
  runnableApps: z.array(appCode).nullable(),
  decoders: hubDecoders.nullable(),
  cameras: z.object({
    Online: z.number().int(),
    Offline: z.number().int(),
    Inactive: z.number().int(),
    Disabled: z.number().int(),
  }),
  /** When a second program with this hub's key was last rejected, recorded at most once an hour, and its host name. */
  duplicateAt: z.iso.datetime().nullable(),
  duplicateHostname: z.string().nullable(),
  /** Damaged files that the hub replaced, each with the last time. */
  damagedStores: z.array(damagedStore),
  /** Processes of its cameras that ended unexpectedly within a day, newest first. */
  workerLosses: z.array(workerLoss),
  /** What it lacks now, by what its cameras go without. */
  needs: z.array(hubNeed),
  keyRotatedAt: z.iso.datetime().nullable(),
  /** Until when the previous key is accepted too; null: it is not. */
  previousKeyUntil: z.iso.datetime().nullable(),
})
export type AgentDetail = z.infer<typeof agentDetail>

export const agentDraft = z.strictObject({
  name: nameText('agent.name-required', 80, 'agent.name-long'),
  /** The site that the hub is to serve. */
  tenantId: z.uuid('agent.tenant-required'),
  isNotificationEnabled: z.boolean().default(true),
})
export type AgentDraft = z.input<typeof agentDraft>

export const agentFilter = z.strictObject({
  /** Part of the name, the site's name or the public id. */
  text: z.string().max(100).optional(),
  tenantIds: z.array(z.uuid()).max(100).optional(),
  registrationStatuses: z.array(registrationStatus).optional(),
  isOnline: z.boolean().optional(),
})
export type AgentFilter = z.input<typeof agentFilter>

/** A key in plain text, shown only once. */
const issuedKey = z.object({ key: z.string(), keyLastFour: z.string(), previousKeyUntil: z.iso.datetime().nullable() })

export const agentEndpoints = {
  'agent.create': endpoint({
    method: 'POST',
    path: 'agent',
    access: PLATFORM,
    summary: 'Create a hub record. Its key is in this answer and never shown again. Not while connected to a site.',
    body: agentDraft,
    response: agent.extend({ key: z.string() }),
    changes: true,
  }),
  'agent.startHere': endpoint({
    method: 'POST',
    path: 'agent/here',
    access: PLATFORM,
    summary:
      'Start the hub that stands ready on the machine of the service, for this site. Its key goes to that hub alone; the same hub is answered again.',
    body: agentDraft.pick({ name: true, tenantId: true }),
    response: agent,
    changes: true,
  }),
  'agent.search': endpoint({
    method: 'POST',
    path: 'agent/search',
    access: ADMINS,
    whileBound: 'within-units',
    summary:
      'One page of the hubs in the user’s scope. sortColumn: name (unless said), tenantName, version, cameraCount, cpuShare, lastActiveAt, createdAt.',
    query: openKeyedQuery,
    body: agentFilter,
    response: page(agent),
  }),
  'agent.get': endpoint({
    method: 'GET',
    path: 'agent/:id',
    access: ADMINS,
    whileBound: 'refused',
    summary: 'One hub: its state, its load, its cameras.',
    params: byId,
    query: openQuery,
    response: agentDetail,
  }),
  'agent.patch': endpoint({
    method: 'PUT',
    path: 'agent/patch',
    access: PLATFORM,
    summary: 'Change a hub record. Its site can be changed while it has no cameras.',
    body: patchFields(agentDraft).extend({ id: z.uuid(), revision: version }),
    changesObject: agentDetail,
    response: agentDetail,
    changes: true,
  }),
  'agent.remove': endpoint({
    method: 'DELETE',
    path: 'agent/:id',
    access: PLATFORM,
    summary: 'Delete a hub record that has no cameras, and refuse its key at once.',
    params: byId,
    changes: true,
  }),
  'agent.rotateKey': endpoint({
    method: 'POST',
    path: 'agent/:id/key',
    access: PLATFORM,
    needsProof: true,
    summary:
      'Issue a new key; the one before is accepted for 24 hours more, unless it was revoked. Not while connected to a site.',
    params: byId,
    response: issuedKey,
    changes: true,
  }),
  'agent.revokeKey': endpoint({
    method: 'DELETE',
    path: 'agent/:id/key',
    access: PLATFORM,
    summary: 'Refuse all keys of a hub within a second and cut its connection. Not while connected to a site.',
    params: byId,
    changes: true,
  }),
  'agent.control': endpoint({
    method: 'POST',
    path: 'agent/:id/control',
    access: ADMINS,
    whileBound: 'refused',
    summary:
      'Start, stop or restart a hub’s detection (VCARE), or restart its program (BOOTSTRAP). Administrators of a site may restart alone.',
    params: byId,
    body: z.strictObject({ package: appPackage, action: runningAction }),
    response: z.object({ running: runningStatus }),
    changes: true,
    lasting: true,
  }),
}

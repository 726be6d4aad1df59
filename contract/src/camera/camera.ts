/** Cameras: what hubs watch. Requirements CAM-01 to CAM-15. */

import { z } from 'zod'
import { appCode, featureState } from '../shared/apps.ts'
import { endpoint } from '../shared/endpoint.ts'
import { region } from '../shared/geometry.ts'
import { byId, keyedQuery, page } from '../shared/page.ts'
import { patchFields, version } from '../shared/patch.ts'
import { ADMINS, READERS } from '../shared/roles.ts'
import { cameraDraft, cameraFields, cameraType, locationType } from './camera-fields.ts'
import { CAMERA_STATUSES, SHADOW_STATES, STATUS_ACTIONS } from './camera-lists.ts'
import { cameraShadow } from './camera-shadow.ts'
import { discoveredDevice, hubError, imageWithheld } from './hub-request.ts'
import { installationStatus, liveOff, registrationStatus, runningAction, runningStatus } from './running.ts'
import { statusReason } from './status-reason.ts'
import { measuredImage } from './stream/decoders.ts'

export const cameraStatus = z.enum(CAMERA_STATUSES)
export type CameraStatus = z.infer<typeof cameraStatus>
export const shadowState = z.enum(SHADOW_STATES)

export const cameraRecord = z.object({
  id: z.uuid(),
  name: z.string(),
  description: z.string(),
  type: cameraType,
  location: z.string(),
  locationType,
  unitId: z.uuid().nullable(),
  unitName: z.string().nullable(),
  agentId: z.uuid(),
  agentName: z.string(),
  tags: z.array(z.object({ id: z.uuid(), name: z.string() })),
  shifts: z.array(z.object({ id: z.uuid(), name: z.string() })),
  status: cameraStatus,
  /** Why the camera is not online, or which setting should be improved; null: no problem. */
  statusReason: statusReason.nullable(),
  lastStatusAt: z.iso.datetime().nullable(),
  /** When the last frame arrived at the hub. */
  lastActivityAt: z.iso.datetime().nullable(),
  /** Signed and short-lived; null until the first frame came. */
  latestFrame: z.object({ fileUrl: z.string(), takenAt: z.iso.datetime() }).nullable(),
  shadowState,
  /**
   * CREATED: its hub never connected; REGISTRATION_INITIATED: its hub has not acknowledged its settings yet. CAM-02.
   */
  registrationStatus,
  /**
   * `isUnnotified`: the detection is on and notifies nobody. `neverRuns`: it is on without hours in its schedule.
   * `awaitsBed`: it is on, and detects nothing until a bed is drawn. `isMeasured`: it counts and calls nobody.
   */
  apps: z.array(
    z.object({
      appCode,
      state: featureState,
      isUnnotified: z.boolean(),
      neverRuns: z.boolean(),
      awaitsBed: z.boolean(),
      isMeasured: z.boolean(),
    }),
  ),
  /** For users with the right to open it: RESTRICTED_USER gets it blurred. */
  isLiveAvailable: z.boolean(),
  /** Null: its live streaming is on. */
  liveOff: liveOff.nullable(),
})
export type CameraRecord = z.infer<typeof cameraRecord>

/** All entered fields except the password, and the reports of the hub. */
export const cameraDetail = cameraRecord.extend({
  ...cameraFields.omit({ password: true, agentId: true }).shape,
  /** Empty for roles that may not see the address. */
  streamUrl: z.string(),
  tenantId: z.uuid(),
  passwordSet: z.boolean(),
  version,
  /** Last measured by the hub; null: not yet. */
  image: measuredImage.nullable(),
  /** Regions of the apps, including beds, without duplicates. */
  regions: z.array(region),
  /** State of the hub's process for it, or of the camera's own app; null until its hub has reported it. CAM-11. */
  runningStatus: runningStatus.nullable(),
  installationStatus,
  shadow: cameraShadow,
})
export type CameraDetail = z.infer<typeof cameraDetail>

export const cameraFilter = z.strictObject({
  /** Part of the name or location. */
  text: z.string().max(100).optional(),
  unitIds: z.array(z.uuid()).max(500).optional(),
  /** Only this site, if several are in reach. */
  tenantId: z.uuid().optional(),
  /** Only these, to name an earlier choice. */
  ids: z.array(z.uuid()).max(100).optional(),
  statuses: z.array(cameraStatus).optional(),
  types: z.array(cameraType).optional(),
  tagIds: z.array(z.uuid()).max(50).optional(),
  shiftIds: z.array(z.uuid()).max(50).optional(),
  agentIds: z.array(z.uuid()).max(100).optional(),
  shadowStates: z.array(shadowState).optional(),
  /** Cameras on which one of these apps is on. */
  appCodes: z.array(appCode).optional(),
})
export type CameraFilter = z.input<typeof cameraFilter>

/** A row of a bulk registration, numbered from 1 without the header; a row without errors has no fields. CAM-07. */
export const registeredRow = z.object({
  row: z.number().int().min(1),
  name: z.string(),
  fields: z.record(z.string(), z.string()),
})

const searchedHost = z
  .string()
  .trim()
  .max(253)
  .regex(/^([A-Za-z0-9._:[\]-]+|(\d{1,3}\.){3}\d{1,3}\/(2[4-9]|3[0-2]))$/, 'camera.host-invalid')

/** The result of opening a stream on the hub. `jpeg`: one frame in base64; null if privacy withholds it. CAM-12. */
const openedStream = z.object({
  codec: z.string(),
  width: z.number().int(),
  height: z.number().int(),
  framesPerSecond: z.number().nullable(),
  /** Null: `withheld` says why. */
  jpeg: z.base64().nullable(),
  withheld: imageWithheld.nullable(),
})

const cameraIds = z.array(z.uuid()).min(1).max(500)

export const cameraEndpoints = {
  'camera.search': endpoint({
    method: 'POST',
    path: 'camera/view/search',
    access: READERS,
    scope: 'cameras',
    summary:
      'One page of the cameras in the user’s scope, with their latest frames. sortColumn: name, status, location, type, unitName, lastActivityAt.',
    query: keyedQuery,
    body: cameraFilter,
    example: { statuses: ['Offline', 'Inactive'] },
    response: page(cameraRecord),
  }),
  'camera.get': endpoint({
    method: 'GET',
    path: 'camera/view/:id',
    access: READERS,
    summary: 'One camera.',
    params: byId,
    response: cameraDetail,
  }),
  'camera.countByStatus': endpoint({
    method: 'GET',
    path: 'camera/view/by-status/dashboard',
    access: READERS,
    scope: 'cameras',
    summary: 'How many cameras are in each status.',
    query: z.object({ unitIds: z.string().max(20_000).optional() }),
    response: z.object({
      Online: z.number().int(),
      Offline: z.number().int(),
      Inactive: z.number().int(),
      Disabled: z.number().int(),
    }),
  }),
  'camera.licence': endpoint({
    method: 'GET',
    path: 'camera/view/licence',
    access: ADMINS,
    whileBound: 'within-units',
    summary:
      'How many cameras of each kind the site has, and how many its licence allows: 0 allows none, null any number.',
    response: z.object({
      room: z.object({ used: z.number().int(), limit: z.number().int().nullable() }),
      public: z.object({ used: z.number().int(), limit: z.number().int().nullable() }),
    }),
  }),
  'camera.register': endpoint({
    method: 'POST',
    path: 'camera/register',
    access: ADMINS,
    whileBound: 'within-units',
    summary: 'Register one camera; its hub starts watching it within seconds.',
    body: cameraDraft,
    response: cameraDetail,
    changes: true,
  }),
  'camera.registerMany': endpoint({
    method: 'POST',
    path: 'camera/bulkRegister',
    access: ADMINS,
    whileBound: 'within-units',
    summary:
      'Register many cameras, all or none: with one wrong row nothing is registered, and every error is answered.',
    body: z.strictObject({
      /** Camera drafts; checked one by one, so that every row's errors are known at once. */
      cameras: z
        .array(z.record(z.string().max(60), z.unknown()))
        .min(1)
        .max(500),
      /** Checks everything, including the license, and registers nothing. */
      dryRun: z.boolean().default(false),
    }),
    response: z.object({ isRegistered: z.boolean(), rows: z.array(registeredRow) }),
    changes: true,
  }),
  'camera.edit': endpoint({
    method: 'PUT',
    path: 'camera/edit',
    access: ADMINS,
    whileBound: 'within-units',
    summary: 'Change a camera’s settings.',
    body: patchFields(cameraFields).extend({ id: z.uuid(), version: version.optional() }),
    changesObject: cameraDetail,
    response: cameraDetail,
    changes: true,
  }),
  'camera.patch': endpoint({
    method: 'PATCH',
    path: 'camera/:id',
    access: ADMINS,
    whileBound: 'within-units',
    summary: 'Change some of a camera’s settings.',
    params: byId,
    body: patchFields(cameraFields),
    changesObject: cameraDetail,
    response: cameraDetail,
    changes: true,
  }),
  'camera.deregister': endpoint({
    method: 'DELETE',
    path: 'camera/deregister/:id',
    access: ADMINS,
    whileBound: 'within-units',
    summary: 'Remove a camera with its keys, settings, images and shadow. Its alerts stay, with theirs.',
    params: byId,
    /** The version that the user has seen: a camera that was changed meanwhile is a conflict. */
    query: z.strictObject({ version: z.coerce.number().int().min(1).max(2_147_483_647).optional() }),
    changes: true,
  }),
  'camera.updateStatus': endpoint({
    method: 'POST',
    path: 'camera/updateStatus',
    access: ADMINS,
    whileBound: 'within-units',
    summary: 'Enable, disable, activate or deactivate cameras, all or none.',
    body: z.strictObject({ ids: cameraIds, action: z.enum(STATUS_ACTIONS) }),
    changes: true,
  }),
  'camera.manageAcap': endpoint({
    method: 'POST',
    path: 'camera/manageAcap/:id',
    access: ADMINS,
    whileBound: 'within-units',
    summary: 'Start, stop or restart the program that watches a camera.',
    params: byId,
    body: z.strictObject({ action: runningAction }),
    response: z.object({
      /** Null if the hub could not do it. */
      runningStatus: runningStatus.nullable(),
      installationStatus: installationStatus.nullable(),
      error: hubError.nullable(),
    }),
    changes: true,
    lasting: true,
  }),
  'camera.removeIoTThing': endpoint({
    method: 'DELETE',
    path: 'camera/removeIoTThing/:id',
    access: ADMINS,
    whileBound: 'within-units',
    summary: 'Remove a camera’s shadow alone.',
    params: byId,
    changes: true,
  }),
  'camera.probe': endpoint({
    method: 'POST',
    path: 'camera/probe',
    access: ADMINS,
    whileBound: 'within-units',
    summary: 'Let a hub open a stream and say what it is, or why it could not.',
    body: z.strictObject({
      /** The saved camera that is being edited; null for a draft. */
      cameraId: z.uuid().nullable().default(null),
      /** Omitted: the saved camera's hub, otherwise the site's only one. */
      agentId: z.uuid().optional(),
      streamUrl: cameraFields.shape.streamUrl,
      username: z.string().max(120).nullable().default(null),
      /** Omitted: the saved one, if host and port are the saved ones too; null: none. */
      password: z.string().max(200).nullable().optional(),
      isBasicAllowed: cameraFields.shape.isBasicAllowed,
      certificate: cameraFields.shape.certificate,
    }),
    response: z.object({ image: openedStream.nullable(), error: hubError.nullable() }),
    changes: true,
    lasting: true,
  }),
  'camera.discover': endpoint({
    method: 'POST',
    path: 'camera/discover',
    access: ADMINS,
    whileBound: 'within-units',
    summary: 'Let a hub look for ONVIF devices in its network.',
    body: z.strictObject({
      agentId: z.uuid().optional(),
      /**
       * Hosts to query individually, if multicast does not reach them; a range of up to 256 addresses counts as one.
       */
      hosts: z.array(searchedHost).max(16).default([]),
      username: z.string().max(120).nullable().default(null),
      password: z.string().max(200).nullable().default(null),
    }),
    response: z.object({ devices: z.array(discoveredDevice), error: hubError.nullable() }),
    changes: true,
    lasting: true,
  }),
}

/** Cameras: lists, one of them, their states, registration. Requirements CAM-01, CAM-05, CAM-06, CAM-07, DASH-01. */

import type { CameraDetail, CameraRecord, cameraEndpoints } from '@mimamori/contract/camera/camera.ts'
import type { cameraViewEndpoints } from '@mimamori/contract/camera/camera-view.ts'
import type { cameraChangeEndpoints } from '@mimamori/contract/camera/change/camera-change.ts'
import { bedsOf } from '@mimamori/contract/camera/place/beds.ts'
import { NO_SUBSCRIBERS } from '@mimamori/contract/camera/subscriber.ts'
import { appStanding } from '@mimamori/contract/camera/week.ts'
import type { Region } from '@mimamori/contract/shared/geometry.ts'
import type { Context, Handlers } from '#platform/context.ts'
import { fail, found } from '#platform/service-error.ts'
import { hasAccess } from '#shared/access.ts'
import { pageNumberOf } from '#shared/list-page.ts'
import { liveOffOf } from '#shared/live-off.ts'
import { ofTenant, residentScope } from '#shared/resident-scope.ts'
import { reasonFor, settingsErrorsFor } from '#shared/shown/camera-facts.ts'
import { discoverCameras, manageAcap, probeCamera } from './camera.asking.ts'
import { registerCameras } from './camera.bulk.ts'
import { changeCameras } from './camera.change-many.ts'
import { readDifference } from './camera.difference.ts'
import { editCamera } from './camera.edit.ts'
import { readLicence } from './camera.licence.ts'
import { countByStatus, isSortColumn, searchCameras } from './camera.list.queries.ts'
import { type CameraDetailRow, type CameraRow, readCamera } from './camera.queries.ts'
import { registerCamera } from './camera.registration.ts'
import { deregisterCamera, removeShadow } from './camera.removal.ts'
import { updateStatus } from './camera.status.ts'
import { acceptView } from './camera.view.ts'

export const cameraRoutes: Handlers<
  typeof cameraEndpoints & typeof cameraViewEndpoints & typeof cameraChangeEndpoints
> = {
  async 'camera.search'(context, { query, body }) {
    if (query.sortColumn !== undefined && !isSortColumn(query.sortColumn)) {
      throw fail('invalid-request', { sortColumn: 'invalid' })
    }
    const scope = ofTenant(residentScope(context.actor, body.unitIds), body.tenantId)
    const currentPage = pageNumberOf(query)
    if (!scope) return { records: [], totalCount: 0, currentPage }
    const { rows, totalCount } = await searchCameras(context.db, { scope, filter: body, now: context.now }, query)
    return { records: rows.map((row) => toRecord(row, context)), totalCount, currentPage }
  },

  'camera.get': (context, { params }) => detailOf(context, params.id),

  async 'camera.countByStatus'({ db, actor }, { query }) {
    const scope = residentScope(actor, query.unitIds?.split(',').filter(isUuid))
    return scope ? countByStatus(db, scope) : { Online: 0, Offline: 0, Inactive: 0, Disabled: 0 }
  },

  async 'camera.licence'({ actor, db }) {
    // A license is a site's: the operator is at none until connected to it.
    if (!residentScope(actor)) throw fail('site-needed')
    const { used, limit } = await readLicence(db)
    return {
      room: { used: used.rooms, limit: limit.rooms },
      public: { used: used.publicPlaces, limit: limit.publicPlaces },
    }
  },

  async 'camera.register'(context, { body }) {
    const scope = residentScope(context.actor)
    // The operator registers cameras of a site that it is connected to.
    if (!scope) throw fail('site-needed')
    return detailOf(context, await registerCamera(context, scope, body))
  },

  async 'camera.registerMany'(context, { body }) {
    return registerCameras(context, body.cameras, body.dryRun)
  },

  async 'camera.edit'(context, { body: { id, version, ...patch } }) {
    await editCamera(context, id, patch, version)
    return detailOf(context, id)
  },

  async 'camera.patch'(context, { params, body }) {
    await editCamera(context, params.id, body)
    return detailOf(context, params.id)
  },

  'camera.changeMany': changeCameras,

  async 'camera.deregister'(context, { params, query }) {
    await deregisterCamera(context, params.id, query.version)
    return {}
  },

  async 'camera.updateStatus'(context, { body }) {
    await updateStatus(context, body.ids, body.action)
    return {}
  },

  async 'camera.acceptView'(context, { params }) {
    await acceptView(context, params.id)
    return {}
  },

  'camera.probe': probeCamera,
  'camera.discover': discoverCameras,
  'camera.manageAcap': manageAcap,

  async 'camera.removeIoTThing'(context, { params }) {
    await removeShadow(context, params.id)
    return {}
  },
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const isUuid = (text: string) => UUID.test(text)

async function detailOf(context: Context, id: string): Promise<CameraDetail> {
  const { role } = context.actor
  const scope = found(residentScope(context.actor))
  const row = found(await readCamera(context.db, scope, id, context.now))
  const { appRegions, liveSwitches: ___, isHeldBack, latestFrameMediaId, latestFrameAt, isClearRefused, ...more } = row
  const { desiredVersion, ...rest } = more
  const { reportedVersion, reportedSettings: _, passwordVersion: __, desiredChangedAt, errors, ...fields } = rest
  return {
    ...fields,
    ...(hasAccess({ role }, 'see camera setup') ? {} : RETAINED_BACK),
    ...(hasAccess({ role }, 'see camera addresses') ? {} : NO_ADDRESS),
    ...toRecord(row, context),
    regions: toRegions(row),
    tagIds: row.tags.map((tag) => tag.id),
    shiftIds: row.shifts.map((shift) => shift.id),
    shadow: {
      desiredVersion,
      reportedVersion,
      changedAt: desiredChangedAt,
      errors: settingsErrorsFor(role, errors),
      difference: hasAccess({ role }, 'see camera addresses') ? await readDifference(context.db, row) : [],
    },
  }
}

/** Fields with the camera's address and login. */
const NO_ADDRESS = {
  ...{ streamUrl: '', subStreamUrl: '', username: null, certificate: null, ipAddress: '', macId: '', extraConfig: '' },
}

/** Fields that only camera setup needs. */
const RETAINED_BACK = {
  ...{ username: null, isBasicAllowed: false, certificate: null, ipAddress: '', macId: '', ssid: '' },
  ...{ subscribers: NO_SUBSCRIBERS, axisApplication: '', homePreset: '', extraConfig: '' },
}

/** Beds and the apps' regions together; those of the same name and shape are one. */
function toRegions({ appRegions, places }: CameraDetailRow): Region[] {
  return [
    ...new Map([...bedsOf(places), ...appRegions.flat()].map((region) => [JSON.stringify(region), region])).values(),
  ]
}

function toRecord(row: CameraRow, { actor, media, now }: Context): CameraRecord {
  const { latestFrameMediaId: frameId, latestFrameAt: takenAt } = row
  const isClear = hasAccess(actor, 'see clear frames', row)
  const liveOff = liveOffOf(row.liveSwitches, now)
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    type: row.type,
    location: row.location,
    locationType: row.locationType,
    unitId: row.unitId,
    unitName: row.unitName,
    agentId: row.agentId,
    agentName: row.agentName,
    tags: row.tags,
    shifts: row.shifts,
    status: row.status,
    statusReason: reasonFor(actor.role, row.statusReason),
    lastStatusAt: row.lastStatusAt,
    lastActivityAt: row.lastActivityAt,
    latestFrame: isClear && frameId && takenAt ? { fileUrl: media.sign(frameId, actor.sessionId, now), takenAt } : null,
    shadowState: row.shadowState,
    registrationStatus: row.registrationStatus,
    apps: row.apps.map(({ isOn, schedule, ...app }) => ({
      ...app,
      neverRuns: appStanding(isOn, schedule) === 'never',
    })),
    isLiveAvailable: liveOff === null && row.status === 'Online' && !row.isHeldBack,
    liveOff,
  }
}

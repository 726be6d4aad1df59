/** Requests to a hub about cameras: properties of a stream, devices nearby, starting and stopping. CAM-11, CAM-12. */

import type { cameraEndpoints } from '@mimamori/contract/camera/camera.ts'
import { PRIVATE_HOSTS_MAX } from '@mimamori/contract/camera/hub-request.ts'
import { isSameDevice } from '@mimamori/contract/camera/stream/stream-pair.ts'
import type { CallerRole } from '@mimamori/contract/shared/roles.ts'
import type { HandlerOf, RawContext } from '#platform/context.ts'
import type { TenantDb } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'
import { fail, found } from '#platform/service-error.ts'
import { hasAccess } from '#shared/access.ts'
import { isRefused } from '#shared/consent.ts'
import { inTenants, inUnits, type ResidentScope, residentScope } from '#shared/resident-scope.ts'
import { shownAnswer } from '#shared/shown/hub-images.ts'
import { type FoundAgent, findAgent } from './camera.registration.ts'
import { passwordPlace, privateHost, splitAddress } from './camera.rules.ts'

/** A hub needs up to 20 s for an address that never answers. */
const LOOK_MS = 30_000
const CONTROL_MS = 15_000

type Handler<K extends 'camera.probe' | 'camera.discover' | 'camera.manageAcap'> = HandlerOf<
  (typeof cameraEndpoints)[K]
>

/** A saved camera, with the fields that requests to its hub need. */
type Saved = {
  id: string
  tenantId: string
  unitId: string | null
  agentId: string
  type: string
  streamUrl: string
  username: string | null
  passwordSealed: string | null
  axisApplication: string
}

async function savedCamera(db: TenantDb, scope: ResidentScope | null, id: string): Promise<Saved> {
  return found(
    scope &&
      (await db.first(sql<Saved>`
        select c.id, c.tenant_id as "tenantId", c.unit_id as "unitId", c.agent_id as "agentId", c.type,
          c.stream_url as "streamUrl", c.username, c.password_sealed as "passwordSealed",
          c.axis_application as "axisApplication"
        from camera c where ${inTenants(sql`c.tenant_id`, scope)} and c.id = ${id}
          and ${inUnits(sql`c.unit_id`, scope)} and c.deregistered_at is null`)),
  )
}

const ownHub = ({ agentId, tenantId }: Saved): FoundAgent => ({ id: agentId, tenantId })

/** The hub that receives the request. Throws `site-needed` outside of a site. */
async function chooseHub({ actor }: RawContext, db: TenantDb, agentId: string | undefined): Promise<FoundAgent> {
  const scope = residentScope(actor)
  if (!scope) throw fail('site-needed')
  return findAgent(db, scope, agentId)
}

/** Opens the stream of a draft or of a saved camera. */
export const probeCamera: Handler<'camera.probe'> = async (context, { body }) => {
  const address = splitAddress(body.streamUrl)
  if (!address) throw fail('invalid-request', { streamUrl: 'camera.stream-url-invalid' })
  const { agent, password, hidden } = await context.asTenant(async (db) => {
    const saved = body.cameraId ? await savedCamera(db, residentScope(context.actor), body.cameraId) : null
    const agent = saved && !body.agentId ? ownHub(saved) : await chooseHub(context, db, body.agentId)
    if (saved && saved.tenantId !== agent.tenantId) throw fail('invalid-request', { agentId: 'camera.agent-unknown' })
    await db.writeTo(agent.tenantId)
    await context.auditIn(db, {
      action: 'camera.probe',
      objectType: saved ? 'camera' : 'agent',
      objectId: saved?.id ?? agent.id,
      // Some cameras have the login in the path.
      details: { host: privateHost(address.url) },
    })
    const typed = body.password === undefined ? address.password : body.password || address.password
    return {
      agent,
      password: body.password === undefined && typed === null ? savedPassword(context, saved, address.url) : typed,
      hidden: await hiddenCameras(db, context.actor.role),
    }
  })
  const username = body.username || address.username
  const privateHosts = [...new Set(hidden.map(({ streamUrl }) => privateHost(streamUrl)))].slice(0, PRIVATE_HOSTS_MAX)
  const request = {
    type: 'probe',
    cameraId: body.cameraId,
    streamUrl: address.url,
    privateHosts,
    username,
    password,
    isBasicAllowed: body.isBasicAllowed,
    certificate: body.certificate,
  } as const
  const { result, error } = await context.askHub(agent.tenantId, agent.id, request, { timeoutMs: LOOK_MS })
  if (error) return { image: null, error }
  const { codec, width, height, framesPerSecond } = result
  const isPrivate = hidden.some(({ id, streamUrl }) => id === body.cameraId || isSameDevice(streamUrl, address.url))
  const withheld = isPrivate ? 'privacy' : privateHosts.length >= PRIVATE_HOSTS_MAX ? 'unsure' : result.withheld
  const { jpeg } = shownAnswer(result, withheld === null)
  return {
    image: { codec, width, height, framesPerSecond, jpeg: jpeg || null, withheld },
    error: null,
  }
}

/** Returned only for the very device that it was saved for: otherwise somebody could read it out at their own host. */
function savedPassword({ secrets, log }: RawContext, saved: Saved | null, url: string): string | null {
  if (!saved?.passwordSealed || !isSameDevice(saved.streamUrl, url)) return null
  try {
    return secrets.open(saved.passwordSealed, passwordPlace(saved.tenantId, saved.id))
  } catch (error) {
    log.error({ err: error, cameraId: saved.id }, 'the password of a camera could not be opened')
    return null
  }
}

/** The site's cameras that this role may see only with privacy, whichever hub watches them. CAM-09, RESIDENT-01. */
function hiddenCameras(db: TenantDb, role: CallerRole): Promise<{ id: string; streamUrl: string }[]> {
  const isHeldBack = hasAccess({ role }, 'see clear frames', { isClearRefused: true })
    ? sql`false`
    : isRefused('clear-images')
  return db.rows(sql<{ id: string; streamUrl: string }>`
    select c.id, c.stream_url as "streamUrl" from camera c
    where c.tenant_id = ${db.tenantId} and c.deregistered_at is null
      and (c.is_privacy_on or c.masks <> '[]' or ${isHeldBack})`)
}

/** Looks for ONVIF devices beside the hub. */
export const discoverCameras: Handler<'camera.discover'> = async (context, { body }) => {
  const { agentId, hosts, username, password } = body
  const agent = await context.asTenant(async (db) => {
    const chosen = await chooseHub(context, db, agentId)
    await db.writeTo(chosen.tenantId)
    await context.auditIn(db, {
      action: 'camera.discover',
      objectType: 'agent',
      objectId: chosen.id,
      details: { hosts },
    })
    return chosen
  })
  const request = { type: 'discover', hosts, username, password } as const
  const { result, error } = await context.askHub(agent.tenantId, agent.id, request, { timeoutMs: LOOK_MS })
  return error ? { devices: [], error } : { devices: result.devices, error: null }
}

/** Without a name no application of the camera can be requested. */
const isNameless = ({ type, axisApplication }: Saved) => type === 'AXIS' && axisApplication === ''

/** Starts, stops or restarts what watches a camera: its own app on an AXIS camera, otherwise the hub's process. */
export const manageAcap: Handler<'camera.manageAcap'> = async (context, { params, body: { action } }) => {
  const saved = await context.asTenant(async (db) => {
    const camera = await savedCamera(db, residentScope(context.actor), params.id)
    if (isNameless(camera)) throw fail('invalid-request', { axisApplication: 'camera.axis-application-required' })
    await db.writeTo(camera.tenantId)
    await context.auditIn(db, { action: `camera.${action}`, objectType: 'camera', objectId: camera.id })
    return camera
  })
  const { tenantId, agentId, id: cameraId } = saved
  const ask = { timeoutMs: CONTROL_MS }
  const answer =
    saved.type === 'AXIS'
      ? await context.askHub(
          tenantId,
          agentId,
          { type: 'acap', cameraId, application: saved.axisApplication, action },
          ask,
        )
      : await context.askHub(tenantId, agentId, { type: 'control', cameraId, package: 'VCARE', action }, ask)
  if (answer.error) return { runningStatus: null, installationStatus: null, error: answer.error }
  const runningStatus = answer.result.running
  const installationStatus = answer.result.type === 'acap' ? answer.result.installation : 'Installed'
  await context.asTenant(async (db) => {
    await db.writeTo(tenantId)
    await db.run(sql`update camera set running_status = ${runningStatus}, installation_status = ${installationStatus}
      where tenant_id = ${tenantId} and id = ${cameraId}`)
  })
  context.bus.publish(tenantId, { type: 'camera-changed', cameraId, unitId: saved.unitId })
  return { runningStatus, installationStatus, error: null }
}

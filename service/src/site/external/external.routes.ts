/** The external system of a site: its settings, what would be sent, and sending it. Requirements CAM-02, CAM-13, SITE-01. */

import {
  DEFAULT_FIELD_MAP,
  type External,
  type ExternalRun,
  type externalEndpoints,
} from '@mimamori/contract/site/external.ts'
import type { Context, Handlers } from '#platform/context.ts'
import { signedHeaders } from '#platform/outgoing/webhook-signature.ts'
import type { PlatformDb } from '#platform/postgres/database.ts'
import { fail, found } from '#platform/service-error.ts'
import { hasAccess, managedTenants, requireAccess } from '#shared/access.ts'
import { auditAt } from '#shared/audit-at.ts'
import * as queries from './external.queries.ts'
import { placeOfKey, skipOf, writeBody } from './external.rules.ts'

const RUNS_SHOWN = 10
const KEY_SHOWN = 4
/** Placeholder for the id and the signature. */
const SAMPLE_RUN = '…'

export const externalRoutes: Handlers<typeof externalEndpoints> = {
  'external.get': ({ actor, asPlatform }, { params: { id } }) =>
    asPlatform('read an external system', async (db) => {
      found(await queries.isReached(db, id, managedTenants(actor)))
      return shown(db, id)
    }),

  async 'external.save'(context, { params: { id }, body }) {
    const { actor, asPlatform, secrets, now } = context
    const { authKey = '', ...draft } = body
    if (authKey) requireAccess(actor, 'act in their own name')
    return asPlatform('change an external system', async (db) => {
      found(await queries.isReached(db, id, managedTenants(actor)))
      const before = await queries.readSystem(db, id)
      requireComplete(draft, Boolean(authKey || before?.authKey))
      const key = authKey && { sealed: secrets.seal(authKey, placeOfKey(id)), lastFour: authKey.slice(-KEY_SHOWN) }
      if (!(await queries.saveSystem(db, id, { ...draft, ...(key && { key }) }, now))) throw fail('conflict')
      const details = { isEnabled: draft.isEnabled, url: draft.url, isKeyChanged: authKey !== '' }
      await auditAt(db, context, id, { action: 'external.save', objectType: 'tenant', objectId: id, details })
      return shown(db, id)
    })
  },

  async 'external.dryRun'(context, { params: { id } }) {
    const { db, now } = context
    const system = await systemAt(context, id)
    const cameras = (await queries.readCameras(db, id)).map((camera) => ({ ...camera, reason: skipOf(camera) }))
    const sent = cameras.filter(({ reason }) => reason === null)
    const body = writeBody(system, sent)
    const headers = signedHeaders({ keys: [], id: SAMPLE_RUN, body: '' }, now)
    return {
      url: system.url,
      headers: Object.entries({ ...headers, 'webhook-signature': `v1,${SAMPLE_RUN}` }).map(([name, value]) => ({
        name,
        value,
      })),
      body: JSON.stringify(body, null, 2),
      cameraCount: sent.length,
      skipped: cameras.flatMap(({ id: cameraId, name, reason }) =>
        reason === null ? [] : [{ id: cameraId, name, reason }],
      ),
    }
  },

  async 'external.sync'(context, { params: { id } }) {
    await systemAt(context, id)
    const cameras = await queries.readCameras(context.db, id)
    return requestRun(context, { tenantId: id, cameraId: null }, cameras)
  },

  async 'external.syncCamera'(context, { params: { id } }) {
    const camera = found(await queries.findCamera(context.db, id))
    return requestRun(context, { tenantId: camera.tenantId, cameraId: id }, [camera])
  },

  async 'external.ofCamera'({ db }, { params: { id } }) {
    const camera = found(await queries.findCamera(db, id))
    const system = await queries.readSystem(db, camera.tenantId)
    const run = (await queries.lastRunOf(db, camera)) ?? null
    return { isEnabled: system?.isEnabled ?? false, skip: skipOf(camera), run }
  },

  async 'external.run'({ db }, { params }) {
    const { tenantId: _site, ...run } = found(await queries.findRun(db, params.id))
    return run
  },
}

async function shown(db: PlatformDb, tenantId: string): Promise<External> {
  const runs = await queries.readRuns(db, tenantId, RUNS_SHOWN)
  const stored = await queries.readSystem(db, tenantId)
  if (!stored) return { ...NEVER_SAVED, tenantId, runs }
  const { authKey: _sealed, ...system } = stored
  return { ...system, runs }
}

const NEVER_SAVED: Omit<External, 'tenantId' | 'runs'> = {
  ...{ isEnabled: false, url: '', corporationCode: '', jigCode: '', formatKbn: '', subscribers: [], version: 0 },
  ...{ fieldMap: DEFAULT_FIELD_MAP, keyLastFour: null },
}

/** An active system must be completely configured. */
function requireComplete({ isEnabled, url }: { isEnabled: boolean; url: string }, hasKey: boolean): void {
  const parsed = url === '' ? null : URL.parse(url)
  if (url !== '' && (!parsed || parsed.username || parsed.password))
    throw fail('invalid-request', { url: 'external.url-form' })
  if (isEnabled && url === '') throw fail('invalid-request', { url: 'external.url-required' })
  if (isEnabled && !hasKey) throw fail('invalid-request', { authKey: 'external.key-required' })
}

/** Sent data names residents, so a site must be within reach of the session itself. */
async function systemAt({ actor, db }: Context, tenantId: string): Promise<queries.StoredSystem> {
  if (hasAccess(actor, 'reach all sites')) throw fail('site-needed')
  requireAccess(actor, 'reach the site', tenantId)
  return (await queries.readSystem(db, tenantId)) ?? { ...NEVER_SAVED, tenantId, authKey: null }
}

function requireOn(system: queries.StoredSystem | undefined): asserts system is queries.StoredSystem {
  if (!system?.isEnabled || !system.url || system.authKey === null) throw fail('external-off')
}

type RunTarget = { tenantId: string; cameraId: string | null }

/** Puts a run into the queue with the cameras as they are now; one that waits for the same already is enough. */
async function requestRun(
  context: Context,
  target: RunTarget,
  cameras: readonly queries.SiteCamera[],
): Promise<ExternalRun> {
  const { actor, db, audit, rateLimit, now } = context
  const system = await queries.readSystem(db, target.tenantId)
  requireOn(system)
  const complete = cameras.filter((camera) => skipOf(camera) === null)
  if (complete.length === 0) throw fail('nothing-to-tell')
  const waiting = await queries.waitingRun(db, target.tenantId, target.cameraId)
  if (waiting) return waiting
  rateLimit.take('external', target.tenantId)
  await db.writeTo(target.tenantId)
  const body = JSON.stringify(writeBody(system, complete))
  const draft = { ...target, requestedBy: actor.userId, body, cameraCount: complete.length }
  const run = await queries.insertRun(db, draft, now)
  const [objectType, objectId] = target.cameraId ? ['camera', target.cameraId] : ['tenant', target.tenantId]
  await audit({ action: 'external.sync', objectType, objectId, details: { runId: run.id, cameras: complete.length } })
  return run
}

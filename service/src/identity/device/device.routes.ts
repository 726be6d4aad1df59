/** The devices on which users are signed in, and the own password. Requirements AUTH-17, AUTH-18. */

import type { Device, deviceEndpoints } from '@mimamori/contract/identity/device.ts'
import type { deviceProofEndpoints } from '@mimamori/contract/identity/device-proof.ts'
import type { Actor } from '#platform/auth/session.ts'
import type { Context, Handlers } from '#platform/context.ts'
import type { PlatformDb } from '#platform/postgres/database.ts'
import { fail, found } from '#platform/service-error.ts'
import { hasAccess, managedTenants, requireAccess } from '#shared/access.ts'
import { auditAt } from '#shared/audit-at.ts'
import { deviceProofRoutes } from './device.proof.ts'
import {
  type DeviceOwner,
  type DeviceRow,
  endDevices,
  readDeviceId,
  readDevices,
  readOwner,
  removeRegistration,
  saveRegistration,
} from './device.queries.ts'
import { nameDevice } from './device.rules.ts'
import { changePassword } from './password.change.ts'

/** As messaging providers write the token of a phone or browser: no JSON, one word. */
const TOKEN = /^[\w:.=+/-]{20,4096}$/

export const deviceRoutes: Handlers<typeof deviceEndpoints & typeof deviceProofEndpoints> = {
  ...deviceProofRoutes,

  async 'device.list'({ actor, asPlatform, now }) {
    return asPlatform('own devices', async (db) => {
      const owner = found(await readOwner(db, null, actor.userId))
      const currentId = await readDeviceId(db, actor.sessionId)
      const rows = await readDevices(db, owner, now)
      // Who shares a sign-in must not see, nor end, where the others are.
      const shown = hasAccess(owner, 'sign out own devices') ? rows : rows.filter(({ id }) => id === currentId)
      return { devices: shown.map((row) => toDevice(row, currentId)), isAnswerer: hasAccess(owner, 'answer alarms') }
    })
  },

  async 'device.signOut'(context, { body }) {
    const { actor, asPlatform, now } = context
    const ended = await asPlatform('sign out own devices', async (db) => {
      const owner = found(await readOwner(db, null, actor.userId))
      requireAccess(owner, 'sign out own devices')
      const exceptId = await readDeviceId(db, actor.sessionId)
      const by = { deviceIds: body.deviceIds ?? null, exceptId, reason: 'logout' } as const
      return noted(context, db, owner, await endDevices(db, owner, by, now))
    })
    return tell(context, ended)
  },

  async 'device.ofUser'({ actor, asPlatform, now }, { params }) {
    return asPlatform('devices of a user', async (db) => {
      const owner = found(await readOwner(db, managedTenants(actor), params.id, actor))
      requireAccess(actor, 'manage the user', owner)
      const currentId = await readDeviceId(db, actor.sessionId)
      const devices = (await readDevices(db, owner, now)).map((row) => toDevice(row, currentId))
      return { devices, isAnswerer: hasAccess(owner, 'answer alarms') }
    })
  },

  async 'device.signOutUser'(context, { params, body }) {
    const { actor, asPlatform, now } = context
    const ended = await asPlatform('sign out a user', async (db) => {
      const owner = found(await readOwner(db, managedTenants(actor), params.id, actor))
      requireAccess(actor, 'manage the user', owner)
      const exceptId = await readDeviceId(db, actor.sessionId)
      const by = { deviceIds: body.deviceIds ?? null, exceptId, reason: 'by-administrator' } as const
      return noted(context, db, owner, await endDevices(db, owner, by, now))
    })
    return tell(context, ended)
  },

  'password.change': changePassword,

  async 'device.register'({ actor, asPlatform, audit, push, now }, { body }) {
    const isToken = TOKEN.test(body.fireBaseId)
    if (!isToken && !push.isSubscription(body.fireBaseId)) throw fail('invalid-request', { fireBaseId: 'invalid' })
    const by = {
      device: body.imeiNumber,
      kind: body.kind,
      subscription: body.fireBaseId,
      isToken,
      sessionId: actor.originSessionId ?? actor.sessionId,
    }
    await asPlatform('own registration', (db) => saveRegistration(db, placeOf(actor), by, now))
    await audit({
      action: 'device.register',
      objectType: 'user',
      objectId: actor.userId,
      details: { kind: body.kind },
    })
    return { isDeliverable: !isToken }
  },

  async 'device.pushKey'({ push }) {
    return { publicKey: await push.publicKey() }
  },

  async 'device.unregister'({ actor, asPlatform, audit }, { body }) {
    const removed = await asPlatform('own registration', (db) =>
      removeRegistration(db, placeOf(actor), body.imeiNumber),
    )
    if (removed > 0) await audit({ action: 'device.unregister', objectType: 'user', objectId: actor.userId })
    return {}
  },
}

function placeOf({ homeTenantId, userId }: Actor) {
  return { tenantId: homeTenantId, userId }
}

function toDevice({ userAgent, ...row }: DeviceRow, currentId: string): Device {
  return { ...row, ...nameDevice(userAgent), isCurrent: row.id === currentId }
}

type Ended = Awaited<ReturnType<typeof endDevices>>

/** In the audit of the user's own tenant, by any actor: its administrators read it there. */
async function noted(context: Context, db: PlatformDb, owner: DeviceOwner, ended: Ended): Promise<Ended> {
  await auditAt(db, context, owner.tenantId, {
    action: 'device.sign-out',
    objectType: 'user',
    objectId: owner.userId,
    details: { name: owner.name, sessions: ended.map(({ sessionId }) => sessionId) },
  })
  return ended
}

function tell({ afterCommit, sessions }: Context, ended: Ended): { signedOut: number } {
  afterCommit(() => sessions.changed(...ended))
  return { signedOut: ended.length }
}

/** The devices on which users are signed in, and the own password. Requirements AUTH-17, AUTH-18. */
import type { Device, deviceEndpoints } from '@mimamori/contract/device.ts'
import { mayGrant } from '@mimamori/contract/roles.ts'
import type { Context, Handlers } from '#platform/context.ts'
import { fail, found } from '#platform/failure.ts'
import type { Actor } from '#platform/session.ts'
import {
  type DeviceOwner,
  type DeviceRow,
  endDevices,
  readDeviceId,
  readDevices,
  readOwner,
  saveRegistration,
} from './device.queries.ts'
import { nameDevice } from './device.rules.ts'
import { changePassword } from './password.change.ts'

export const deviceRoutes: Handlers<typeof deviceEndpoints> = {
  async 'device.list'({ actor, asPlatform, now }) {
    return asPlatform('own devices', async (db) => {
      const owner = found(await readOwner(db, null, actor.userId))
      const currentId = await readDeviceId(db, actor.sessionId)
      const rows = await readDevices(db, owner, now)
      // Who shares a sign-in must not see, nor end, where the others are.
      const shown = isShared(owner) ? rows.filter(({ id }) => id === currentId) : rows
      return { devices: shown.map((row) => toDevice(row, currentId)) }
    })
  },

  async 'device.signOut'(context, { body }) {
    const { actor, asPlatform, now } = context
    const { owner, ended } = await asPlatform('sign out own devices', async (db) => {
      const owner = found(await readOwner(db, null, actor.userId))
      if (isShared(owner)) throw fail('forbidden')
      const exceptId = await readDeviceId(db, actor.sessionId)
      const by = { deviceIds: body.deviceIds ?? null, exceptId, reason: 'logout' } as const
      return { owner, ended: await endDevices(db, owner, by, now) }
    })
    return tell(context, owner, ended)
  },

  async 'device.ofUser'({ actor, asPlatform, now }, { params }) {
    return asPlatform('devices of a user', async (db) => {
      const owner = found(await readOwner(db, reachOf(actor), params.id))
      if (!mayGrant(actor.role, owner.role)) throw fail('forbidden')
      const currentId = await readDeviceId(db, actor.sessionId)
      return { devices: (await readDevices(db, owner, now)).map((row) => toDevice(row, currentId)) }
    })
  },

  async 'device.signOutUser'(context, { params, body }) {
    const { actor, asPlatform, now } = context
    const { owner, ended } = await asPlatform('sign out a user', async (db) => {
      const owner = found(await readOwner(db, reachOf(actor), params.id))
      if (!mayGrant(actor.role, owner.role)) throw fail('forbidden')
      const exceptId = await readDeviceId(db, actor.sessionId)
      const by = { deviceIds: body.deviceIds ?? null, exceptId, reason: 'by-administrator' } as const
      return { owner, ended: await endDevices(db, owner, by, now) }
    })
    return tell(context, owner, ended)
  },

  'password.change': changePassword,

  async 'device.register'({ actor, asPlatform, audit, now }, { body }) {
    const place = { tenantId: actor.homeTenantId, userId: actor.userId }
    await asPlatform('own registration', (db) =>
      saveRegistration(db, place, { device: body.imeiNumber, subscription: body.fireBaseId }, now),
    )
    await audit({ action: 'device.register', objectType: 'user', objectId: actor.userId })
    return {}
  },
}

/** The demo's accounts are shared by whoever knows their public password. */
function isShared({ type, role }: DeviceOwner): boolean {
  return type === 'SHARED' || role === 'DEMO_USER'
}

function reachOf(actor: Actor): readonly string[] | null {
  return actor.role === 'SUPER_ADMIN' && !actor.isImpersonating ? null : actor.tenantIds
}

function toDevice({ userAgent, ...row }: DeviceRow, currentId: string): Device {
  return { ...row, ...nameDevice(userAgent), isCurrent: row.id === currentId }
}

async function tell(
  { audit, afterCommit, sessions }: Context,
  owner: DeviceOwner,
  ended: Parameters<typeof sessions.changed>,
) {
  await audit({
    action: 'device.sign-out',
    objectType: 'user',
    objectId: owner.userId,
    details: { name: owner.name, sessions: ended.map(({ sessionId }) => sessionId) },
  })
  afterCommit(() => sessions.changed(...ended))
  return { signedOut: ended.length }
}

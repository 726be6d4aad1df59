/** Whether alarms were seen and heard on a device, as a person on it confirmed. Requirements ALARM-03, PROOF-01. */
import type { AlarmDevice, deviceProofEndpoints } from '@mimamori/contract/identity/device-proof.ts'
import type { Actor } from '#platform/auth/session.ts'
import type { Context, Handlers } from '#platform/context.ts'
import { notePresence } from '#shared/alarm/alarm-device.ts'
import { auditAt } from '#shared/audit-at.ts'
import { countOwners, type OwnedDevice, readOwners, saveProof } from './device.proof.queries.ts'
import { nameDevice } from './device.rules.ts'

export const deviceProofRoutes: Handlers<typeof deviceProofEndpoints> = {
  'deviceProof.present': ({ actor, asPlatform, now }, { body }) =>
    asPlatform('device that is used', async (db) => {
      const { id, ...proof } = await notePresence(db, actor, now, body)
      return proof
    }),

  async 'deviceProof.save'(context, { body }) {
    const { actor, asPlatform, now } = context
    const { steps, isSeen, isHeard, ...present } = body
    return asPlatform('proof of a device', async (db) => {
      const place = placeOf(actor)
      await notePresence(db, actor, now, present)
      const isProven = isSeen && isHeard
      const proof = await saveProof(db, place, now, { device: present.device, steps, isProven })
      await auditAt(db, context, place.tenantId, {
        action: isProven ? 'device.prove' : 'device.skip-proof',
        objectType: 'user',
        objectId: place.userId,
        details: { ...steps, push: present.push },
      })
      return proof
    })
  },

  async 'deviceProof.ofSite'({ actor, asPlatform }) {
    if (!worksOnSites(actor)) return { owners: [], totalCount: 0 }
    return asPlatform('devices of a site', async (db) => {
      const rows = await readOwners(db, actor.tenantIds, actor)
      const owners = rows.map(({ devices, ...owner }) => ({ ...owner, devices: devices.map(toDevice) }))
      return { owners, totalCount: await countOwners(db, actor.tenantIds, actor) }
    })
  },
}

/** The operator reaches people of a site only while connected to it. */
function worksOnSites({ role, isImpersonating }: Actor): boolean {
  return role !== 'SUPER_ADMIN' || isImpersonating
}

function placeOf({ homeTenantId, userId }: Context['actor']) {
  return { tenantId: homeTenantId, userId }
}

function toDevice({ userAgent, ...device }: OwnedDevice): AlarmDevice {
  return { ...device, ...nameDevice(userAgent) }
}

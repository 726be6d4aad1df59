/** A resident as each role reads them. Requirement RESIDENT-02. */
import type { Resident, ResidentDetail } from '@mimamori/contract/care/resident.ts'
import { ADMINS, type Role } from '@mimamori/contract/shared/roles.ts'
import type { Actor } from '#platform/auth/session.ts'
import type { Context } from '#platform/context.ts'
import { fail, found } from '#platform/failure.ts'
import { readsCare, residentReach } from '#shared/resident-reach.ts'
import { type ResidentRow, readConsents, readResident, readStays } from './resident.queries.ts'

export const isAdmin = ({ role }: Actor) => (ADMINS as readonly Role[]).includes(role)

export async function detailOf({ db, actor }: Pick<Context, 'db' | 'actor'>, id: string): Promise<ResidentDetail> {
  const scope = found(residentReach(actor))
  const row = found(await readResident(db, scope, id))
  if (row.removedAt !== null && !isAdmin(actor)) throw fail('not-found')
  const isNameAlone = !readsCare(actor.role)
  return {
    ...toResident(row, actor),
    consents: isNameAlone ? null : await readConsents(db, row),
    stays: isNameAlone ? [] : await readStays(db, scope, row),
    timezone: actor.tenantTimezone,
  }
}

export function toResident({ tenantId: _tenantId, careNote, refused, ...row }: ResidentRow, { role }: Actor): Resident {
  return readsCare(role) ? { ...row, careNote, refused } : { ...row, careNote: null, refused: null }
}

/** A resident as each role reads them. Requirement RESIDENT-02. */

import type { Resident, ResidentDetail } from '@mimamori/contract/care/resident.ts'
import type { Actor } from '#platform/auth/session.ts'
import type { Context } from '#platform/context.ts'
import { fail, found } from '#platform/service-error.ts'
import { hasAccess } from '#shared/access.ts'
import { residentReach } from '#shared/resident-reach.ts'
import { type ResidentRow, readConsents, readResident, readStays } from './resident.queries.ts'

export async function detailOf({ db, actor }: Pick<Context, 'db' | 'actor'>, id: string): Promise<ResidentDetail> {
  const scope = found(residentReach(actor))
  const row = found(await readResident(db, scope, id))
  if (row.removedAt !== null && !hasAccess(actor, 'administrate')) throw fail('not-found')
  const isNameAlone = !hasAccess(actor, 'read care notes')
  return {
    ...toResident(row, actor),
    consents: isNameAlone ? null : await readConsents(db, row),
    stays: isNameAlone ? [] : await readStays(db, scope, row),
    timezone: actor.tenantTimezone,
  }
}

export function toResident({ tenantId: _tenantId, ...row }: ResidentRow, { role }: Actor): Resident {
  return hasAccess({ role }, 'read care notes') ? row : { ...row, careNote: null, refused: null, facts: null }
}

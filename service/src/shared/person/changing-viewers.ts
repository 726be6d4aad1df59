/** Users who may see only blurred video decide for which cameras hubs make blurred clips. Requirement CAM-09. */
import type { Role } from '@mimamori/contract/shared/roles.ts'
import type { Context } from '#platform/context.ts'
import type { Statements } from '#platform/postgres/database.ts'
import { renewDesired } from '../desired.ts'

/**
 * Runs `work`, which changes users of a tenant. If one of their roles may see only blurred video, the hubs are notified
 * of cameras that now need it.
 */
export async function changingViewers<T>(
  { now, afterCommit, bus }: Pick<Context, 'now' | 'afterCommit' | 'bus'>,
  rows: Statements,
  { tenantId, roles }: { tenantId: string; roles: readonly (Role | undefined)[] },
  work: () => Promise<T>,
): Promise<T> {
  if (!roles.includes('RESTRICTED_USER')) return work()
  const { result, renewed } = await renewDesired({ ...rows, tenantId }, 'all', now, work)
  afterCommit(() => {
    for (const { id: cameraId, unitId } of renewed) bus.publish(tenantId, { type: 'camera-changed', cameraId, unitId })
  })
  return result
}

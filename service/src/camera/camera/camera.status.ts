/** Switching cameras on and off, and taking them into and out of service. Requirement CAM-05. */

import type { StatusAction } from '@mimamori/contract/camera/camera-lists.ts'
import type { Context } from '#platform/context.ts'
import { sql } from '#platform/postgres/sql.ts'
import { renewDesired } from '#shared/desired.ts'
import { lockInScope } from './camera.scope.ts'

/**
 * `enable` and `disable` are a person's switch; `activate` and `deactivate` define whether the camera is in service at
 * all.
 */
const FLAGS = {
  enable: { column: sql.ref('is_enabled'), isOn: true },
  disable: { column: sql.ref('is_enabled'), isOn: false },
  activate: { column: sql.ref('is_active'), isOn: true },
  deactivate: { column: sql.ref('is_active'), isOn: false },
} as const

/** All of them or none. Cameras that already have the state stay unchanged. */
export async function updateStatus(context: Context, ids: readonly string[], action: StatusAction): Promise<void> {
  const { db, now, bus } = context
  const held = await lockInScope(context, ids)
  const { column, isOn } = FLAGS[action]
  const cameraIds = held.map(({ id }) => id)
  const { result: changed } = await renewDesired(db, { cameraIds }, now, () =>
    db.rows(sql<{ id: string; unitId: string | null }>`
      update camera set ${column} = ${isOn}, version = version + 1, updated_at = ${now}, last_status_at = ${now},
        -- What was last heard was heard before: the hub will say what it sees now.
        status = 'Offline', status_reason = null
      where tenant_id = ${db.tenantId} and id = any(${cameraIds}::uuid[]) and ${column} <> ${isOn}
      returning id, unit_id as "unitId"`),
  )
  for (const { id } of changed) {
    await context.audit({ action: `camera.${action}`, objectType: 'camera', objectId: id })
  }
  const { tenantId } = db
  context.afterCommit(() => {
    for (const { id, unitId } of changed) bus.publish(tenantId, { type: 'camera-changed', cameraId: id, unitId })
  })
}

/** Taking a camera away with its secrets, settings, images and shadow; or its shadow alone. Requirements CAM-05, CAM-11. */

import type { Context } from '#platform/context.ts'
import { storageName } from '#platform/files/storage.ts'
import { sql } from '#platform/postgres/sql.ts'
import { fail } from '#platform/service-error.ts'
import { lockInScope } from './camera.scope.ts'

/**
 * The row stays for the alerts that refer to it: they remain readable, with their images and clips, until they are
 * deleted. Everything else is deleted: keys, address, settings, apps, tags, shifts, latest frames, the shadow. Its hub
 * is notified at once.
 */
export async function deregisterCamera(context: Context, id: string, version?: number): Promise<void> {
  const { db, now, storage, bus, log } = context
  const held = (await lockInScope(context, [id]))[0]!
  if (version !== undefined && version !== held.version) throw fail('conflict')
  const { unitId } = held
  const { tenantId } = db
  await db.run(sql`delete from camera_app where tenant_id = ${tenantId} and camera_id = ${id}`)
  await db.run(sql`delete from camera_tag where tenant_id = ${tenantId} and camera_id = ${id}`)
  await db.run(sql`delete from camera_shift where tenant_id = ${tenantId} and camera_id = ${id}`)
  const media = await db.rows(sql<{ id: string }>`
    delete from media where tenant_id = ${tenantId} and camera_id = ${id} and alert_id is null returning id`)
  await db.run(sql`
    update camera set deregistered_at = ${now}, updated_at = ${now}, version = version + 1,
      stream_url = '', sub_stream_url = '', username = null, password_sealed = null, ip_address = '', mac_id = '', ssid = '',
      extra_config = '', axis_application = '', home_preset = '', input_kind_id = null, input_name = '', masks = '[]', places = '[]', subscribers = default, escalation_ids = '{}', unit_code = '', res_code = '',
      unit_id = null, agent_id = null, latest_frame_media_id = null, latest_frame_at = null, image = null,
      is_enabled = false, is_active = false, status = 'Offline', status_reason = null, running_status = null,
      reported_version = 0, reported_errors = '[]', reported_settings = null
    where tenant_id = ${tenantId} and id = ${id}`)
  await context.audit({ action: 'camera.deregister', objectType: 'camera', objectId: id })
  context.afterCommit(() => {
    bus.publish(tenantId, { type: 'camera-changed', cameraId: id, unitId })
    for (const frame of media) {
      storage.remove(storageName(tenantId, frame.id)).catch((error: unknown) => {
        log.warn({ err: error, mediaId: frame.id }, 'an image of a deregistered camera could not be removed')
      })
    }
  })
}

/** Deletes the hub's reported settings, and sends it the desired ones again. */
export async function removeShadow(context: Context, id: string): Promise<void> {
  const { db, now, bus } = context
  const { unitId } = (await lockInScope(context, [id]))[0]!
  const { tenantId } = db
  await db.run(sql`
    update camera set reported_version = 0, reported_errors = '[]', reported_settings = null,
      desired_version = desired_version + 1, desired_changed_at = ${now}
    where tenant_id = ${tenantId} and id = ${id}`)
  await context.audit({ action: 'camera.remove-shadow', objectType: 'camera', objectId: id })
  context.afterCommit(() => bus.publish(tenantId, { type: 'camera-changed', cameraId: id, unitId }))
}

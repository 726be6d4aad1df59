/**
 * Changes a camera: merges the patch into the stored fields, checks the result, and notifies its hub if needed. CAM-02,
 * CAM-06.
 */
import { isDeepStrictEqual } from 'node:util'
import { cameraDraft } from '@mimamori/contract/camera/camera-fields.ts'
import { isSameDevice } from '@mimamori/contract/camera/stream/stream-pair.ts'
import type { Context } from '#platform/context.ts'
import { isUniqueViolation, type TenantDb } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'
import { invalid } from '#platform/rejection.ts'
import { fail, found } from '#platform/service-error.ts'
import { renewDesired } from '#shared/desired.ts'
import { lockCameraLicence } from '#shared/licence.ts'
import { type CameraFields, storedColumns, storedValues, toStored } from './camera.columns.ts'
import { readLicence } from './camera.licence.ts'
import { countLosing, isReachedBy, SUBSCRIBER_REQUIRED } from './camera.notified.ts'
import { readFields, type StoredCamera } from './camera.queries.ts'
import { bindAssets, placeErrors, readReferences, referenceErrors } from './camera.references.ts'
import { fitsLicence, passwordPlace, splitAddresses } from './camera.rules.ts'
import { lockInScope } from './camera.scope.ts'

export type CameraPatch = Partial<CameraFields>

/** Throws `conflict` for an outdated edit, `invalid-request` with the invalid fields, `license-limit`. */
export async function editCamera(context: Context, id: string, patch: CameraPatch, version?: number): Promise<void> {
  const { db, now } = context
  await lockInScope(context, [id])
  const stored = found(await readFields(db, id))
  if (version !== undefined && version !== stored.version) throw fail('conflict')
  const wanted = merged(stored, patch)
  requireOwnDevice(stored, wanted)
  const sealed = sealedPassword(context, stored, wanted.password)
  const changed = changedFields(stored, wanted, sealed)
  if (changed.length === 0) return

  const references = await readReferences(db, [wanted], stored.fields.subscribers)
  const errors = { ...placeErrors(db, wanted.unitId), ...referenceErrors(wanted, references) }
  const fields = Object.fromEntries(Object.entries(errors).filter(([field]) => changed.includes(field)))
  if (Object.keys(fields).length > 0) throw fail('invalid-request', fields)
  if (changed.includes('subscribers')) await requireSubscriber(db, stored, wanted)
  await requirePlace(db, stored, wanted)
  const { renewed } = await renewDesired(db, { cameraIds: [id] }, now, () => update(context, stored, wanted, sealed))

  await context.audit({
    action: 'camera.edit',
    objectType: 'camera',
    objectId: id,
    details: { changed, newSettings: renewed.length > 0 },
  })
  const { tenantId } = db
  const unitIds = new Set([stored.fields.unitId, wanted.unitId])
  context.afterCommit(() => {
    for (const unitId of unitIds) context.bus.publish(tenantId, { type: 'camera-changed', cameraId: id, unitId })
    context.wakeSignals.send('escalation')
  })
}

type Wanted = CameraFields & { agentId: string }

/** Merges the patch over the stored fields. The password is undefined if it stays. */
function merged(stored: StoredCamera, patch: CameraPatch): Wanted {
  const { streamUrl = stored.fields.streamUrl, subStreamUrl = stored.fields.subStreamUrl } = patch
  const { addresses: address, errors } = splitAddresses({ streamUrl, subStreamUrl })
  if (errors) throw fail('invalid-request', errors)
  const parsed = cameraDraft.safeParse({
    ...stored.fields,
    agentId: stored.agentId,
    ...patch,
    streamUrl: address.url,
    subStreamUrl: address.subUrl,
    ...(address.username && !patch.username && { username: address.username }),
    // An empty form field must not remove the hidden password; null removes it.
    password: patch.password === undefined || patch.password === '' ? (address.password ?? undefined) : patch.password,
  })
  if (!parsed.success) throw invalid(parsed.error.issues)
  return { ...parsed.data, agentId: parsed.data.agentId ?? stored.agentId }
}

/**
 * A hidden password is sent only to the device that it was saved for: otherwise it could be read out at another host.
 */
function requireOwnDevice({ passwordSealed, fields }: StoredCamera, { password, streamUrl }: Wanted): void {
  if (passwordSealed === null || password !== undefined || isSameDevice(fields.streamUrl, streamUrl)) return
  throw fail('invalid-request', { streamUrl: 'camera.password-again' })
}

/** Typing the same password again leaves the sealed text unchanged, so that no event is published. */
function sealedPassword({ db, secrets }: Context, stored: StoredCamera, password: string | null | undefined) {
  if (password === undefined) return stored.passwordSealed
  if (password === null) return null
  const place = passwordPlace(db.tenantId, stored.id)
  const isSame = stored.passwordSealed !== null && opened(stored.passwordSealed) === password
  return isSame ? stored.passwordSealed : secrets.seal(password, place)

  function opened(sealed: string): string | null {
    try {
      return secrets.open(sealed, place)
    } catch {
      // The master key was exchanged: the typed password replaces the unreadable one.
      return null
    }
  }
}

/** Names of the changed fields, never their values. */
function changedFields(stored: StoredCamera, wanted: Wanted, sealed: string | null): string[] {
  const before: Record<string, unknown> = { ...stored.fields, agentId: stored.agentId }
  const after: Record<string, unknown> = wanted
  const changed = Object.keys(before).filter(
    (field) => !isDeepStrictEqual(inOrder(before[field]), inOrder(after[field])),
  )
  return sealed === stored.passwordSealed ? changed : [...changed, 'password']
}

/** Tags and shifts have no order. */
function inOrder(value: unknown): unknown {
  return Array.isArray(value) && value.every((each) => typeof each === 'string') ? [...value].sort() : value
}

/** The last subscriber must stay while a detection of the camera relies on it. CAM-04. */
async function requireSubscriber(db: TenantDb, stored: StoredCamera, wanted: Wanted): Promise<void> {
  if (isDeepStrictEqual(wanted.subscribers, stored.fields.subscribers)) return
  if (await isReachedBy(db, stored.id, wanted.subscribers)) return
  if (!(await isReachedBy(db, stored.id, stored.fields.subscribers))) return
  if ((await countLosing(db, stored.id)) > 0)
    throw fail('invalid-request', { 'subscribers.userIds': SUBSCRIBER_REQUIRED })
}

/** A room that becomes a public place, or the reverse, needs a licensed place of its new kind. */
async function requirePlace(db: TenantDb, stored: StoredCamera, wanted: Wanted): Promise<void> {
  const isRoom = wanted.locationType === 'ROOM'
  if (isRoom === (stored.fields.locationType === 'ROOM')) return
  await lockCameraLicence(db, db.tenantId)
  const { used, limit } = await readLicence(db)
  if (!fitsLicence(isRoom, used, limit)) throw fail('license-limit')
}

type Privacy = Pick<Wanted, 'isPrivacyOn' | 'privacyLevel' | 'masks'>
const hasPrivacyOf = (wanted: Privacy, { isPrivacyOn, privacyLevel, masks }: Privacy): boolean =>
  isDeepStrictEqual([wanted.isPrivacyOn, wanted.privacyLevel, wanted.masks], [isPrivacyOn, privacyLevel, masks])

async function update({ db, now }: Context, stored: StoredCamera, wanted: Wanted, sealed: string | null) {
  const { id } = stored
  try {
    await db.run(sql`update camera set (${storedColumns}) = (${storedValues(toStored(wanted))}),
      password_sealed = ${sealed}, agent_id = ${wanted.agentId}, version = version + 1, updated_at = ${now}
      where tenant_id = ${db.tenantId} and id = ${id}`)
  } catch (error) {
    if (isUniqueViolation(error, 'camera_name')) throw fail('invalid-request', { name: 'camera.name-taken' })
    throw error
  }
  if ((wanted.isPrivacyOn || wanted.masks.length > 0) && !hasPrivacyOf(wanted, stored.fields)) {
    // Frames from before the privacy setting are no longer shown; the next sweep deletes the file.
    await db.run(sql`update camera set latest_frame_media_id = null, latest_frame_at = null
      where tenant_id = ${db.tenantId} and id = ${id}`)
  }
  if (wanted.agentId !== stored.agentId) {
    await db.run(sql`
      insert into camera_former_hub (tenant_id, camera_id, agent_id, left_at)
      values (${db.tenantId}, ${id}, ${stored.agentId}, ${now})
      on conflict (tenant_id, camera_id, agent_id) do update set left_at = excluded.left_at`)
    // The new hub has not reported on this camera yet.
    await db.run(sql`update camera set reported_version = 0, reported_settings = null, reported_errors = '[]',
      running_status = null, status = 'Offline', status_reason = null, last_status_at = ${now}
      where tenant_id = ${db.tenantId} and id = ${id}`)
  }
  await bindAssets(db, id, wanted)
}

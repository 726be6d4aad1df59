/** Registers many cameras at once: reports the errors of all rows together, and one error rejects all rows. CAM-07. */
import type { registeredRow } from '@mimamori/contract/camera/camera.ts'
import { cameraDraft, cameraFields } from '@mimamori/contract/camera/camera-fields.ts'
import { NO_SUBSCRIBERS } from '@mimamori/contract/camera/subscriber.ts'
import type { z } from 'zod'
import type { Context } from '#platform/context.ts'
import type { TenantDb } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'
import { invalid } from '#platform/rejection.ts'
import { fail } from '#platform/service-error.ts'
import { lockCameraLicence } from '#shared/licence.ts'
import { type ResidentScope, residentScope } from '#shared/resident-scope.ts'
import { readLicence } from './camera.licence.ts'
import { placeErrors, readReferences, referenceErrors } from './camera.references.ts'
import { type Draft, type FoundAgent, insertCamera, readAgents } from './camera.registration.ts'
import { fitsLicence, type StreamAddresses, splitAddresses } from './camera.rules.ts'

type Errors = Record<string, string>
/** The fields that are checked against the site, even if other fields of the row are invalid. */
type Named = Pick<
  Draft,
  'unitId' | 'tagIds' | 'shiftIds' | 'subscribers' | 'escalationIds' | 'inputKindId' | 'agentId' | 'locationType'
>
/** `draft` is null when a field is invalid on its own. */
type Row = {
  name: string
  draft: Draft | null
  named: Named
  address: StreamAddresses | null
  agent: FoundAgent | null
  errors: Errors
}
export type Registered = { isRegistered: boolean; rows: z.output<typeof registeredRow>[] }

/** Checks all rows against each other, the site and its license; then stores all of them, or none. */
export async function registerCameras(
  context: Context,
  cameras: readonly Record<string, unknown>[],
  isDryRun: boolean,
): Promise<Registered> {
  const { db, actor } = context
  const scope = residentScope(actor)
  if (!scope) throw fail('site-needed')
  const rows = cameras.map(toRow)
  const tenantId = await giveHubs(db, scope, rows)
  await db.writeTo(tenantId)
  await lockCameraLicence(db, tenantId)
  await checkReferences(db, rows)
  await checkNames(db, rows)
  await checkLicence(db, rows)

  const isGood = rows.every(({ errors }) => Object.keys(errors).length === 0)
  if (isGood && !isDryRun) {
    for (const { draft, agent, address } of rows) await insertCamera(context, draft!, agent!.id, address!)
  }
  return {
    isRegistered: isGood && !isDryRun,
    rows: rows.map(({ name, errors }, index) => ({ row: index + 1, name, fields: errors })),
  }
}

/** Checks each field on its own. */
function toRow(camera: Record<string, unknown>): Row {
  const parsed = cameraDraft.safeParse(camera)
  if (!parsed.success) {
    const name = typeof camera.name === 'string' ? camera.name.trim().slice(0, 80) : ''
    const errors = invalid(parsed.error.issues).fields ?? {}
    return { name, draft: null, named: readNamed(camera), address: null, agent: null, errors }
  }
  const { addresses, errors } = splitAddresses(parsed.data)
  return {
    name: parsed.data.name,
    draft: parsed.data,
    named: parsed.data,
    address: addresses,
    agent: null,
    errors: errors ?? {},
  }
}

/** Reads the named fields; an unreadable one counts as omitted. */
function readNamed(camera: Record<string, unknown>): Named {
  const { unitId, tagIds, shiftIds, subscribers, escalationIds, inputKindId, agentId, locationType } =
    cameraFields.shape
  return {
    unitId: unitId.catch(null).parse(camera.unitId),
    tagIds: tagIds.catch([]).parse(camera.tagIds),
    shiftIds: shiftIds.catch([]).parse(camera.shiftIds),
    subscribers: subscribers.catch(NO_SUBSCRIBERS).parse(camera.subscribers),
    escalationIds: escalationIds.catch([]).parse(camera.escalationIds),
    inputKindId: inputKindId.catch(null).parse(camera.inputKindId),
    agentId: agentId.catch(undefined).parse(camera.agentId),
    locationType: locationType.catch('ROOM').parse(camera.locationType),
  }
}

/** Finds each row's hub and returns the common site: that of the first row whose hub is known. */
async function giveHubs(db: TenantDb, scope: ResidentScope, rows: readonly Row[]): Promise<string> {
  const named = new Set(rows.flatMap((row) => row.named.agentId ?? []))
  const byId = new Map((await readAgents(db, scope, [...named])).map((agent) => [agent.id, agent]))
  const own = await readAgents(db, scope, null)
  for (const row of rows) {
    const { agentId } = row.named
    if (agentId !== undefined) row.agent = byId.get(agentId.toLowerCase()) ?? null
    else if (own.length === 1) row.agent = own[0]!
    if (row.agent) continue
    if (row.errors.agentId) continue
    if (agentId !== undefined) row.errors.agentId = 'camera.agent-unknown'
    else row.errors.agentId = own.length === 0 ? 'camera.agent-missing' : 'camera.agent-required'
  }
  const tenantId = rows.find(({ agent }) => agent)?.agent?.tenantId ?? db.tenantId
  for (const { agent, errors } of rows) {
    if (agent && agent.tenantId !== tenantId) errors.agentId = 'camera.agent-other-site'
  }
  return tenantId
}

async function checkReferences(db: TenantDb, rows: readonly Row[]): Promise<void> {
  // The hubs have already been found.
  const found = await readReferences(
    db,
    rows.map(({ named }) => ({ ...named, agentId: undefined })),
  )
  for (const { named, errors } of rows) {
    Object.assign(errors, placeErrors(db, named.unitId), referenceErrors({ ...named, agentId: undefined }, found))
  }
}

/** Names must differ within the file and from those of the site, ignoring case. */
async function checkNames(db: TenantDb, rows: readonly Row[]): Promise<void> {
  const names = rows.map(({ name }) => name)
  const found = await db.rows(sql<{ key: string; isTaken: boolean }>`
    select plain(n.name) as key, exists (select from camera c
      where c.tenant_id = ${db.tenantId} and c.sort_name = plain(n.name) and c.deregistered_at is null) as "isTaken"
    from unnest(${names}::text[]) with ordinality as n (name, number) order by n.number`)
  const before = new Set<string>()
  for (const [index, { name, errors }] of rows.entries()) {
    const { key, isTaken } = found[index]!
    if (name === '' || errors.name) continue
    if (isTaken) errors.name = 'camera.name-taken'
    else if (before.has(key)) errors.name = 'camera.name-repeated'
    before.add(key)
  }
}

/** Adds errors to the rows that exceed the license. */
async function checkLicence(db: TenantDb, rows: readonly Row[]): Promise<void> {
  const { used, limit } = await readLicence(db)
  for (const { named, errors } of rows) {
    const isRoom = named.locationType === 'ROOM'
    if (!fitsLicence(isRoom, used, limit)) errors.locationType = 'camera.licence-full'
    else if (isRoom) used.rooms++
    else used.publicPlaces++
  }
}

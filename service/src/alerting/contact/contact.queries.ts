/** Statements about nurse-call contacts: their settings, the state that each should have, and what became of requests. */
import type { Contact, ContactDraft } from '@mimamori/contract/alerting/contact.ts'
import type { ContactState } from '@mimamori/contract/camera/contact-lists.ts'
import type { PlatformDb, TenantDb } from '#platform/postgres/database.ts'
import { type Sql, sql } from '#platform/postgres/sql.ts'
import { type ContactDeviceRow, contactDevice, contactTakes, contactWatches } from '#shared/contact/contact-device.ts'
import type { Edit } from '#shared/editor.ts'
import type { Outcome } from './contact.rules.ts'

/** An alarm of its scope, severe enough, waits for somebody. Index: alert_return. */
const RINGS = sql`exists (
  select from alert a left join camera c on c.tenant_id = a.tenant_id and c.id = a.camera_id
  where a.tenant_id = k.tenant_id and a.alarm_state = 'open' and a.deleted_at is null
    and ${contactTakes(sql`a.severity`)}
    and case when c.id is not null then ${contactWatches}
      else k.room_camera_id is null and (k.unit_id is null or a.unit_id = k.unit_id) end)`

/** The one rule: what the contact `k` should be. */
const wanted = (now: Date): Sql<ContactState> =>
  sql`case when k.is_enabled and (coalesce(k.try_ends_at > ${now}, false) or ${RINGS}) then 'closed' else 'open' end`

const SETTINGS = sql`k.id, k.name, k.is_enabled as "isEnabled", k.kind, k.unit_id as "unitId",
  k.room_camera_id as "roomCameraId", k.minimum_severity as "minimumSeverity", k.agent_id as "agentId", k.method,
  k.close_url as "closeUrl", k.open_url as "openUrl", k.state_url as "stateUrl", k.closed_text as "closedText",
  k.open_text as "openText", k.camera_id as "cameraId", k.output, k.version`

function readContacts(db: TenantDb, which: Sql, now: Date): Promise<Contact[]> {
  return db.rows(sql<Contact>`
    select ${SETTINGS}, k.header_name as "headerName", u.name as "unitName", r.location as "roomName",
      d.name as "cameraName", g.name as "hubName", ${wanted(now)} as wanted, k.state, k.is_reported as "isReported",
      k.problem, k.failing_since as "failingSince", k.checked_at as "checkedAt",
      case when k.try_ends_at > ${now} then k.try_ends_at end as "tryEndsAt"
    from contact k
      left join unit u on u.tenant_id = k.tenant_id and u.id = k.unit_id
      left join camera r on r.tenant_id = k.tenant_id and r.id = k.room_camera_id
      left join camera d on d.tenant_id = k.tenant_id and d.id = k.camera_id
      left join agent g on g.tenant_id = k.tenant_id and g.id = coalesce(d.agent_id, k.agent_id)
    where k.tenant_id = ${db.tenantId} and ${which} order by k.name, k.id`)
}

export const listContacts = (db: TenantDb, now: Date) => readContacts(db, sql`true`, now)

export async function findContact(db: TenantDb, id: string, now: Date): Promise<Contact | undefined> {
  return (await readContacts(db, sql`k.id = ${id}`, now))[0]
}

/** What a change or a removal asks of a stored one. Locks it. */
export function lockContact(db: TenantDb, id: string) {
  return db.first(
    sql<Omit<ContactDraft, 'header'> & { version: number; aimed: ContactState | null }>`
      select ${SETTINGS}, k.aimed from contact k where k.tenant_id = ${db.tenantId} and k.id = ${id} for update of k`,
  )
}

/** The places of the draft that are not of this site. */
export async function missingPlaces(
  db: TenantDb,
  of: ContactDraft,
): Promise<('unitId' | 'roomCameraId' | 'cameraId' | 'agentId')[]> {
  const camera = (id: string | null) =>
    sql`${id}::uuid is null or exists (select from camera where tenant_id = ${db.tenantId} and id = ${id} and deregistered_at is null)`
  const row = await db.first(sql<Record<'unitId' | 'roomCameraId' | 'cameraId' | 'agentId', boolean>>`
    select ${of.unitId}::uuid is null
        or exists (select from unit where tenant_id = ${db.tenantId} and id = ${of.unitId}) as "unitId",
      ${camera(of.roomCameraId)} as "roomCameraId", ${camera(of.cameraId)} as "cameraId",
      ${of.agentId}::uuid is null
        or exists (select from agent where tenant_id = ${db.tenantId} and id = ${of.agentId}) as "agentId"`)
  return (['unitId', 'roomCameraId', 'cameraId', 'agentId'] as const).filter((field) => !row![field])
}

export async function countContacts(db: TenantDb): Promise<number> {
  const row = await db.first(sql<{ count: number }>`
    select count(*)::integer as count from contact where tenant_id = ${db.tenantId}`)
  return row!.count
}

export type SealedHeader = { name: string; sealed: string }

/** The id is given: the header is sealed for it. */
export async function insertContact(
  db: TenantDb,
  id: string,
  of: ContactDraft,
  header: SealedHeader | null,
  { now, by }: Edit,
) {
  await db.run(sql`
    insert into contact (tenant_id, id, name, is_enabled, kind, unit_id, room_camera_id, minimum_severity, agent_id, method,
      close_url, open_url, state_url, closed_text, open_text, camera_id, output, header_name, header_sealed, next_at,
      edited_by_name, updated_at)
    values (${db.tenantId}, ${id}, ${of.name}, ${of.isEnabled}, ${of.kind}, ${of.unitId}, ${of.roomCameraId},
      ${of.minimumSeverity}, ${of.agentId}, ${of.method}, ${of.closeUrl}, ${of.openUrl}, ${of.stateUrl}, ${of.closedText},
      ${of.openText}, ${of.cameraId}, ${of.output}, ${header?.name ?? null}, ${header?.sealed ?? null}, ${now}, ${by}, ${now})`)
}

type Change = {
  id: string
  draft: ContactDraft
  /** Undefined: it stays; null: it goes. */
  header: SealedHeader | null | undefined
  /** Another device: nothing is known of it. */
  isNewDevice: boolean
}

export async function updateContact(db: TenantDb, { id, draft: of, header, isNewDevice }: Change, { now, by }: Edit) {
  const stays = header === undefined
  await db.run(sql`
    update contact set name = ${of.name}, is_enabled = ${of.isEnabled}, kind = ${of.kind}, unit_id = ${of.unitId},
      room_camera_id = ${of.roomCameraId}, minimum_severity = ${of.minimumSeverity}, agent_id = ${of.agentId},
      method = ${of.method}, close_url = ${of.closeUrl}, open_url = ${of.openUrl}, state_url = ${of.stateUrl},
      closed_text = ${of.closedText}, open_text = ${of.openText}, camera_id = ${of.cameraId}, output = ${of.output},
      header_name = case when ${stays} then header_name else ${header?.name ?? null} end,
      header_sealed = case when ${stays} then header_sealed else ${header?.sealed ?? null} end,
      aimed = case when ${isNewDevice} then null else aimed end, state = case when ${isNewDevice} then null else state end,
      checked_at = case when ${isNewDevice} then null else checked_at end, problem = null, failing_since = null,
      is_mailed = false, attempt = attempt + 1, next_at = ${now}, edited_by_name = ${by}, updated_at = ${now},
      version = version + 1
    where tenant_id = ${db.tenantId} and id = ${id}`)
}

export async function tryContact(db: TenantDb, id: string, endsAt: Date): Promise<void> {
  await db.run(sql`update contact set try_ends_at = ${endsAt} where tenant_id = ${db.tenantId} and id = ${id}`)
}

export async function deleteContact(db: TenantDb, id: string): Promise<void> {
  await db.run(sql`delete from contact where tenant_id = ${db.tenantId} and id = ${id}`)
}

/** A request to make: what its contact should be, and the device. */
export type Due = ContactDeviceRow & {
  name: string
  siteName: string
  hubId: string | null
  want: ContactState
  /** It was in this state already. */
  isCheck: boolean
  attempt: number
  failingSince: string | null
  isMailed: boolean
}

/**
 * When the contact `k` is due. A hub that was silent may have closed it by itself: it is checked once the hub's alerts had
 * time to arrive.
 */
const BACK_SECONDS = 10
const DUE_AT = sql`least(k.next_at, (
  select g.heard_since + ${BACK_SECONDS} * interval '1 second'
  from agent g left join camera d on d.tenant_id = k.tenant_id and d.id = k.camera_id
  where g.tenant_id = k.tenant_id and g.id = coalesce(d.agent_id, k.agent_id) and g.heard_since > k.checked_at))`

/**
 * Claims contacts that should be something else than was requested last, and those whose next request is due; closing
 * goes first. A contact that is switched off is opened once. They are claimed again after `leasedUntil`.
 */
export function claimContacts(
  db: PlatformDb,
  { now, leasedUntil, most }: { now: Date; leasedUntil: Date; most: number },
) {
  return db.rows(sql<Due>`
    with due as (
      select k.tenant_id, k.id, w.want, coalesce(k.aimed = w.want and k.problem is null, false) as is_check
      from contact k cross join lateral (select ${wanted(now)} as want) w
      where (k.is_enabled or k.aimed = 'closed' or k.aimed = 'open' and k.state is distinct from 'open')
        and (w.want is distinct from k.aimed or ${DUE_AT} <= ${now})
      order by w.want, k.next_at limit ${most} for no key update of k skip locked
    ), claimed as (
      update contact k set aimed = d.want, attempt = k.attempt + 1, checked_at = ${now}, next_at = ${leasedUntil}
      from due d where k.tenant_id = d.tenant_id and k.id = d.id
      returning k.*, d.is_check
    )
    select ${contactDevice}, k.name, t.name as "siteName", coalesce(d.agent_id, k.agent_id) as "hubId", k.aimed as want,
      k.is_check as "isCheck", k.attempt, k.failing_since as "failingSince", k.is_mailed as "isMailed"
    from claimed k join tenant t on t.id = k.tenant_id
      left join camera d on d.tenant_id = k.tenant_id and d.id = k.camera_id`)
}

/** When the first contact is due without a change of its alarms; null: none is. */
export async function nextContactAt(db: PlatformDb): Promise<Date | null> {
  const row = await db.first(sql<{ at: string | null }>`
    select min(${DUE_AT}) as at from contact k where k.is_enabled or k.aimed = 'open' and k.state is distinct from 'open'`)
  return row?.at ? new Date(row.at) : null
}

type Recorded = { now: Date; nextAt: Date; isMailed: boolean }

/** Returns false if another request or a change followed, whose outcome counts. */
export async function recordOutcome(db: PlatformDb, of: Due, outcome: Outcome, { now, nextAt, isMailed }: Recorded) {
  const changed = await db.run(sql`
    update contact set state = coalesce(${outcome.state}::text, state), is_reported = ${outcome.isReported},
      problem = ${outcome.problem}, failing_since = case when ${outcome.problem}::text is not null
        then coalesce(failing_since, ${now}) end,
      is_mailed = ${isMailed}, checked_at = ${now}, next_at = ${nextAt}
    where tenant_id = ${of.tenantId} and id = ${of.id} and attempt = ${of.attempt}`)
  return changed === 1
}

/** The same is being requested: again soon. */
export async function postpone(db: PlatformDb, of: Due, nextAt: Date): Promise<void> {
  await db.run(sql`
    update contact set next_at = ${nextAt} where tenant_id = ${of.tenantId} and id = ${of.id} and attempt = ${of.attempt}`)
}

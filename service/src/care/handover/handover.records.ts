/** Notes that are saved while a shift is prepared, and records of handovers. Requirement HANDOVER-01. */
import type { HandoverNote, HandoverRecord, HandoverSheet } from '@mimamori/contract/care/handover.ts'
import { sought } from '@mimamori/contract/shared/plain.ts'
import type { TenantDb } from '#platform/postgres/database.ts'
import { type Sql, sql } from '#platform/postgres/sql.ts'
import type { Answerer } from '#shared/answerer.ts'
import { inTenants, type ResidentScope } from '#shared/resident-scope.ts'
import type { Place } from './handover.place.ts'

type Draft = { cameraId: string | null; text: string; version: number }

/** Returns undefined if somebody else has saved since `version`. Index: handover_note_of. */
export function saveNote(
  db: TenantDb,
  { shift, unit }: Place,
  { cameraId, text, version }: Draft,
  by: Answerer,
  now: Date,
): Promise<HandoverNote | undefined> {
  const unitId = cameraId === null ? (unit?.unitId ?? null) : null
  const saved = sql`returning text, version, user_name as "userName", updated_at as at`
  if (version === 0) {
    return db.first(sql<HandoverNote>`
      insert into handover_note (tenant_id, shift_key, day, unit_id, camera_id, text, user_id, user_name, updated_at)
      values (${db.tenantId}, ${shift.key}, ${shift.day}, ${unitId}, ${cameraId}, ${text}, ${by.userId},
        ${by.userName}, ${now})
      on conflict do nothing ${saved}`)
  }
  return db.first(sql<HandoverNote>`
    update handover_note set text = ${text}, version = version + 1, user_id = ${by.userId}, user_name = ${by.userName},
      updated_at = ${now}
    where tenant_id = ${db.tenantId} and day = ${shift.day}::date and shift_key = ${shift.key}
      and unit_id is not distinct from ${unitId}::uuid and camera_id is not distinct from ${cameraId}::uuid
      and version = ${version}
    ${saved}`)
}

type Named = { id: string; giverName: string; receiverName: string; handedAt: string }
const named = sql`h.id, h.giver_name as "giverName", h.receiver_name as "receiverName", h.handed_at as "handedAt"`

export type Given = { giver: Answerer; receiver: Answerer; requestId: string; sheet: HandoverSheet }

/** Repeating the same press returns the existing record. Index: handover_request. */
export async function insertHandover(
  db: TenantDb,
  { giver, receiver, requestId, sheet }: Given,
  now: Date,
): Promise<{ record: Named; isNew: boolean }> {
  const { shift, unitId } = sheet
  const record = await db.first(sql<Named>`
    insert into handover as h (tenant_id, shift_key, day, unit_id, starts_at, ends_at, giver_id, giver_name, receiver_id,
      receiver_name, request_id, handed_at, sheet, search_text)
    values (${db.tenantId}, ${shift.key}, ${shift.day}, ${unitId}, ${shift.startsAt}, ${shift.endsAt}, ${giver.userId},
      ${giver.userName}, ${receiver.userId}, ${receiver.userName}, ${requestId}, ${now},
      ${JSON.stringify(sheet)}::jsonb, ${searchTextOf(sheet, [giver.userName, receiver.userName])})
    on conflict do nothing returning ${named}`)
  if (record) return { record, isNew: true }
  const before = await db.first(sql<Named>`
    select ${named} from handover h where h.tenant_id = ${db.tenantId} and h.request_id = ${requestId}`)
  return { record: before!, isNew: false }
}

function searchTextOf({ shift, unitName, note, rooms, alarms, notes }: HandoverSheet, names: string[]): string {
  const written = [note.text, ...rooms.map((room) => room.note.text), ...notes.map(({ text }) => text)]
  const places = [...rooms, ...alarms].map(({ location }) => location)
  return [...new Set([shift.name, unitName, ...names, ...written, ...places].filter((text) => text !== null))]
    .map(sought)
    .join('\n')
}

/** A record of the whole site is visible only to users who reach all of it. */
const isReached = (scope: ResidentScope): Sql =>
  scope.unitIds === null
    ? inTenants(sql`h.tenant_id`, scope)
    : sql`${inTenants(sql`h.tenant_id`, scope)} and h.unit_id = any(${scope.unitIds}::uuid[])`

export function readHanded(db: TenantDb, { shift, unit }: Place): Promise<Named[]> {
  return db.rows(sql<Named>`
    select ${named} from handover h
    where h.tenant_id = ${db.tenantId} and h.day = ${shift.day}::date and h.shift_key = ${shift.key}
      and h.unit_id is not distinct from ${unit?.unitId ?? null}::uuid
    order by h.handed_at desc limit 20`)
}

export function readRecord(
  db: TenantDb,
  scope: ResidentScope,
  id: string,
): Promise<(Named & { tenantId: string; sheet: HandoverSheet }) | undefined> {
  return db.first(sql<Named & { tenantId: string; sheet: HandoverSheet }>`
    select ${named}, h.tenant_id as "tenantId", h.sheet from handover h where ${isReached(scope)} and h.id = ${id}`)
}

export type HandoverSearch = {
  text?: string | undefined
  from?: string | undefined
  to?: string | undefined
}

function isAsked(scope: ResidentScope, { text, from, to }: HandoverSearch): Sql {
  const words = (text ?? '').split(/\s+/).map(sought).filter(Boolean).slice(0, 10)
  const parts = [isReached(scope), ...words.map((word) => sql`strpos(h.search_text, ${word}) > 0`)]
  if (from) parts.push(sql`h.handed_at >= ${from}`)
  if (to) parts.push(sql`h.handed_at < ${to}`)
  return sql.join(parts, ' and ')
}

/** Index: handover_by_time. */
export function searchHandovers(
  db: TenantDb,
  scope: ResidentScope,
  asked: HandoverSearch,
  page: { limit: number; offset: number },
): Promise<HandoverRecord[]> {
  return db.rows(sql<HandoverRecord>`
    select ${named}, h.shift_key as "shiftKey", h.sheet->'shift'->>'name' as "shiftName", h.sheet->>'unitName' as "unitName",
      h.starts_at as "startsAt", h.ends_at as "endsAt", (h.sheet->>'alarmCount')::integer as "alarmCount",
      jsonb_array_length(h.sheet->'open') as "openCount", h.sheet->'note'->>'text' as note
    from handover h where ${isAsked(scope, asked)}
    order by h.handed_at desc, h.id desc limit ${page.limit} offset ${page.offset}`)
}

export async function countHandovers(db: TenantDb, scope: ResidentScope, asked: HandoverSearch): Promise<number> {
  const row = await db.first(sql<{ count: number }>`
    select count(*)::integer as count from handover h where ${isAsked(scope, asked)}`)
  return row!.count
}

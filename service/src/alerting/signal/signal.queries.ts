/** Statements about signals: where and what they are, and the alerts that they raise. */
import type { signalEndpoints } from '@mimamori/contract/alerting/signal.ts'
import type { ResultOf } from '@mimamori/contract/shared/endpoint.ts'
import type { Kind } from '@mimamori/contract/site/asset.ts'
import type { PlatformDb } from '#platform/postgres/database.ts'
import { type Sql, sql } from '#platform/postgres/sql.ts'
import { clipUnasked } from '#shared/alarm/alarm-row.ts'
import { cameraRoom } from '#shared/alarm/room-call.ts'
import { type ClipUnasked, insertSignalRows } from '#shared/alarm/signal-row.ts'
import { inTenants, inUnits, type ResidentScope } from '#shared/resident-scope.ts'

/** A camera of the room, with its site's kind. */
export type SignalPlace = {
  tenantId: string
  room: string
  cameraId: string
  cameraName: string
  location: string
  unitId: string | null
  unitName: string | null
  hubId: string | null
  /** It is switched on, connected and watched by a connected hub. */
  isOnline: boolean
  /** Null: the site has no kind of this name. */
  kind: Pick<Kind, 'id' | 'name' | 'severity'> | null
}

/**
 * The cameras of the scope whose room or id is `room`, or whose name or code is, as the kind of their site says; connected
 * ones first. Without the kind, names are compared.
 */
export function readPlaces(
  db: PlatformDb,
  scope: ResidentScope,
  { kind, room }: { kind: string; room: string },
  heardAfter: Date,
): Promise<SignalPlace[]> {
  return db.rows(sql<SignalPlace>`
    select c.tenant_id as "tenantId", ${cameraRoom} as room, c.id as "cameraId", c.name as "cameraName", c.location,
      c.unit_id as "unitId", u.name as "unitName", c.agent_id as "hubId",
      c.shown_status = 'Online' and coalesce(g.revoked_at is null and g.last_active_at >= ${heardAfter}, false) as "isOnline",
      case when k.id is not null then jsonb_build_object('id', k.id, 'name', k.name, 'severity', k.severity) end as kind
    from camera c join tenant t on t.id = c.tenant_id and t.disabled_at is null
      left join agent g on g.tenant_id = c.tenant_id and g.id = c.agent_id
      left join unit u on u.tenant_id = c.tenant_id and u.id = c.unit_id
      left join kind k on k.tenant_id = c.tenant_id and (plain(k.name) = plain(${kind}) or k.id::text = lower(${kind}))
    where ${inTenants(sql`c.tenant_id`, scope)} and ${inUnits(sql`c.unit_id`, scope)} and c.deregistered_at is null
      and (c.id::text = lower(${room}) or ${cameraRoom} = ${room}
        or plain(case k.room_field when 'code' then c.res_code else c.location end) = plain(${room}))
    order by 8 desc, c.sort_name, c.id`)
}

/** The name of a service account. */
export async function readSender(db: PlatformDb, accountId: string): Promise<string> {
  const row = await db.first(sql<{ name: string }>`select name from service_account where id = ${accountId}`)
  return row!.name
}

/** A stored signal, as its sender gets it. */
export type StoredSignal = Omit<ResultOf<(typeof signalEndpoints)['signal.raise']>, 'isKnown' | 'clip'> & {
  clipUnasked: ClipUnasked | null
}

/** The signals among alerts `a` with their rows `s`; at most one. */
function readSignal(db: PlatformDb, which: Sql): Promise<StoredSignal | undefined> {
  return db.first(sql<StoredSignal>`
    select a.id as "alertId", a.kind_name as "kindName", a.severity, a.camera_id as "cameraId", c.location,
      u.name as "unitName", a.occurred_at as "occurredAt", a.alarm_state is not null as "isAlarm",
      ${clipUnasked} as "clipUnasked"
    from alert_signal s join alert a on a.tenant_id = s.tenant_id and a.id = s.alert_id
      join camera c on c.tenant_id = a.tenant_id and c.id = a.camera_id
      left join unit u on u.tenant_id = a.tenant_id and u.id = a.unit_id
    where ${which} order by s.created_at desc limit 1`)
}

/**
 * The alert that the sender raised with its id since then. Locks the sender until the transaction ends, so that the same id,
 * sent twice at once, raises one. Index: alert_signal_by_external.
 */
export async function findKnown(db: PlatformDb, accountId: string, externalId: string, since: Date) {
  await db.run(sql`select from service_account where id = ${accountId} for no key update`)
  return readSignal(db, sql`s.account_id = ${accountId} and s.external_id = ${externalId} and s.created_at > ${since}`)
}

type NewSignal = {
  accountId: string
  accountName: string
  externalId: string | null
  note: string
  occurredAt: Date
  /** Null: the clip is requested. */
  clipUnasked: ClipUnasked | null
}

/** Stores the alert of a service account. */
export async function insertSignal(
  db: PlatformDb,
  { tenantId, cameraId, unitId, kind }: SignalPlace & { kind: NonNullable<SignalPlace['kind']> },
  { accountName, ...sent }: NewSignal,
  now: Date,
): Promise<StoredSignal> {
  const draft = { tenantId, alertId: null, cameraId, unitId, kind, senderName: accountName, ...sent }
  const row = await insertSignalRows(db, draft, now)
  return (await readSignal(db, sql`s.tenant_id = ${tenantId} and s.alert_id = ${row!.id}`))!
}

/** Statements about the provider that rings phones: its settings, addresses, and messages on it. REACH-01. */
import type { DeliveryReason } from '@mimamori/contract/alerting/notification.ts'
import type { Ringer, RingerForm } from '@mimamori/contract/alerting/ringer.ts'
import { RING_CLAIM_MS, RINGS_AN_HOUR, type RingerPreset } from '@mimamori/contract/alerting/ringer-presets.ts'
import { HOUR_MS } from '@mimamori/contract/shared/duration.ts'
import type { PlatformDb } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'

/** How often the receipt of a message is read. */
const POLL_MS = 15_000
const CHECK_MS = HOUR_MS

type Stored = Omit<Ringer, 'people' | 'lastHour'> & { token: string | null }

export function readRinger(db: PlatformDb, tenantId: string): Promise<Stored | undefined> {
  return db.first(sql<Stored>`
    select tenant_id as "tenantId", is_enabled as "isEnabled", preset, url, hourly_most as "hourlyMost", token,
      token_last_four as "tokenLastFour", checked_at as "checkedAt", check_error as "checkError", version
    from ringer where tenant_id = ${tenantId}`)
}

export const NEVER_SAVED: Omit<Stored, 'tenantId'> = {
  ...{ isEnabled: false, preset: 'ntfy', url: '', hourlyMost: RINGS_AN_HOUR.usual, token: null, tokenLastFour: null },
  ...{ checkedAt: null, checkError: null, version: 0 },
}

/** People with an address at this provider, and messages of the last hour. */
export async function countUse(db: PlatformDb, { tenantId, preset }: Pick<Stored, 'tenantId' | 'preset'>, now: Date) {
  const row = await db.first(sql<{ people: number; lastHour: number }>`
    select (select count(*)::int from ringer_address d join app_user u on u.tenant_id = d.tenant_id and u.id = d.user_id
        where d.tenant_id = ${tenantId} and d.preset = ${preset} and u.disabled_at is null) as people,
      (select count(*)::int from ring_message m
        where m.ringer_tenant_id = ${tenantId} and m.rung_at > ${hourAgo(now)}) as "lastHour"`)
  return row!
}

const hourAgo = (now: Date) => new Date(now.getTime() - HOUR_MS)

type Change = Omit<RingerForm, 'token'> & {
  version: number
  /** Undefined: the token stays. */
  token?: { sealed: string; lastFour: string }
}

/** Stores it if its version is unchanged (0: it does not exist yet); returns false otherwise. The next check is due at once. */
export async function saveRinger(db: PlatformDb, tenantId: string, by: Change, now: Date): Promise<boolean> {
  const { sealed = null, lastFour = null } = by.token ?? {}
  if (by.version === 0) {
    return (
      (await db.run(sql`
        insert into ringer (tenant_id, is_enabled, preset, url, hourly_most, token, token_last_four, updated_at, check_at)
        values (${tenantId}, ${by.isEnabled}, ${by.preset}, ${by.url}, ${by.hourlyMost}, ${sealed}, ${lastFour}, ${now},
          ${now}) on conflict do nothing`)) === 1
    )
  }
  // The token of one provider is not sent to another, nor to another address.
  const stays = sql`preset = ${by.preset} and url = ${by.url}`
  const changed = await db.run(sql`
    update ringer set token = case when ${sealed}::text is not null then ${sealed} when ${stays} then token end,
      token_last_four = case when ${sealed}::text is not null then ${lastFour} when ${stays} then token_last_four end,
      is_enabled = ${by.isEnabled}, preset = ${by.preset}, url = ${by.url}, hourly_most = ${by.hourlyMost},
      version = version + 1, updated_at = ${now}, check_at = ${now}, checked_at = null, check_error = null
    where tenant_id = ${tenantId} and version = ${by.version}`)
  return changed === 1
}

type Person = { tenantId: string; userId: string }

export async function readAddress(db: PlatformDb, { tenantId, userId }: Person) {
  const row = await db.first(sql<{ preset: RingerPreset; addressEnd: string | null; isStation: boolean }>`
    select g.preset, d.address_end as "addressEnd", u.type = 'SHARED' as "isStation"
    from app_user u join ringer g on g.tenant_id = u.tenant_id and g.is_enabled
      left join ringer_address d on d.tenant_id = g.tenant_id and d.user_id = u.id and d.preset = g.preset
    where u.tenant_id = ${tenantId} and u.id = ${userId}`)
  // A claim from a phone is a person's own, so a station has none.
  return row && !row.isStation ? { preset: row.preset, addressEnd: row.addressEnd } : null
}

export async function saveAddress(
  db: PlatformDb,
  { tenantId, userId }: Person,
  to: { preset: RingerPreset; sealed: string; end: string },
  now: Date,
): Promise<void> {
  await db.run(sql`
    insert into ringer_address (tenant_id, user_id, preset, address, address_end, updated_at)
    values (${tenantId}, ${userId}, ${to.preset}, ${to.sealed}, ${to.end}, ${now})
    on conflict (tenant_id, user_id) do update set preset = excluded.preset, address = excluded.address,
      address_end = excluded.address_end, updated_at = excluded.updated_at`)
}

export async function removeAddress(db: PlatformDb, { tenantId, userId }: Person): Promise<void> {
  await db.run(sql`delete from ringer_address where tenant_id = ${tenantId} and user_id = ${userId}`)
}

/** A person's sealed address and the provider of their site. */
export type Target = {
  tenantId: string
  userId: string
  preset: RingerPreset
  url: string
  token: string | null
  hourlyMost: number
  address: string
}

/** Undefined: nothing rings this person. Locks the provider, so that two messages are not both the last of the hour. */
export function readTarget(db: PlatformDb, userId: string): Promise<Target | undefined> {
  return db.first(sql<Target>`
    select g.tenant_id as "tenantId", d.user_id as "userId", g.preset, g.url, g.token, g.hourly_most as "hourlyMost",
      d.address
    from ringer_address d join ringer g on g.tenant_id = d.tenant_id and g.preset = d.preset and g.is_enabled
    where d.user_id = ${userId} for update of g`)
}

/** Messages of the last hour except this one. Index: ring_message_by_hour. */
export async function countRings(db: PlatformDb, ringerTenantId: string, exceptId: string, now: Date): Promise<number> {
  const row = await db.first(sql<{ count: number }>`
    select count(*)::int as count from ring_message
    where ringer_tenant_id = ${ringerTenantId} and rung_at > ${hourAgo(now)} and id <> ${exceptId}`)
  return row!.count
}

type NewRing = { tenantId: string; id: string; userId: string; title: string; body: string }

export async function addRing(
  db: PlatformDb,
  { tenantId, id, userId, title, body }: NewRing,
  by: Pick<Target, 'tenantId' | 'preset'>,
  now: Date,
): Promise<void> {
  const endsAt = new Date(now.getTime() + RING_CLAIM_MS)
  await db.run(sql`
    insert into ring_message (tenant_id, id, user_id, ringer_tenant_id, preset, title, body, rung_at, claim_ends_at)
    values (${tenantId}, ${id}, ${userId}, ${by.tenantId}, ${by.preset}, ${title}, ${body}, ${now}, ${endsAt})
    on conflict (tenant_id, id) do update set rung_at = excluded.rung_at, claim_ends_at = excluded.claim_ends_at,
      title = excluded.title, body = excluded.body`)
}

type Place = { tenantId: string; id: string }

export async function recordRung(
  db: PlatformDb,
  { tenantId, id, providerId, isPolled }: Place & { providerId: string | null; isPolled: boolean },
  now: Date,
): Promise<void> {
  const pollAt = isPolled ? new Date(now.getTime() + POLL_MS) : null
  await db.run(sql`
    update ring_message set provider_id = ${providerId}, poll_at = ${pollAt}
    where tenant_id = ${tenantId} and id = ${id}`)
}

/** Index: ring_message_poll. */
export async function nextPollAt(db: PlatformDb): Promise<Date | null> {
  const row = await db.first(sql<{ at: string | null }>`
    select min(poll_at) as at from ring_message where poll_at is not null`)
  return row?.at ? new Date(row.at) : null
}

export type Polled = Place & {
  ringerTenantId: string
  preset: RingerPreset
  url: string
  token: string | null
  providerId: string
}

/** Messages whose receipt is due, until nobody can claim them any more; other instances skip them. */
export function claimPolls(db: PlatformDb, now: Date, most: number): Promise<Polled[]> {
  const next = new Date(now.getTime() + POLL_MS)
  return db.rows(sql<Polled>`
    with due as (select tenant_id, id from ring_message where poll_at <= ${now} order by poll_at limit ${most}
      for update skip locked),
    taken as (update ring_message m set poll_at = case when m.claim_ends_at > ${next} then ${next}::timestamptz end
      from due where m.tenant_id = due.tenant_id and m.id = due.id returning m.*)
    select t.tenant_id as "tenantId", t.id, t.ringer_tenant_id as "ringerTenantId", g.preset, g.url, g.token,
      t.provider_id as "providerId"
    from taken t join ringer g on g.tenant_id = t.ringer_tenant_id and g.preset = t.preset
    where t.provider_id is not null`)
}

export async function endPoll(db: PlatformDb, { tenantId, id }: Place): Promise<void> {
  await db.run(sql`update ring_message set poll_at = null where tenant_id = ${tenantId} and id = ${id}`)
}

export type Checked = {
  tenantId: string
  preset: RingerPreset
  url: string
  token: string | null
  checkError: DeliveryReason | null
  siteName: string
  /** Somebody's sealed address, for a provider that checks none without; null: nobody has one. */
  userId: string | null
  address: string | null
}

/** Providers whose hourly check is due; other instances skip them. Index: ringer_check. */
export function claimChecks(db: PlatformDb, now: Date, most: number): Promise<Checked[]> {
  return db.rows(sql<Checked>`
    with due as (select tenant_id from ringer where is_enabled and check_at <= ${now} order by check_at limit ${most}
      for update skip locked),
    taken as (update ringer g set check_at = ${new Date(now.getTime() + CHECK_MS)} from due
      where g.tenant_id = due.tenant_id returning g.*)
    select g.tenant_id as "tenantId", g.preset, g.url, g.token, g.check_error as "checkError", t.name as "siteName",
      d.user_id as "userId", d.address
    from taken g join tenant t on t.id = g.tenant_id and t.disabled_at is null
      left join lateral (select a.user_id, a.address from ringer_address a
        where a.tenant_id = g.tenant_id and a.preset = g.preset order by a.updated_at desc limit 1) d on true`)
}

/** False: the settings changed meanwhile, and the result is of others. */
export async function recordCheck(
  db: PlatformDb,
  { tenantId, preset, url }: Pick<Checked, 'tenantId' | 'preset' | 'url'>,
  error: DeliveryReason | null,
  now: Date,
): Promise<boolean> {
  const changed = await db.run(sql`
    update ringer set checked_at = ${now}, check_error = ${error}
    where tenant_id = ${tenantId} and preset = ${preset} and url = ${url} and is_enabled`)
  return changed === 1
}

/** A message was given up: the provider is checked now, and administrators hear of what is wrong. */
export async function checkSoon(db: PlatformDb, tenantId: string, now: Date): Promise<void> {
  await db.run(sql`update ringer set check_at = ${now} where tenant_id = ${tenantId} and check_at > ${now}`)
}

/**
 * A new report out of what is known: the alert and its answer, what people wrote, the resident, and earlier forms. In the
 * authority's language in every case, and without lines of a log. REPORT-05, NIGHT-08.
 */

import { nameOfKind } from '@mimamori/contract/alerting/alert-kind.ts'
import {
  ACCIDENT_LINE_MAX,
  ACCIDENT_TEXT_MAX,
  type AccidentForm,
  type AccidentSource,
  emptyAccident,
} from '@mimamori/contract/care/accident-form.ts'
import type { AccidentKind } from '@mimamori/contract/care/care-lists.ts'
import type { ReportSentence } from '@mimamori/contract/care/report.ts'
import type { ResidentFacts } from '@mimamori/contract/care/resident.ts'
import { AUTHORITY_LOCALE } from '@mimamori/contract/languages/locales.ts'
import type { StoredOutcome } from '@mimamori/contract/shared/alarm-state.ts'
import type { Activity } from '@mimamori/contract/shared/apps.ts'
import { dateFormat } from '@mimamori/contract/shared/intl-format.ts'
import { textsOf } from '#platform/messaging/texts.ts'
import type { PlatformDb, TenantDb } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'
import { isPossible } from '#shared/alarm/alarm-row.ts'
import { inTenants, inUnits, type ResidentScope } from '#shared/resident-scope.ts'

export type AlertFacts = {
  id: string
  tenantId: string
  unitId: string | null
  occurredAt: string
  activity: Activity
  location: string
  locationType: string | null
  isPossible: boolean
  kindName: string | null
  /** Where in its clip the alert began, ms; null: there is no clip. */
  clipAtMs: number | null
  claimerName: string | null
  claimedAt: string | null
  arrivedName: string | null
  arrivedAt: string | null
  resolvedName: string | null
  outcome: StoredOutcome | null
  outcomeNote: string | null
  siteName: string
  timezone: string
  /** Sentences of its saved incident report. */
  sentences: ReportSentence[]
}

/** The alert of a camera, with its saved incident report; undefined if it is not within reach. */
export function readAlert(db: TenantDb, scope: ResidentScope, id: string): Promise<AlertFacts | undefined> {
  return db.first(sql<AlertFacts>`
    select a.id, a.tenant_id as "tenantId", a.unit_id as "unitId", a.occurred_at as "occurredAt", a.activity,
      coalesce(c.location, '') as location, c.location_type as "locationType", ${isPossible} as "isPossible", a.kind_name as "kindName",
      case when a.clip_state = 'ready' then a.clip_alert_at_ms end as "clipAtMs", a.claimer_name as "claimerName",
      a.claimed_at as "claimedAt", coalesce(a.arrived_name, a.claimer_name) as "arrivedName", a.arrived_at as "arrivedAt",
      nullif(a.resolved_name, '') as "resolvedName", a.outcome, a.outcome_note as "outcomeNote",
      t.name as "siteName", t.timezone, coalesce(r.sentences, '[]'::jsonb) as sentences
    from alert a join tenant t on t.id = a.tenant_id
      left join camera c on c.tenant_id = a.tenant_id and c.id = a.camera_id
      left join report r on r.tenant_id = a.tenant_id and r.alert_id = a.id and r.state = 'saved'
    where ${inTenants(sql`a.tenant_id`, scope)} and ${inUnits(sql`a.unit_id`, scope)} and a.id = ${id}
      and a.deleted_at is null`)
}

export type Stayed = {
  id: string
  name: string
  servedSince: string
  facts: Partial<ResidentFacts>
  age: number | null
}

/**
 * Residents who stayed in the room at that instant, sorted by bed, with the day of their first stay. Index:
 * stay_by_camera.
 */
export function readStayed(db: TenantDb, { tenantId, id, timezone }: AlertFacts): Promise<Stayed[]> {
  return db.rows(sql<Stayed>`
    select r.id, r.name, r.facts, date_part('year', age(site_day(a.occurred_at, ${timezone}),
        (r.facts ->> 'bornOn')::date))::integer as age, (select site_day(min(s.from_at), ${timezone})::text from stay s
      where s.tenant_id = r.tenant_id and s.resident_id = r.id) as "servedSince"
    from alert a join room_stay rs on rs.tenant_id = a.tenant_id and rs.camera_id = a.camera_id
        and rs.from_at <= a.occurred_at and (rs.to_at is null or rs.to_at > a.occurred_at)
      join resident r on r.tenant_id = rs.tenant_id and r.id = rs.resident_id and r.removed_at is null
    where a.tenant_id = ${tenantId} and a.id = ${id}
    order by rs.bed limit 8`)
}

/** The organization above the site; care roles may read only its name. */
export async function readCorporation(db: PlatformDb, siteId: string): Promise<string> {
  const row = await db.first(sql<{ name: string }>`
    select o.name from tenant t join tenant o on o.id = t.parent_id where t.id = ${siteId}`)
  return row?.name ?? ''
}

/** The newest form of the site, or of the resident: constant answers are asked for only once. */
async function readBefore(db: TenantDb, residentId: string | null): Promise<Partial<AccidentForm>> {
  const row = await db.first(sql<{ form: AccidentForm }>`
    select form from accident where tenant_id = ${db.tenantId} and kind = 'accident'
      and (${residentId}::uuid is null or resident_id = ${residentId}::uuid)
    order by edited_at desc limit 1`)
  return row?.form ?? {}
}

/** The ministry's kinds that an app can detect. */
const KINDS: Record<string, AccidentForm['kind']> = { A005: ['fall'] }

type Begun = { kind: AccidentKind; person: Stayed | null; stayedCount: number; corporation: string }

export async function beginForm(
  db: TenantDb,
  alert: AlertFacts,
  { kind, person, stayedCount, corporation }: Begun,
): Promise<{ form: AccidentForm; sources: AccidentSource[] }> {
  const site = await readBefore(db, null)
  const facts = person?.facts ?? {}
  const before = person ? await readBefore(db, person.id) : {}
  const opening = openingOf(alert)
  // A near miss has no field for the person's condition.
  const note = alert.outcomeNote?.trim() ?? ''
  const written = (isOfActions: boolean) =>
    alert.sentences.flatMap(({ author, section, text }) =>
      author === 'person' && (section === 'actions') === isOfActions ? [text.trim()] : [],
    )
  const form: AccidentForm = {
    ...emptyAccident(),
    corporation: site.corporation || cut(corporation, ACCIDENT_LINE_MAX),
    office: cut(alert.siteName, ACCIDENT_LINE_MAX),
    officeNumber: site.officeNumber ?? '',
    service: site.service ?? '',
    officeAddress: site.officeAddress ?? '',
    personName: person?.name ?? '',
    insuredNumber: facts.insuredNumber || (before.insuredNumber ?? ''),
    personAge: person?.age ?? null,
    personSex: facts.sex || before.personSex || null,
    servedSince: before.servedSince ?? person?.servedSince ?? null,
    insurer: facts.insurer || (before.insurer ?? ''),
    residence: before.residence ?? null,
    residenceOther: before.residenceOther ?? '',
    careLevel: facts.careLevel || before.careLevel || null,
    dementiaLevel: facts.dementiaLevel || before.dementiaLevel || null,
    occurredAt: alert.occurredAt,
    place: placeOf(alert, stayedCount),
    kind: KINDS[alert.activity] ?? [],
    details: textOf([opening, ...(kind === 'near-miss' && note ? [note] : []), ...written(false)]),
    response: textOf([...answerOf(alert), ...written(true)]),
    condition: cut(note, ACCIDENT_TEXT_MAX),
  }
  const { clipAtMs } = alert
  return { form, sources: clipAtMs === null ? [] : [{ text: opening, says: [opening], atMs: clipAtMs }] }
}

function placeOf({ locationType }: AlertFacts, stayedCount: number): AccidentForm['place'] {
  if (locationType === 'HALLWAY') return 'hallway'
  if (locationType === 'DINING') return 'common'
  if (locationType !== 'ROOM') return null
  return stayedCount > 1 ? 'room-shared' : 'room-single'
}

/** What was detected, when and where. */
function openingOf(alert: AlertFacts): string {
  const { occurredAt, timezone, location } = alert
  const words = { time: timeText(occurredAt, timezone, 'long'), location, activity: nameOfKind(alert, aWord) }
  return say('begun-details', words)
}

/** Who went, who arrived, and how it ended. */
function answerOf(alert: AlertFacts): string[] {
  const { timezone, claimerName, claimedAt, arrivedName, arrivedAt, resolvedName, outcome } = alert
  const at = (instant: string) => timeText(instant, timezone)
  return [
    ...(claimedAt && claimerName ? [say('begun-claimed', { time: at(claimedAt), name: claimerName })] : []),
    ...(arrivedAt && arrivedName ? [say('begun-arrived', { time: at(arrivedAt), name: arrivedName })] : []),
    ...(outcome && resolvedName
      ? [say('begun-outcome', { outcome: alarmWord(`outcome-${outcome}`), name: resolvedName })]
      : []),
  ]
}

const say = textsOf('accident', AUTHORITY_LOCALE)
const aWord = textsOf('word', AUTHORITY_LOCALE)
const alarmWord = textsOf('alarm', AUTHORITY_LOCALE)

function timeText(at: string, timeZone: string, dateStyle?: 'long'): string {
  const style = { timeStyle: 'short', timeZone, ...(dateStyle && { dateStyle }) } as const
  return dateFormat(AUTHORITY_LOCALE, style).format(new Date(at))
}

const textOf = (lines: readonly string[]) => cut(lines.join('\n'), ACCIDENT_TEXT_MAX)
const cut = (text: string, most: number) => text.slice(0, most)

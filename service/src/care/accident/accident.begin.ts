/** A new report out of what is known: the alert, its incident report, the resident, and earlier forms. REPORT-05. */
import {
  ACCIDENT_LINE_MAX,
  ACCIDENT_TEXT_MAX,
  type AccidentForm,
  type AccidentSource,
  emptyAccident,
} from '@mimamori/contract/care/accident-form.ts'
import type { ReportSentence } from '@mimamori/contract/care/report.ts'
import type { PlatformDb, TenantDb } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'
import { inTenants, inUnits, type ResidentScope } from '#shared/resident-scope.ts'

export type AlertFacts = {
  id: string
  tenantId: string
  unitId: string | null
  occurredAt: string
  activity: string
  location: string
  locationType: string | null
  outcomeNote: string | null
  siteName: string
  timezone: string
  sentences: ReportSentence[]
}

/** The alert of a camera, with its saved incident report; undefined if it is not within reach. */
export function readAlert(db: TenantDb, scope: ResidentScope, id: string): Promise<AlertFacts | undefined> {
  return db.first(sql<AlertFacts>`
    select a.id, a.tenant_id as "tenantId", a.unit_id as "unitId", a.occurred_at as "occurredAt", a.activity,
      coalesce(c.location, '') as location, c.location_type as "locationType", a.outcome_note as "outcomeNote",
      t.name as "siteName", t.timezone, coalesce(r.sentences, '[]'::jsonb) as sentences
    from alert a join tenant t on t.id = a.tenant_id
      left join camera c on c.tenant_id = a.tenant_id and c.id = a.camera_id
      left join report r on r.tenant_id = a.tenant_id and r.alert_id = a.id and r.state = 'saved'
    where ${inTenants(sql`a.tenant_id`, scope)} and ${inUnits(sql`a.unit_id`, scope)} and a.id = ${id}
      and a.deleted_at is null`)
}

export type Stayed = { id: string; name: string; servedSince: string }

/**
 * Residents who stayed in the room at that instant, sorted by bed, with the day of their first stay. Index:
 * stay_by_camera.
 */
export function readStayed(db: TenantDb, { tenantId, id, timezone }: AlertFacts): Promise<Stayed[]> {
  return db.rows(sql<Stayed>`
    select r.id, r.name, (select site_day(min(s.from_at), ${timezone})::text from stay s
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
    select form from accident where tenant_id = ${db.tenantId}
      and (${residentId}::uuid is null or resident_id = ${residentId}::uuid)
    order by edited_at desc limit 1`)
  return row?.form ?? {}
}

/** The ministry's kinds that an app can detect. */
const KINDS: Record<string, AccidentForm['kind']> = { A005: ['fall'] }

export async function beginForm(
  db: TenantDb,
  alert: AlertFacts,
  { person, stayedCount, corporation }: { person: Stayed | null; stayedCount: number; corporation: string },
): Promise<{ form: AccidentForm; sources: AccidentSource[] }> {
  const site = await readBefore(db, null)
  const before = person ? await readBefore(db, person.id) : {}
  const details = alert.sentences.filter(({ section, evidence }) => section !== 'actions' && !isStep(evidence))
  const response = alert.sentences.filter(({ section, author, evidence }) =>
    section === 'actions' ? author === 'person' : isStep(evidence),
  )
  const form: AccidentForm = {
    ...emptyAccident(),
    corporation: site.corporation || cut(corporation, ACCIDENT_LINE_MAX),
    office: cut(alert.siteName, ACCIDENT_LINE_MAX),
    officeNumber: site.officeNumber ?? '',
    service: site.service ?? '',
    officeAddress: site.officeAddress ?? '',
    personName: person?.name ?? '',
    personSex: before.personSex ?? null,
    servedSince: before.servedSince ?? person?.servedSince ?? null,
    insurer: before.insurer ?? '',
    residence: before.residence ?? null,
    residenceOther: before.residenceOther ?? '',
    careLevel: before.careLevel ?? null,
    dementiaLevel: before.dementiaLevel ?? null,
    occurredAt: alert.occurredAt,
    place: placeOf(alert, stayedCount),
    kind: KINDS[alert.activity] ?? [],
    details: textOf(details),
    response: textOf(response),
    condition: cut(alert.outcomeNote?.trim() ?? '', ACCIDENT_TEXT_MAX),
  }
  return { form, sources: [...details, ...response].flatMap(toSource) }
}

function placeOf({ locationType }: AlertFacts, stayedCount: number): AccidentForm['place'] {
  if (locationType === 'HALLWAY') return 'hallway'
  if (locationType === 'DINING') return 'common'
  if (locationType !== 'ROOM') return null
  return stayedCount > 1 ? 'room-shared' : 'room-single'
}

/** Sentences about people's actions and their times; all others describe the incident. */
const isStep = (evidence: ReportSentence['evidence']) =>
  evidence.length > 0 && evidence.every(({ kind }) => kind === 'step')

function toSource({ text, author, evidence }: ReportSentence): AccidentSource[] {
  if (author === 'person' || evidence.length === 0) return []
  const atMs = evidence.find((one) => one.kind === 'clip' && one.atMs !== null)?.atMs ?? null
  return [{ text: text.trim(), says: evidence.map(({ says }) => says), atMs }]
}

const textOf = (sentences: readonly ReportSentence[]) =>
  cut(sentences.map(({ text }) => text.trim()).join('\n'), ACCIDENT_TEXT_MAX)
const cut = (text: string, most: number) => text.slice(0, most)

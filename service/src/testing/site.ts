/** Rows of a site for tests of the service: units, a hub, cameras, alerts, stored images. */
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { ACCIDENT_FORM_NOW, emptyAccident, missingIn } from '@mimamori/contract/care/accident-form.ts'
import type { Activity, AlertSeverity } from '@mimamori/contract/shared/apps.ts'
import { DAY_MS } from '@mimamori/contract/shared/duration.ts'
import { SCOPES, type Scope } from '@mimamori/contract/shared/roles.ts'
import { createAccountToken } from '#platform/auth/account-call.ts'
import { storageName } from '#platform/files/storage.ts'
import type { TestService } from './service.ts'

type Service = Pick<TestService, 'sql' | 'clock' | 'platform'>
type Tenant = { id: string }

export type TestCamera = { id: string; tenantId: string; unitId: string | null; name: string }
export type TestAlert = { id: string; tenantId: string; cameraId: string }

export async function insertUnit({ sql }: Service, tenant: Tenant, name = `Unit ${randomUUID()}`): Promise<string> {
  const [row] = await sql<{ id: string }[]>`
    insert into unit (tenant_id, name) values (${tenant.id}, ${name}) returning id`
  return row!.id
}

export async function insertTag({ sql }: Service, tenant: Tenant, name: string): Promise<string> {
  const [row] = await sql<{ id: string }[]>`
    insert into tag (tenant_id, name) values (${tenant.id}, ${name}) returning id`
  return row!.id
}

/** A kind of alert that other devices raise; once for each name. */
export async function insertKind({ sql }: Service, tenant: Tenant, name: string, severity = 'low'): Promise<void> {
  await sql`insert into kind (tenant_id, name, severity, room_field) values (${tenant.id}, ${name}, ${severity}, 'name')
    on conflict do nothing`
}

/** Minutes since the site's midnight. */
export async function insertShift({ sql }: Service, tenant: Tenant, start: number, end: number): Promise<string> {
  const [row] = await sql<{ id: string }[]>`
    insert into shift (tenant_id, name, start_minute, end_minute)
    values (${tenant.id}, ${`Shift ${randomUUID()}`}, ${start}, ${end}) returning id`
  return row!.id
}

export async function insertAgent({ sql }: Service, tenant: Tenant, name = 'Hub'): Promise<string> {
  const [row] = await sql<{ id: string }[]>`
    insert into agent (tenant_id, name, public_id, key_hash, key_last_four)
    values (${tenant.id}, ${name}, ${randomBytes(6).toString('hex')}, sha256('a key'), 'last') returning id`
  return row!.id
}

export type CameraDraft = {
  unitId?: string | null
  agentId?: string
  name?: string
  location?: string
  locationType?: 'ROOM' | 'HALLWAY' | 'DINING'
  status?: 'Online' | 'Offline' | 'Inactive' | 'Disabled'
  isEnabled?: boolean
  /** E-mail subscribers: a detection needs somebody to notify before it is switched on. */
  emails?: string[]
}

/** Its hub is the tenant's first one, created if there is none. */
export async function insertCamera(service: Service, tenant: Tenant, draft: CameraDraft = {}): Promise<TestCamera> {
  const { sql } = service
  const [agent] = await sql<{ id: string }[]>`select id from agent where tenant_id = ${tenant.id} order by id limit 1`
  const agentId = draft.agentId ?? agent?.id ?? (await insertAgent(service, tenant))
  const name = draft.name ?? `Camera ${randomUUID()}`
  const unitId = draft.unitId ?? null
  const [row] = await sql<{ id: string }[]>`
    insert into camera (tenant_id, name, description, type, brand, model, stream_url, location, location_type,
      streaming_id, unit_id, agent_id, status, is_enabled)
    values (${tenant.id}, ${name}, 'A camera', 'UNKNOWN', 'Brand', 'Model', 'rtsp://10.0.0.1/stream',
      ${draft.location ?? `Room ${randomUUID()}`}, ${draft.locationType ?? 'ROOM'}, 'stream', ${unitId}, ${agentId},
      ${draft.status ?? 'Online'}, ${draft.isEnabled ?? true})
    returning id`
  if (draft.emails) {
    await sql`update camera set subscribers = subscribers || ${sql.json({ emails: draft.emails })} where id = ${row!.id}`
  }
  return { id: row!.id, tenantId: tenant.id, unitId, name }
}

export type AlertDraft = {
  severity?: AlertSeverity
  activity?: Activity
  /** The name of the kind of a signal. */
  kindName?: string
  /** ISO text; default: now by the test's clock. */
  occurredAt?: string
  createdAt?: string
  isArchived?: boolean
}

export async function insertAlert(
  { sql, clock }: Service,
  camera: TestCamera,
  draft: AlertDraft = {},
): Promise<TestAlert> {
  const occurredAt = draft.occurredAt ?? clock.now().toISOString()
  const [row] = await sql<{ id: string }[]>`
    insert into alert (tenant_id, id, camera_id, unit_id, activity, kind_name, severity, occurred_at, created_at, is_archived)
    values (${camera.tenantId}, uuidv7(), ${camera.id}, ${camera.unitId}, ${draft.activity ?? 'A003'}, ${draft.kindName ?? null},
      ${draft.severity ?? 'low'}, ${occurredAt}, ${draft.createdAt ?? occurredAt}, ${draft.isArchived ?? false})
    returning id`
  return { id: row!.id, tenantId: camera.tenantId, cameraId: camera.id }
}

type MediaDraft = {
  kind: 'thumbnail' | 'clip' | 'frame'
  alert?: TestAlert
  bytes: Uint8Array
  takenAt?: string
  /** The blurred image beside a thumbnail. */
  isBlurred?: boolean
}

/** Stores the bytes and their row, and makes them the alert's or the camera's own. */
export async function insertMedia(service: Service, camera: TestCamera, draft: MediaDraft): Promise<string> {
  const { sql, clock, platform } = service
  const takenAt = draft.takenAt ?? clock.now().toISOString()
  const contentType = draft.kind === 'clip' ? 'video/mp4' : 'image/jpeg'
  const sha256 = draft.kind === 'clip' ? createHash('sha256').update(draft.bytes).digest('hex') : null
  const [row] = await sql<{ id: string }[]>`
    insert into media (tenant_id, kind, camera_id, alert_id, content_type, bytes, sha256, taken_at, created_at, is_blurred)
    values (${camera.tenantId}, ${draft.kind}, ${camera.id}, ${draft.alert?.id ?? null}, ${contentType},
      ${draft.bytes.byteLength}, ${sha256}, ${takenAt}, ${takenAt}, ${draft.isBlurred ?? false})
    returning id`
  const id = row!.id
  await platform.storage.put(storageName(camera.tenantId, id), draft.bytes, draft.bytes.byteLength)
  if (draft.kind === 'frame') {
    await sql`update camera set latest_frame_media_id = ${id}, latest_frame_at = ${takenAt}
      where tenant_id = ${camera.tenantId} and id = ${camera.id}`
  } else if (draft.alert && draft.kind === 'thumbnail') {
    const column = draft.isBlurred ? sql`blurred_media_id` : sql`thumbnail_media_id`
    await sql`update alert set ${column} = ${id} where tenant_id = ${camera.tenantId} and id = ${draft.alert.id}`
  } else if (draft.alert) {
    await sql`update alert set clip_state = 'ready', clip_media_id = ${id}, clip_duration_ms = 15000,
      clip_alert_at_ms = 5000, clip_changed_at = ${takenAt}
      where tenant_id = ${camera.tenantId} and id = ${draft.alert.id}`
  }
  return id
}

type RecordingDraft = { startedAt?: string; durationMs?: number; bytes?: number; isArchived?: boolean }
type TestRecording = { id: string; tenantId: string; cameraId: string }

/** The row alone, as if its segments existed. */
export async function insertRecording(
  { sql, clock }: Service,
  camera: TestCamera,
  draft: RecordingDraft = {},
): Promise<TestRecording> {
  const startedAt = draft.startedAt ?? clock.now().toISOString()
  const durationMs = draft.durationMs ?? 60_000
  const endedAt = new Date(Date.parse(startedAt) + durationMs).toISOString()
  const [row] = await sql<{ id: string }[]>`
    insert into recording (tenant_id, camera_id, unit_id, started_at, ended_at, duration_ms, bytes, is_archived,
      created_at)
    values (${camera.tenantId}, ${camera.id}, ${camera.unitId}, ${startedAt}, ${endedAt}, ${durationMs},
      ${draft.bytes ?? 1_000_000}, ${draft.isArchived ?? false}, ${startedAt})
    returning id`
  return { id: row!.id, tenantId: camera.tenantId, cameraId: camera.id }
}

/** The accident form without own items. */
const PLAIN = { kind: 'accident', ownItems: [], isNumberForName: false } as const

/** A new draft of an accident report. */
export async function insertAccident({ sql, clock }: Service, camera: TestCamera, personName: string): Promise<string> {
  const now = clock.now().toISOString()
  const answers = { ...emptyAccident(), personName, occurredAt: now }
  const form = sql.json(answers as never)
  const [row] = await sql<{ id: string }[]>`
    insert into accident (tenant_id, unit_id, location, form_version, form, person_name, occurred_at, missing_count,
      edited_by, edited_by_name, edited_at, created_at)
    values (${camera.tenantId}, ${camera.unitId}, '101', ${ACCIDENT_FORM_NOW}, ${form}, ${personName}, ${now},
      ${missingIn(answers, PLAIN).length}, uuidv7(), 'Test', ${now},
      ${now}) returning id`
  await sql`
    insert into accident_step (tenant_id, accident_id, version, issue, kind, user_id, user_name, at, state,
      form_version, form, own_items, is_number_for_name, sources)
    values (${camera.tenantId}, ${row!.id}, 1, 1, 'created', uuidv7(), 'Test', ${now}, 'draft', ${ACCIDENT_FORM_NOW},
      ${form}, '[]', false, '[]')`
  return row!.id
}

/** A finished check-in of a user who no longer exists. */
export async function insertCheckIn({ sql, clock }: Service, camera: TestCamera, note: string): Promise<string> {
  const now = clock.now().toISOString()
  const [row] = await sql<{ id: string }[]>`
    insert into check_in (tenant_id, camera_id, unit_id, user_id, person_id, person_name, started_at, stream_at,
      monitored_seconds, last_sign_at, ended_at, end_reason, note)
    values (${camera.tenantId}, ${camera.id}, ${camera.unitId}, uuidv7(), uuidv7(), 'Test', ${now}, ${now}, 40, ${now},
      ${now}, 'left', ${note})
    returning id`
  return row!.id
}

/** A care visit that lasts ten minutes and pauses bed exits. */
export async function insertVisit({ sql, clock }: Service, camera: TestCamera): Promise<string> {
  const now = clock.now().toISOString()
  const [row] = await sql<{ id: string }[]>`
    insert into visit (tenant_id, camera_id, user_id, user_name, app_codes, request_id, started_at, ends_at)
    values (${camera.tenantId}, ${camera.id}, uuidv7(), 'Test', array['A006'], uuidv7(), ${now},
      ${now}::timestamptz + interval '10 minutes')
    returning id`
  return row!.id
}

/** A walk test that lasts fifteen minutes. */
export async function insertWalk({ sql, clock }: Service, camera: TestCamera): Promise<string> {
  const now = clock.now().toISOString()
  const [row] = await sql<{ id: string }[]>`
    insert into walk_test (tenant_id, camera_id, user_id, user_name, started_at, ends_at, looked_at, basis)
    values (${camera.tenantId}, ${camera.id}, uuidv7(), 'Test', ${now}, ${now}::timestamptz + interval '15 minutes',
      ${now}, '{}')
    returning id`
  return row!.id
}

/** A night of the camera's unit that was handed over with a note. */
export async function insertHandover({ sql, clock }: Service, camera: TestCamera, note: string): Promise<string> {
  const at = clock.now().toISOString()
  const written = { text: note, version: 1, userName: 'Test', at }
  const sheet = {
    ...{ siteName: 'Site', timezone: 'Asia/Tokyo', unitId: camera.unitId, unitName: 'Unit', at, note: written },
    shift: { key: 'night', name: null, day: '2026-11-19', startsAt: at, endsAt: at },
    ...{
      alarms: [],
      alarmCount: 0,
      callCount: 0,
      open: [],
      rooms: [],
      checkIns: [],
      missed: [],
      notes: [],
      errors: [],
    },
  }
  const [row] = await sql<{ id: string }[]>`
    insert into handover (tenant_id, shift_key, day, unit_id, starts_at, ends_at, giver_id, giver_name, receiver_id,
      receiver_name, request_id, handed_at, sheet, search_text)
    values (${camera.tenantId}, 'night', '2026-11-19', ${camera.unitId}, ${at}, ${at}, uuidv7(), 'Test', uuidv7(), 'Test',
      uuidv7(), ${at}, ${sql.json(sheet)}, sought(${note}))
    returning id`
  return row!.id
}

/** A planned check-in of a user who no longer exists, an hour from now by the test's clock, without a reminder. */
export async function insertBooking({ sql, clock }: Service, camera: TestCamera) {
  const now = clock.now().toISOString()
  const [row] = await sql<{ bookingId: string; occurrenceId: string }[]>`
    with b as (
      insert into booking (tenant_id, camera_id, user_id, user_name, first_day, start_minute, window_minutes,
        reminder_minutes, repeat, created_at, updated_at)
      values (${camera.tenantId}, ${camera.id}, uuidv7(), 'Test', ${now}::date, 600, 30, 5, 'none', ${now}, ${now})
      returning *)
    insert into booking_occurrence (tenant_id, booking_id, camera_id, user_id, user_name, day, series_day, start_minute,
      starts_at, ends_at)
    select b.tenant_id, b.id, b.camera_id, b.user_id, b.user_name, b.first_day, b.first_day, b.start_minute,
      ${now}::timestamptz + interval '60 minutes', ${now}::timestamptz + interval '90 minutes' from b
    returning booking_id as "bookingId", id as "occurrenceId"`
  return row!
}

type ResidentDraft = { name?: string; bed?: number; from?: string; to?: string; refused?: readonly string[] }

/** A resident in the camera's room, with all consents except the refused ones. Returns the id. */
export async function insertResident({ sql, clock }: Service, camera: TestCamera, draft: ResidentDraft = {}) {
  const now = clock.now().toISOString()
  const [row] = await sql<{ id: string }[]>`
    insert into resident (tenant_id, name, honorific, care_note, created_at, updated_at)
    values (${camera.tenantId}, ${draft.name ?? '山田 花子'}, 'sama', '', ${now}, ${now}) returning id`
  await sql`
    insert into resident_consent (tenant_id, resident_id, kind, is_given, answered_on, answered_by, recorded_by,
      recorded_by_name, recorded_at)
    select ${camera.tenantId}, ${row!.id}, kind, kind <> all(${[...(draft.refused ?? [])]}::text[]), '2026-01-01',
      'A daughter', uuidv7(), 'Test', ${now} from unnest('{detection,recording,clear-images}'::text[]) kind`
  await sql`
    insert into stay (tenant_id, resident_id, camera_id, bed, from_at, to_at, updated_at)
    values (${camera.tenantId}, ${row!.id}, ${camera.id}, ${draft.bed ?? 1}, ${draft.from ?? '2026-01-01T00:00:00Z'},
      ${draft.to ?? null}, ${now})`
  return row!.id
}

type AccountDraft = { name?: string; scopes?: readonly Scope[]; siteIds?: string[]; unitIds?: string[] }

/** A service account of an organization or a site, for 30 days; every scope unless some are named. */
export async function insertAccount({ sql, clock }: Service, tenant: Tenant, draft: AccountDraft = {}) {
  const { token, tokenHash, tokenLastFour } = createAccountToken()
  const { name = 'Program', scopes = SCOPES, siteIds = null, unitIds = null } = draft
  const now = clock.now()
  const [row] = await sql<{ id: string }[]>`
    insert into service_account (tenant_id, name, scopes, site_ids, unit_ids, token_hash, token_last_four, created_at, expires_at)
    values (${tenant.id}, ${name}, ${scopes as string[]}, ${siteIds}, ${unitIds}, ${tokenHash}, ${tokenLastFour},
      ${now.toISOString()}, ${new Date(now.getTime() + 30 * DAY_MS).toISOString()}) returning id`
  return { id: row!.id, token }
}

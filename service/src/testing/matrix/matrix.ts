/** The cells of the access matrix: a caller, a call, an object, and the result. */

import { randomUUID } from 'node:crypto'
import { pathOf } from '@mimamori/contract/client.ts'
import { type Endpoint, methodOf } from '@mimamori/contract/shared/endpoint.ts'
import type { Role } from '@mimamori/contract/shared/roles.ts'
import { DEFAULT_FIELD_MAP } from '@mimamori/contract/site/external.ts'
import type { FastifyInstance } from 'fastify'
import type { TestService, TestTenant } from '../service.ts'
import {
  insertAccident,
  insertAccount,
  insertAgent,
  insertAlert,
  insertBooking,
  insertCamera,
  insertCheckIn,
  insertHandover,
  insertKind,
  insertMedia,
  insertRecording,
  insertResident,
  insertTag,
  insertUnit,
  insertVisit,
  insertWalk,
  type TestAlert,
} from '../site.ts'
import { insertWebhook } from '../webhook.ts'
import { BOUND_REFUSED, LETTERS } from './expectations.ts'
import type { MatrixNoun } from './nouns.ts'
import { type Naming, PLACES, type Place, REACH } from './objects.ts'

/** A word in the names of all objects of a place: it must not appear in responses to callers out of reach. */
export const canaryOf = (place: Place) => `Canary-${place}`

export type Objects = Record<MatrixNoun, string>
export type World = {
  service: TestService
  organisation: TestTenant
  site: TestTenant
  ownUnitId: string
  objects: Record<Exclude<Place, 'malformed'>, Objects>
}

/**
 * An organization with two sites, another organization, and in each place a unit, a camera, an alert and its image.
 */
export async function buildWorld(service: TestService): Promise<World> {
  const organisation = await service.tenant({ kind: 'organisation' })
  const site = await service.tenant({ parent: organisation })
  const sibling = await service.tenant({ parent: organisation, name: canaryOf('sibling') })
  const foreign = await service.tenant({
    parent: await service.tenant({ kind: 'organisation' }),
    name: canaryOf('foreign'),
  })
  for (const tenant of [site, sibling, foreign]) await insertAgent(service, tenant)
  const own = await place(service, site, 'own')
  const objects = {
    own,
    'other-unit': await place(service, site, 'other-unit'),
    sibling: await place(service, sibling, 'sibling'),
    foreign: await place(service, foreign, 'foreign'),
    missing: {
      unit: randomUUID(),
      camera: randomUUID(),
      alert: randomUUID(),
      discarded: randomUUID(),
      alertFilter: randomUUID(),
      passkey: randomUUID(),
      serviceAccount: randomUUID(),
      webhook: randomUUID(),
      webhookDelivery: randomUUID(),
      contact: randomUUID(),
      thumbnail: randomUUID(),
      site: randomUUID(),
      user: randomUUID(),
      administrator: randomUUID(),
      mail: randomUUID(),
      externalRun: randomUUID(),
      agent: randomUUID(),
      tag: randomUUID(),
      report: randomUUID(),
      recording: randomUUID(),
      delivery: randomUUID(),
      checkIn: randomUUID(),
      booking: randomUUID(),
      occurrence: randomUUID(),
      resident: randomUUID(),
      visit: randomUUID(),
      walk: randomUUID(),
      handover: randomUUID(),
      accident: randomUUID(),
    },
  }
  return { service, organisation, site, ownUnitId: own.unit, objects }
}

async function place(service: TestService, tenant: TestTenant, name: Place): Promise<Objects> {
  await insertKind(service, tenant, 'Mat')
  const unit = await insertUnit(service, tenant, canaryOf(name))
  const camera = await insertCamera(service, tenant, { unitId: unit, name: canaryOf(name), location: canaryOf(name) })
  const alert = await insertAlert(service, camera)
  const thumbnail = await insertMedia(service, camera, { kind: 'thumbnail', alert, bytes: Buffer.from(canaryOf(name)) })
  const user = await service.user({ role: 'USER', tenant, unitIds: [unit] })
  await service.sql`update app_user set first_name = ${canaryOf(name)} where id = ${user.id}`
  const administrator = await onlyAdministrator(service, tenant)
  const mail = await insertMail(service, tenant, canaryOf(name))
  const hook = await insertWebhook(service, tenant, { name: canaryOf(name), url: 'https://hooks.example/services/one' })
  const externalRun = await insertExternalRun(service, tenant, canaryOf(name))
  const [hub] = await service.sql<{ id: string }[]>`select id from agent where tenant_id = ${tenant.id} limit 1`
  const planned = await insertBooking(service, camera)
  return {
    externalRun,
    webhook: hook.id,
    webhookDelivery: hook.deliveryId,
    checkIn: await insertCheckIn(service, camera, canaryOf(name)),
    booking: planned.bookingId,
    occurrence: planned.occurrenceId,
    resident: await insertResident(service, camera, { name: canaryOf(name) }),
    visit: await insertVisit(service, camera),
    walk: await insertWalk(service, camera),
    handover: await insertHandover(service, camera, canaryOf(name)),
    accident: await insertAccident(service, camera, canaryOf(name)),
    report: await insertReport(service, alert, canaryOf(name)),
    recording: (await insertRecording(service, camera)).id,
    delivery: await insertDelivery(service, alert, canaryOf(name)),
    tag: await insertTag(service, tenant, canaryOf(name)),
    agent: hub!.id,
    mail,
    unit,
    camera: camera.id,
    alert: alert.id,
    discarded: (await insertAlert(service, camera)).id,
    passkey: await insertPasskey(service, tenant, user.id),
    serviceAccount: (await insertAccount(service, tenant, { name: canaryOf(name) })).id,
    contact: await insertContact(service, camera, canaryOf(name)),
    alertFilter: await insertAlertFilter(service, tenant, user.id, canaryOf(name)),
    thumbnail,
    site: tenant.id,
    user: user.id,
    administrator,
  }
}

/** Closed, and switched off. */
async function insertContact({ sql }: TestService, camera: { id: string; tenantId: string }, name: string) {
  const [row] = await sql<{ id: string }[]>`
    insert into contact (tenant_id, name, is_enabled, kind, minimum_severity, method, close_url, open_url, state_url,
      closed_text, open_text, camera_id, output, aimed, next_at, updated_at)
    values (${camera.tenantId}, ${name}, false, 'onvif', 'high', 'GET', '', '', '', '', '', ${camera.id}, 1, 'closed', now(),
      now()) returning id`
  return row!.id
}

async function insertAlertFilter({ sql }: TestService, tenant: TestTenant, userId: string, name: string) {
  const [row] = await sql<{ id: string }[]>`
    insert into alert_filter (tenant_id, user_id, slot, name, content, updated_at)
    values (${tenant.id}, ${userId}, 1, ${name}, '{}', now()) returning id`
  return row!.id
}

async function insertPasskey({ sql }: TestService, tenant: TestTenant, userId: string) {
  const [row] = await sql<{ id: string }[]>`
    insert into passkey (tenant_id, user_id, name, credential_id, public_key, created_at)
    values (${tenant.id}, ${userId}, 'Phone', ${randomUUID()}, '\\x00', now()) returning id`
  return row!.id
}

async function insertReport(service: TestService, alert: TestAlert, content: string): Promise<string> {
  const now = service.clock.now().toISOString()
  const [row] = await service.sql<{ id: string }[]>`
    insert into report (tenant_id, alert_id, state, content, created_at, edited_by, edited_by_name, edited_at)
    values (${alert.tenantId}, ${alert.id}, 'saved', ${content}, ${now}, uuidv7(), 'Test', ${now}) returning id`
  return row!.id
}

async function insertExternalRun(service: TestService, { id }: TestTenant, message: string): Promise<string> {
  const now = service.clock.now().toISOString()
  await service.sql`
    insert into external_system (tenant_id, field_map, updated_at)
    values (${id}, ${service.sql.json(DEFAULT_FIELD_MAP)}, ${now}) on conflict do nothing`
  const [row] = await service.sql<{ id: string }[]>`
    insert into external_run (tenant_id, state, camera_count, message, created_at, changed_at)
    values (${id}, 'done', 0, ${message}, ${now}, ${now}) returning id`
  return row!.id
}

/** A delivery that was given up. */
async function insertDelivery(service: TestService, alert: TestAlert, recipient: string): Promise<string> {
  const now = service.clock.now().toISOString()
  const [row] = await service.sql<{ id: string }[]>`
    insert into notification (tenant_id, cause, alert_id, channel, email, recipient_name, burst_id, state, due_at,
      created_at, changed_at)
    values (${alert.tenantId}, 'raised', ${alert.id}, 'mail', 'nurse@home.example', ${recipient}, uuidv7(), 'failed',
      ${now}, ${now}, ${now}) returning id`
  return row!.id
}

async function insertMail(service: TestService, { id: tenantId }: TestTenant, subject: string): Promise<string> {
  const now = service.clock.now().toISOString()
  const [row] = await service.sql<{ id: string }[]>`
    insert into mail_message (tenant_id, template, locale, recipient, subject, state, created_at, changed_at)
    values (${tenantId}, 'invitation', 'en', 'nurse@home.example', ${subject}, 'stored', ${now}, ${now}) returning id`
  return row!.id
}

/** The tenant's only administrator with a password, who therefore cannot be removed. */
async function onlyAdministrator(service: TestService, tenant: TestTenant): Promise<string> {
  const [there] = await service.sql<{ id: string }[]>`
    select id from app_user where tenant_id = ${tenant.id} and role = 'ADMIN' and password_hash is not null`
  return there?.id ?? (await service.user({ role: 'ADMIN', tenant, password: 'only administrator' })).id
}

type Principal = keyof typeof REACH
export const PRINCIPALS = Object.keys(REACH) as Principal[]
export const roleOf = (principal: Principal) => principal.split(' ')[0] as Role
const emailOf = (role: Role) => Object.keys(LETTERS).find((letter) => LETTERS[letter] === role)!

/** A new user with their own session, so that rows do not affect each other. */
export async function signIn({ service, organisation, site, ownUnitId }: World, principal: Principal) {
  const role = roleOf(principal)
  const isBound = role === 'USER' || role === 'RESTRICTED_USER' || principal.endsWith('bound')
  const isConnected = principal.endsWith('connected')
  const tenant = role === 'ORG_ADMIN' ? organisation : role === 'SUPER_ADMIN' ? undefined : site
  const user = await service.user({ role, tenant, unitIds: isBound ? [ownUnitId] : [] })
  if (isConnected) await service.sql`update session set acting_tenant_id = ${site.id} where id = ${user.sessionId}`
  return user
}

/** `bytes`: the raw body of an upload. */
type Sent = { params?: object; query?: object; body?: object; bytes?: Buffer }
export type Answered = { status: number; key: string | null; text: string }

/** Makes the call without interpreting it. */
export async function send(
  http: FastifyInstance,
  entry: Endpoint,
  token: string | undefined,
  sent: Sent,
): Promise<Answered> {
  const method = methodOf(entry)
  const answer = await http.inject({
    method,
    url: `/api/${pathOf(entry, sent)}`,
    headers: {
      ...(token !== undefined && { 'x-authtoken': token }),
      ...(method !== 'GET' && { 'content-type': entry.intake === 'bytes' ? 'image/jpeg' : 'application/json' }),
    },
    ...(method !== 'GET' && { payload: sent.bytes ?? JSON.stringify(sent.body ?? {}) }),
  })
  const isJson = String(answer.headers['content-type']).startsWith('application/json')
  const body: unknown = isJson ? answer.json() : null
  // A successful response may have a field of that name too: a hub's new key.
  const isRejection = answer.statusCode >= 400 && body && typeof body === 'object' && 'key' in body
  const key = isRejection ? String(body.key) : null
  return { status: answer.statusCode, key, text: answer.body }
}

/** Errors in the row of one call and one caller, over all places of its object; empty if there are none. */
export async function objectErrors(
  world: World,
  http: FastifyInstance,
  [key, entry, who, naming]: [key: string, entry: Endpoint, who: string, naming: Naming],
  principal: Principal,
): Promise<string[]> {
  const letter = emailOf(roleOf(principal))
  if (!who.includes(letter)) return []
  const answers = {} as Record<Place, Answered>
  const { token } = await signIn(world, principal)
  for (const at of PLACES) {
    const id = at === 'malformed' ? 'not-an-id' : world.objects[at][naming.of]
    answers[at] = await send(http, entry, token, naming.request(id))
  }
  const reach = naming.reach?.[principal] ?? REACH[principal]
  // A list of the site is open to bound users; its entries are of the own unit alone.
  const shown = naming.of === 'site' && principal === 'ADMIN bound' ? REACH[principal] : reach
  const errors: string[] = []
  const say = (place: Place, what: string) =>
    errors.push(
      `${key} by ${principal}, ${place}: ${what}, ${answers[place].status} ${answers[place].text.slice(0, 200)}`,
    )
  if (principal === 'ADMIN bound' && BOUND_REFUSED.includes(key)) {
    const open = PLACES.filter((place) => answers[place].key !== 'bound-to-units')
    return open.map((place) => `${key} by ${principal}, ${place}: ${answers[place].status} ${answers[place].text}`)
  }
  if (![400, 404].includes(answers.malformed.status) && naming.of !== 'unit') say('malformed', 'was not refused')
  for (const place of PLACES) {
    if (place === 'malformed' || place === 'missing') continue
    const { status, key: rejection, text } = answers[place]
    if (reach.includes(place)) {
      if (!(naming.reached ?? [200]).includes(rejection ?? status)) say(place, 'was not reached')
    } else if (text !== answers.missing.text || status !== answers.missing.status) {
      say(place, `differs from a missing one (${answers.missing.status} ${answers.missing.text.slice(0, 200)})`)
    }
    for (const hidden of PLACES) {
      if (!shown.includes(hidden) && text.includes(canaryOf(hidden))) say(place, `shows ${hidden}`)
    }
  }
  return errors
}

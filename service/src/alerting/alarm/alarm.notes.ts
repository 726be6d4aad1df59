/** Notes on an alert, and colleagues that are asked: only people who may see it are named. Requirement ALARM-07. */
import type { alertNoteEndpoints } from '@mimamori/contract/alerting/alert-note.ts'
import type { Context, Handlers } from '#platform/context.ts'
import type { PlatformDb, TenantDb } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'
import { fail, found } from '#platform/service-error.ts'
import { type Answerer, answererOf } from '#shared/answerer.ts'
import { presentOf, readRoster } from '#shared/duty.ts'
import { residentScope } from '#shared/resident-scope.ts'
import { type AlarmPlace, findAlarms } from './alarm.queries.ts'

type Colleague = { userId: string; userName: string; isOnDuty: boolean; isAdministrator: boolean }

export const alertNoteRoutes: Handlers<typeof alertNoteEndpoints> = {
  async 'alert.colleagues'(context, { params }) {
    const place = await placeOf(context, params.id)
    return { records: await colleaguesOf(context, place) }
  },

  async 'alert.note'(context, { params, body }) {
    const { db, actor, now, audit, rateLimit, afterCommit, bus, wakeSignals } = context
    const place = await placeOf(context, params.id)
    const { id, tenantId, unitId } = place
    const known = new Map((await colleaguesOf(context, place)).map((one) => [one.userId, one]))
    const people = [...new Set(body.userIds)].map((userId) => known.get(userId))
    const asked = people.flatMap((one) => (one ? [{ userId: one.userId, userName: one.userName }] : []))
    if (asked.length < people.length) throw fail('invalid-request', { userIds: 'invalid' })
    rateLimit.take('note', actor.userId)
    await db.writeTo(tenantId)
    const { by, source } = await answererOf(context, tenantId, { ...body, source: 'console' })
    const kind: Note['kind'] = asked.length > 0 ? 'asked' : 'noted'
    const note = { alertId: id, kind, text: body.text, requestId: body.requestId, source }
    if (!(await addNote(db, note, by, now))) return { asked }
    await addAskedNotices(db, id, asked, now)
    const askedIds = asked.map(({ userId }) => userId)
    await audit({
      action: 'alert.note',
      objectType: 'alert',
      objectId: id,
      details: { byUserId: by.userId, askedIds },
    })
    afterCommit(() => {
      bus.publish(tenantId, { type: 'alert-changed', alertIds: [id], unitId })
      wakeSignals.send('notice')
    })
    return { asked }
  },
}

async function placeOf({ db, actor }: Context, id: string): Promise<AlarmPlace> {
  const [place] = await findAlarms(db, found(residentScope(actor)), [id])
  return found(place)
}

async function colleaguesOf({ asPlatform, actor, now }: Context, place: AlarmPlace): Promise<Colleague[]> {
  return asPlatform('people who may see an alert', async (db) => {
    const present = new Set(presentOf(await readRoster(db, place.tenantId, now)).map(({ id }) => id))
    const people = (await readColleagues(db, place)).filter(({ userId }) => userId !== actor.userId)
    return people.map((person) => ({ ...person, isOnDuty: present.has(person.userId) }))
  })
}

/** People of the site who are bound to the alert's unit, or to none; no stations and no disabled users. */
function readColleagues(db: PlatformDb, { tenantId, unitId }: AlarmPlace): Promise<Omit<Colleague, 'isOnDuty'>[]> {
  return db.rows(sql<Omit<Colleague, 'isOnDuty'>>`
    select u.id as "userId", coalesce(nullif(person_name(u.first_name, u.last_name), ''), u.email) as "userName",
      u.role = 'ADMIN' as "isAdministrator"
    from app_user u
    where u.tenant_id = ${tenantId} and u.type <> 'SHARED' and u.disabled_at is null
      and u.role in ('ADMIN', 'USER', 'RESTRICTED_USER')
      and (exists (select from user_unit b where b.tenant_id = u.tenant_id and b.user_id = u.id and b.unit_id = ${unitId})
        or (u.role <> 'RESTRICTED_USER'
          and not exists (select from user_unit b where b.tenant_id = u.tenant_id and b.user_id = u.id)))
    order by u.sort_name, u.id`)
}

type Note = { alertId: string; kind: 'noted' | 'asked'; text: string; requestId: string; source: string }

/** False: it was added before. */
async function addNote(db: TenantDb, note: Note, by: Answerer, now: Date): Promise<boolean> {
  const { alertId, kind, text, requestId, source } = note
  const count = await db.run(sql`
    insert into alert_step (tenant_id, alert_id, at, kind, user_id, user_name, note, source, request_id)
    values (${db.tenantId}, ${alertId}, ${now}, ${kind}, ${by.userId}, ${by.userName}, ${text || null}, ${source},
      ${requestId})
    on conflict do nothing`)
  return count > 0
}

async function addAskedNotices(
  db: TenantDb,
  alertId: string,
  people: readonly { userId: string }[],
  now: Date,
): Promise<void> {
  if (people.length === 0) return
  await db.run(sql`
    insert into notice (tenant_id, cause, alert_id, user_id, created_at)
    select ${db.tenantId}, 'asked', ${alertId}, p.id, ${now} from unnest(${people.map(({ userId }) => userId)}::uuid[]) p (id)`)
}

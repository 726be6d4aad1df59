/** Turns notices into messages to people, and publishes them. Requirements ALERT-04, ALERT-05, CAM-04, NAV-05. */
import { LATE_AFTER_MS } from '@mimamori/contract/alerting/alert-lists.ts'
import { groupOfRound, type NotificationChannel } from '@mimamori/contract/alerting/channel.ts'
import type { LiveEvent } from '@mimamori/contract/alerting/live-event.ts'
import { isQuietAt } from '@mimamori/contract/alerting/quiet-hours.ts'
import { plain } from '@mimamori/contract/shared/plain.ts'
import type { Bus } from '#platform/messaging/bus.ts'
import type { Database, PlatformDb } from '#platform/postgres/database.ts'
import { onDutyAt, type Roster, readRoster } from '#shared/duty.ts'
import { audienceOf, fallbackOf, type Recipient, type Wanted, wantedBy, withDuty } from './notice.audience.ts'
import { isAware, readAware } from './notice.aware.ts'
import { type Burst, gatheredBy, timeMessage } from './notice.burst.ts'
import type { Person } from './notice.person.ts'
import {
  addEscalationSteps,
  findNotices,
  insertMessages,
  lockCauses,
  makeIds,
  type NewMessage,
  type Notice,
  planAnew,
  putOffNotice,
  readAdministrators,
  readBursts,
  readNotices,
  readPeople,
  removeNotices,
  takeTurn,
} from './notice.queries.ts'
import { addRoundSteps, type Callable, calledIn, decideAnew, readCallable } from './notice.round.ts'

/** In one transaction, which also locks its alerts and planned check-ins, for some 50 ms. */
export const NOTICES_AT_ONCE = 400
/** More waiting notices than this count as a storm. */
const STORM = 50

/** A notice that cannot be expanded is tried again after this. */
export const NOTICE_PAUSE_MS = 60_000

type ExpandOptions = {
  bus: Pick<Bus, 'publish'>
  isMailSent: boolean
  onError: (error: unknown, noticeId: string) => void
}
type News = { tenantId: string; event: LiveEvent }

/**
 * Expands the oldest notices; returns how many there were. A notice that fails is postponed, and the others continue.
 */
export async function expandNotices(database: Database, options: ExpandOptions, now: Date): Promise<number> {
  const ids = await database.asPlatform('find notices', (db) => findNotices(db, now, NOTICES_AT_ONCE))
  if (ids.length === 0) return 0
  await expandApart(database, options, ids, now)
  return ids.length
}

/** By halves where one fails. Throws only when that cannot even be put off: then the database is away, and all wait. */
async function expandApart(
  database: Database,
  options: ExpandOptions,
  ids: readonly string[],
  now: Date,
): Promise<void> {
  try {
    await expandTogether(database, options, ids, now)
  } catch (error) {
    if (ids.length > 1) {
      const middle = Math.ceil(ids.length / 2)
      await expandApart(database, options, ids.slice(0, middle), now)
      await expandApart(database, options, ids.slice(middle), now)
      return
    }
    const [id] = ids
    const until = new Date(now.getTime() + NOTICE_PAUSE_MS)
    await database.asPlatform('put a notice off', (db) => putOffNotice(db, id!, until))
    options.onError(error, id!)
  }
}

/** All of them or none; those that another instance has expanded meanwhile are not there any more. */
async function expandTogether(
  database: Database,
  { bus, isMailSent }: ExpandOptions,
  ids: readonly string[],
  now: Date,
): Promise<void> {
  const news = await database.asPlatform('expand notices', async (db) => {
    await takeTurn(db)
    if (ids.length >= STORM) await planAnew(db)
    await lockCauses(db, ids)
    const notices = await readNotices(db, ids, now)
    const news: News[] = []
    for (const [tenantId, own] of Map.groupBy(notices, (notice) => notice.tenantId)) {
      const open = own.filter((notice) => !notice.isOver)
      news.push(...(await expandOfTenant(db, tenantId, open, isMailSent, now)))
    }
    await removeNotices(db, ids)
    return news
  })
  for (const { tenantId, event } of news) bus.publish(tenantId, event)
}

type Addressed = { notice: Notice; to: Recipient }

async function expandOfTenant(
  db: PlatformDb,
  tenantId: string,
  notices: readonly Notice[],
  isMailSent: boolean,
  now: Date,
): Promise<News[]> {
  const called = notices.some(({ round }) => round !== null) ? await readCallable(db, notices[0]!) : []
  const named = notices.map((notice) => ({ notice, wanted: wantedFor(notice, called) }))
  const roster = named.some(({ wanted }) => wanted.onDuty) ? await readRoster(db, tenantId, now) : NO_ROSTER
  const wanted = named.map(({ notice, wanted: by }) => ({ notice, wanted: withDuty(by, roster, notice) }))
  const all = (pick: (each: Wanted) => readonly string[]) => [...new Set(wanted.flatMap(({ wanted }) => pick(wanted)))]
  const userIds = all((each) => [...each.userIds, ...each.mobileUserIds, ...each.desktopUserIds])
  const people = await readPeople(db, { tenantId, userIds, unitIds: all(({ unitIds }) => unitIds) })
  const isQuiet = await quietRule(db, { tenantId, people, roster }, now)
  const audienceFor = (notice: Notice, wanted: Wanted, people: readonly Person[]) => {
    const place = { tenantId, parentId: notice.parentId, unitId: notice.unitId }
    return audienceOf(wanted, people, { ...notice, place, isQuiet: isQuiet(notice) }, isMailSent || notice.isDemo)
  }
  const addressed: Addressed[] = []
  for (const { notice, wanted: by } of wanted) {
    let audience = audienceFor(notice, by, people)
    // A rule without remaining recipients must still notify somebody.
    if (audience.length === 0 && notice.cause === 'escalated') {
      const userIds = await readAdministrators(db, tenantId)
      const administrators = await readPeople(db, { tenantId, userIds, unitIds: [] })
      audience = audienceFor(notice, { ...NOBODY, userIds }, administrators)
    }
    for (const to of audience) addressed.push({ notice, to })
  }
  const sent = onePerRecipient(addressed)
  const sourceIds = [...new Set(sent.flatMap(({ notice }) => gatheredBy(notice).sourceId ?? []))]
  const bursts = await readBursts(db, tenantId, sourceIds, now)
  const fresh = await withoutAware(db, tenantId, sent, now)
  const ids = await makeIds(db, fresh.length)
  const gathering: Gathering = { bursts, listed: new Set(), rounds: new Map() }
  const messages = fresh.map(({ notice, to }, at) => toMessage(notice, to, ids[at]!, gathering, now))
  const inserted = await insertMessages(db, messages, now)
  await addSteps(db, notices, { addressed, fresh }, now)
  return newsOf(
    tenantId,
    notices,
    messages.filter(({ id }) => inserted.has(id)),
  )
}

type Staff = { tenantId: string; people: readonly Person[]; roster: Roster }

/** Quiet hours of those who are not on duty at the place of a notice. REACH-04. */
async function quietRule(db: PlatformDb, { tenantId, people, roster }: Staff, now: Date) {
  const hasQuiet = people.some(({ quietHours }) => Object.values(quietHours).some((hours) => hours !== null))
  const duty = hasQuiet && roster === NO_ROSTER ? await readRoster(db, tenantId, now) : roster
  return (notice: Notice) => {
    const busy = new Set(onDutyAt(duty, notice).map(({ id }) => id))
    return ({ id, quietHours, timeZone }: Person, channel: NotificationChannel) => {
      const hours = quietHours[channel]
      return hours != null && !busy.has(id) && isQuietAt(hours, now, timeZone)
    }
  }
}

/** Rules that are due together for one alert send one message to a person, which names them all. */
function onePerRecipient(addressed: readonly Addressed[]): Addressed[] {
  const byRecipient = Map.groupBy(addressed, ({ notice, to }, at) =>
    notice.cause === 'escalated' ? `${notice.alertId} ${to.channel} ${to.person?.id ?? plain(to.email!)}` : at,
  )
  return [...byRecipient.values()].map((all) => {
    const [first] = all as [Addressed, ...Addressed[]]
    const names = [...new Set(all.flatMap(({ notice }) => notice.escalationName ?? []))]
    return { ...first, notice: { ...first.notice, escalationName: names.length > 0 ? names.join(', ') : null } }
  })
}

/** Without recipients who know of the call of the room. */
async function withoutAware(db: PlatformDb, tenantId: string, addressed: readonly Addressed[], now: Date) {
  const isAsked = ({ cause, room }: Notice) => room !== null && (cause === 'raised' || cause === 'escalated')
  const cameraIds = addressed.flatMap(({ notice }) => (isAsked(notice) ? [notice.cameraId!] : []))
  const aware = await readAware(db, tenantId, [...new Set(cameraIds)], now)
  return addressed.filter(({ notice, to: { person, email, channel } }) => {
    const { room, alertId, rank, repeatMinutes } = notice
    if (!isAsked(notice) || room === null || alertId === null) return true
    const one = { recipient: `${person?.id ?? plain(email!)} ${channel}`, room, alertId, rank }
    if (isAware(aware, { ...one, repeatMinutes }, now)) return false
    aware.push({ ...one, atMs: now.getTime(), isFailed: false })
    return true
  })
}

/** Adds to the timelines what the notices stand for, and decides anew about alarms whose step sent nothing. */
async function addSteps(
  db: PlatformDb,
  notices: readonly Notice[],
  { addressed, fresh }: { addressed: readonly Addressed[]; fresh: readonly Addressed[] },
  now: Date,
): Promise<void> {
  const escalated = notices.filter(({ cause }) => cause === 'escalated')
  await addEscalationSteps(db, escalated, now)
  const byNotice = Map.groupBy(addressed, ({ notice }) => notice.id)
  const recipientsOf = ({ id }: Notice) => {
    const all = (byNotice.get(id) ?? []).map(({ to }) => recipientOf(to.person, to.email))
    return [...new Map(all.map((to) => [to.userId ?? to.email, to.recipientName])).values()]
  }
  const steps = notices.flatMap((notice) =>
    notice.round === null || notice.alertId === null
      ? []
      : [{ ...notice, alertId: notice.alertId, round: notice.round, recipients: recipientsOf(notice) }],
  )
  await addRoundSteps(db, steps, now)
  const called = new Set(fresh.map(({ notice }) => notice.alertId))
  const silent = notices.flatMap(({ tenantId, id, cause, alertId }) => {
    const isUnheard = !byNotice.has(id)
    return CHAIN.has(cause) && alertId !== null && (isUnheard || !called.has(alertId))
      ? [{ tenantId, alertId, isUnheard }]
      : []
  })
  await decideAnew(db, silent, now)
}

/** Causes that are not listed under the bell. */
const QUIET: ReadonlySet<Notice['cause']> = new Set(['raised', 'unanswered'])
/** Steps of an alarm until somebody answers. */
const CHAIN: ReadonlySet<Notice['cause']> = new Set(['raised', 'reopened', 'escalated', 'unanswered'])
const NOBODY: Wanted = { emails: [], mobileUserIds: [], desktopUserIds: [], userIds: [], unitIds: [], onDuty: false }
const NO_ROSTER: Roster = { atMs: 0, isDated: false, people: [] }

function wantedFor(notice: Notice, called: readonly Callable[]): Wanted {
  const { cause, round, userId, subscribers, escalationUserIds, escalationUnitIds, reminderUserIds } = notice
  if (cause === 'sample' || cause === 'asked') return { ...NOBODY, userIds: [userId!] }
  if (cause === 'reminder') return { ...NOBODY, userIds: [userId!, ...reminderUserIds] }
  if (cause === 'escalated') return { ...NOBODY, userIds: escalationUserIds, unitIds: escalationUnitIds }
  if (round !== null) {
    return { ...NOBODY, userIds: calledIn(round, notice, called), onDuty: groupOfRound(round) === 'duty' }
  }
  const wanted = wantedBy(subscribers)
  return cause === 'reopened' && userId ? { ...wanted, userIds: [...wanted.userIds, userId] } : wanted
}

/**
 * `listed`: for each notice and user, whether one of the messages is listed under the bell. `rounds`: for each recipient,
 * channel and site the message that counts all alarms that are repeated at this moment.
 */
type Gathering = { bursts: Map<string, Burst>; listed: Set<string>; rounds: Map<string, string> }

function toMessage(
  notice: Notice,
  { channel, person, email, deviceKind }: Recipient,
  id: string,
  { bursts, listed, rounds }: Gathering,
  now: Date,
): NewMessage {
  const { tenantId, cause, alertId, occurrenceId, escalationId, escalationName, activity, severity, opening } = notice
  const { sourceId, key: what } = gatheredBy(notice)
  const recipient = person?.id ?? plain(email!)
  const key = `${recipient} ${channel} ${what}${cause === 'raised' ? '' : ` ${cause}`}`
  const timing =
    cause === 'raised' || (cause === 'escalated' && notice.heldMs >= LATE_AFTER_MS)
      ? timeMessage(bursts, { key, id, severity: severity! }, now)
      : { burstId: id, burstEndsAt: null, isGathered: false, nextAt: now }
  if (cause === 'unanswered') {
    timing.burstId = rounds.get(`${recipient} ${channel}`) ?? id
    rounds.set(`${recipient} ${channel}`, timing.burstId)
  }
  // Rounds are in no list under the bell: the alarm itself is, and the bar shows it until it is answered.
  const isListed = !QUIET.has(cause) && person !== null && !listed.has(`${notice.id} ${person.id}`)
  if (isListed) listed.add(`${notice.id} ${person.id}`)
  return {
    ...{
      tenantId,
      id,
      cause,
      alertId,
      occurrenceId,
      escalationName,
      channel,
      sourceId,
      activity,
      severity,
      opening,
      isListed,
    },
    ...timing,
    occasionId: cause === 'raised' ? null : (escalationId ?? notice.id),
    deviceKind: channel === 'push' ? deviceKind : null,
    fallback: fallbackOf(channel, person),
    ...recipientOf(person, email),
  }
}

function recipientOf(person: Person | null, email: string | null) {
  return { userId: person?.id ?? null, email, recipientName: person?.name || person?.email || email! }
}

/** One event for each user notified of something besides the alert itself, and one for the timelines that grew. */
function newsOf(tenantId: string, notices: readonly Notice[], messages: readonly NewMessage[]): News[] {
  const byAlert = new Map(notices.map((notice) => [notice.alertId, notice]))
  const byCause = new Map(notices.map((notice) => [notice.alertId ?? notice.occurrenceId, notice]))
  const personal = messages.filter(({ isListed }) => isListed)
  const grown = new Set(messages.flatMap(({ alertId }) => alertId ?? []))
  for (const { cause, alertId } of notices) if (cause === 'escalated') grown.add(alertId!)
  const byUnit = Map.groupBy([...grown], (id) => byAlert.get(id)!.unitId)
  return [
    ...personal.map(({ id, cause, alertId, occurrenceId, userId }): News => {
      const { activity, isPossible, kindName, severity, location } = byCause.get(alertId ?? occurrenceId)!
      const event = { type: 'notified', notificationId: id, cause, alertId, occurrenceId } as const
      return { tenantId, event: { ...event, activity, isPossible, kindName, severity, location, forUserId: userId! } }
    }),
    ...[...byUnit].map(
      ([unitId, alertIds]): News => ({ tenantId, event: { type: 'alert-changed', alertIds, unitId } }),
    ),
  ]
}

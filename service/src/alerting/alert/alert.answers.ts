/** What one call does to alerts, tenant by tenant: rows, timeline, audit, and news for the open consoles. */

import type { AlertPatch, Verdict } from '@mimamori/contract/alerting/alert.ts'
import type { LiveEvent } from '@mimamori/contract/alerting/live-event.ts'
import type { Context } from '#platform/context.ts'
import { sql } from '#platform/postgres/sql.ts'
import { fail } from '#platform/service-error.ts'
import { hasAccess, requireAccess } from '#shared/access.ts'
import { resolveAlarms } from '#shared/alarm/alarm-steps.ts'
import {
  addSteps,
  findOpenAlarms,
  lockTargets,
  markFirstSeen,
  markSeen,
  type Person,
  type Step,
  setArchived,
  setVerdict,
  type Target,
} from './alert.changes.ts'

/** Changed for everybody, or for the requesting user alone; `answered`: alarms among the former. */
export type Changed = { forAll: Set<string>; forUser: Set<string>; answered?: Set<string> }

/** Applies the change to the targets and returns how many of them changed. */
export async function changeAlerts(context: Context, targets: readonly Target[], change: AlertPatch): Promise<number> {
  if (change.archived !== undefined) requireAccess(context.actor, 'archive alerts')
  const person = await readPerson(context)
  let count = 0
  for (const [tenantId, own] of Map.groupBy(targets, (target) => target.tenantId)) {
    await context.db.writeTo(tenantId)
    const changed = await changeOwn(context, person, own, change)
    count += new Set([...changed.forAll, ...changed.forUser]).size
    tell(context, tenantId, own, changed)
  }
  return count
}

export async function readPerson({ actor, asPlatform }: Context): Promise<Person> {
  const row = await asPlatform('name of who acts', (db) =>
    db.first(sql<{ name: string }>`select person_name(first_name, last_name) as name from app_user
      where tenant_id = ${actor.homeTenantId} and id = ${actor.userId}`),
  )
  return { id: actor.userId, name: row!.name }
}

async function changeOwn(
  context: Context,
  person: Person,
  targets: readonly Target[],
  { hasRead, archived, verdict, verdictReason }: AlertPatch,
): Promise<Changed> {
  const ids = targets.map((target) => target.id)
  await lockTargets(context.db, ids)
  const changed: Changed = { forAll: new Set(), forUser: new Set() }
  if (hasRead) await see(context, person, ids, changed)
  if (archived !== undefined) {
    // Nobody would answer an alarm that is not listed.
    if (archived && (await findOpenAlarms(context.db, ids)).length > 0) throw fail('alarm-not-over')
    const moved = await setArchived(context.db, ids, archived)
    const kind = archived ? 'archived' : 'unarchived'
    await record(context, person, moved, { kind }, `alert.${archived ? 'archive' : 'unarchive'}`)
    for (const id of moved) changed.forAll.add(id)
  }
  if (verdict) {
    const judgement = { verdict, verdictReason: verdictReason || null }
    const judged = await setVerdict(context.db, ids, judgement)
    await record(context, person, judged, { kind: 'judged', ...judgement }, 'alert.judge', { verdict })
    for (const id of judged) changed.forAll.add(id)
    await answerByVerdict(context, person, ids, judgement, changed)
  }
  return changed
}

/**
 * A verdict by a person with the right to answer: a false alarm is over, and activity counts as read. A verdict of an
 * ANNOTATOR is for training alone. ALARM-01.
 */
async function answerByVerdict(
  context: Context,
  person: Person,
  ids: readonly string[],
  { verdict, verdictReason }: { verdict: Verdict; verdictReason: string | null },
  changed: Changed,
): Promise<void> {
  const { db, actor, now, audit } = context
  if (!hasAccess(actor, 'answer alarms')) return
  for (const id of await markFirstSeen(db, person, ids, now)) changed.forAll.add(id)
  if (verdict !== 'false-alarm') return
  const step = { userId: person.id, userName: person.name, source: null, pressedAt: null, requestId: null }
  const ending = { outcome: verdict, note: verdictReason, isOpenOnly: false }
  const over = await resolveAlarms(db, ids, step, ending, now)
  for (const id of over) changed.forAll.add(id)
  if (over.length === 0) return
  changed.answered = new Set(over)
  await audit({
    action: 'alarm.resolve',
    objectType: 'alert',
    objectId: null,
    details: { outcome: verdict, ids: over },
  })
}

/** SUPER_ADMIN and ANNOTATOR look without being on duty: seen for the own badge, not on the timeline. ALERT-06. */
async function see(context: Context, person: Person, ids: readonly string[], changed: Changed): Promise<void> {
  const { db, actor, now } = context
  const seen = await markSeen(db, actor.userId, ids, now)
  for (const id of seen) changed.forUser.add(id)
  if (!hasAccess(actor, 'count as care staff')) return
  const first = await markFirstSeen(db, person, ids, now)
  for (const id of first) changed.forAll.add(id)
  await record(context, person, [...new Set([...seen, ...first])], { kind: 'seen' }, 'alert.see')
}

/** What was done to these is put on their timelines and into the audit. */
export async function record(
  { db, now, audit }: Context,
  person: Person,
  ids: readonly string[],
  step: Step,
  action: string,
  details: { verdict?: Verdict } = {},
): Promise<void> {
  if (ids.length === 0) return
  await addSteps(db, person, ids, step, now)
  const isOne = ids.length === 1
  await audit({
    action,
    objectType: 'alert',
    objectId: isOne ? ids[0]! : null,
    details: { ...details, ...(!isOne && { ids }) },
  })
}

/** Notifies open consoles of changed alerts, within their rights. */
export function tell(
  context: Context,
  tenantId: string,
  targets: readonly Target[],
  { forAll, forUser, answered }: Changed,
): void {
  const { actor, bus, afterCommit } = context
  for (const [unitId, own] of Map.groupBy(targets, (target) => target.unitId)) {
    const everybodys = own.map((target) => target.id).filter((id) => forAll.has(id))
    const mine = own.map((target) => target.id).filter((id) => forUser.has(id) && !forAll.has(id))
    const events: LiveEvent[] = []
    if (everybodys.length > 0) events.push({ type: 'alert-changed', alertIds: everybodys, unitId })
    const alarms = everybodys.filter((id) => answered?.has(id))
    if (alarms.length > 0) events.push({ type: 'alarm-changed', alertIds: alarms, unitId })
    if (mine.length > 0) events.push({ type: 'alert-changed', alertIds: mine, unitId, forUserId: actor.userId })
    afterCommit(() => {
      for (const event of events) bus.publish(tenantId, event)
    })
  }
}

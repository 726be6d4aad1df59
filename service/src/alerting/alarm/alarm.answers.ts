/** A press becomes a step of its alarm: who, the new state, the timeline, the audit, and news for others. ALARM-01, ALARM-02. */
import type { Alarm, alarmAnswer, alarmEndpoints, ChangedAlarms } from '@mimamori/contract/alerting/alarm.ts'
import type { LiveEvent } from '@mimamori/contract/alerting/live-event.ts'
import { compareBadness } from '@mimamori/contract/shared/alarm-order.ts'
import {
  OFFLINE_PRESS_MAX_MS,
  PRESS_AHEAD_MS,
  type PressSource,
  type StoredOutcome,
} from '@mimamori/contract/shared/alarm-state.ts'
import type { z } from 'zod'
import type { Context } from '#platform/context.ts'
import { fail, found } from '#platform/service-error.ts'
import { addAlarmSteps, judgeFalse, resolveAlarms, type StepOf } from '#shared/alarm/alarm-steps.ts'
import { type Answerer, answererOf } from '#shared/answerer.ts'
import { residentScope } from '#shared/resident-scope.ts'
import {
  type AlarmPlace,
  addReopenedNotice,
  findAlarms,
  findInRoom,
  findLateAlarms,
  lockAlarms,
  lockStanding,
  type Standing,
  storeAlarm,
} from './alarm.queries.ts'
import { answerRoom, type ChangedMember } from './alarm.room.ts'

type Body = z.output<typeof alarmAnswer>
export type PressBody = Pick<Body, 'requestId' | 'pressedAt' | 'source' | 'byUserId'>

type Proof = Pick<Extract<Body, { action: 'resolve' }>, 'proof'>

/**
 * Answers the call of the alert's room; returns its changed alarms. Repeating a press changes nothing. `from`: where it
 * was pressed, if not in a console; `by`: whose press it is, if not the caller's.
 */
export async function answerAlarm(
  context: Context,
  id: string,
  body: Body,
  from: { source: PressSource; by?: Answerer } = body,
): Promise<ChangedAlarms> {
  const { db, actor, now } = context
  checkPressedAt(body.pressedAt, now)
  const scope = found(residentScope(actor))
  const [place] = await findAlarms(db, scope, [id])
  const { tenantId } = found(place)
  await db.writeTo(tenantId)
  const ends = body.action === 'resolve' && { ending: { proof: body.proof, pressedAt: body.pressedAt } }
  const { source, by } = from.by
    ? { ...from, by: from.by }
    : await answererOf(context, tenantId, { ...body, source: from.source, ...ends })
  const places = await findInRoom(db, scope, id)
  const locked = await lockStanding(
    db,
    places.map((one) => one.id),
    { requestId: body.requestId, userId: by.userId },
  )
  const named = found(locked.find((one) => one.id === id))
  if (!named.alarm) throw fail('alarm-state')
  if (named.isRepeated) return answerOf(locked.filter(({ isRepeated }) => isRepeated))
  const { action, requestId: _, ...press } = body
  const ending = action === 'resolve' ? { outcome: body.outcome, note: body.note } : {}
  const answered = answerRoom(
    locked.filter(isAlarm),
    { ...press, ...ending, action, by, namedId: id, isAlone: action === 'resolve' && body.isAlone },
    { nowMs: now.getTime(), arrivalLimitMs: named.arrivalLimitMs },
  )
  if (answered.kind === 'refused') throw fail(answered.key)
  if (answered.kind === 'same') return answerOf([named])
  const { members } = answered
  await storeAnswer(context, tenantId, members, { body, step: stepOf(by, source, body) })
  const changed = new Set(members.map((member) => member.id))
  const openAgain = members.filter(({ alarm, before }) => alarm.opening > before.opening)
  // One message for the room, about the worst.
  const [worst] = openAgain.toSorted(compareBadness)
  if (worst) await addReopenedNotice(db, { tenantId, alertId: worst.id, claimerId: null }, now)
  announce(
    context,
    places.filter((one) => changed.has(one.id)),
    openAgain.length > 0,
  )
  return answerOf(members)
}

const isAlarm = (one: Standing): one is Standing & { alarm: Alarm } => one.alarm !== null

function answerOf(alarms: readonly { id: string; alarm: Alarm | null }[]): ChangedAlarms {
  return { records: alarms.flatMap(({ id, alarm }) => (alarm ? [{ alertId: id, alarm }] : [])) }
}

/** The new states, the steps of each timeline, the verdict of false alarms, and the audit. */
async function storeAnswer(
  { db, now, audit }: Context,
  tenantId: string,
  members: readonly ChangedMember[],
  { body, step }: { body: Body; step: StepOf },
): Promise<void> {
  const ending = body.action === 'resolve' ? { outcome: body.outcome, note: body.note } : {}
  const note = 'note' in body ? body.note : null
  for (const { id, before, alarm, steps } of members) {
    await storeAlarm(db, tenantId, id, alarm)
    const kinds = steps.map((kind) => (kind === 'resolved' ? { kind, ...ending } : { kind, note }))
    await addAlarmSteps(db, [id], step, kinds, now, new Map([[id, before]]))
  }
  const ids = members.map(({ id }) => id)
  if (body.action === 'resolve' && body.outcome === 'false-alarm') await judgeFalse(db, ids, step, now)
  const outcome = body.action === 'resolve' ? { outcome: body.outcome } : {}
  const beside = ids.length > 1 ? { ids } : {}
  await audit({
    action: `alarm.${body.action}`,
    objectType: 'alert',
    objectId: ids[0]!,
    details: { source: step.source, byUserId: step.userId, ...outcome, ...beside },
  })
}

/** Resolves the unclaimed ones of these alarms; returns their number. */
export async function resolveMany(
  context: Context,
  ids: readonly string[],
  ending: PressBody & Proof & { outcome: Extract<Body, { action: 'resolve' }>['outcome']; note?: string },
): Promise<number> {
  checkPressedAt(ending.pressedAt, context.now)
  const scope = residentScope(context.actor)
  return endOpen(context, scope ? await findAlarms(context.db, scope, ids) : [], ending)
}

type LookThrough = z.output<(typeof alarmEndpoints)['alarm.lookThrough']['body']>

/** Ends those of the alarms that came late and that nobody goes to; answers how many they were. */
export async function lookThrough(context: Context, { ids, ...press }: LookThrough): Promise<number> {
  checkPressedAt(press.pressedAt, context.now)
  const scope = residentScope(context.actor)
  const places = scope ? await findLateAlarms(context.db, scope, ids) : []
  return endOpen(context, places, { ...press, outcome: 'looked-through' })
}

async function endOpen(
  context: Context,
  places: readonly AlarmPlace[],
  { outcome, note, proof, ...press }: PressBody & Proof & { outcome: StoredOutcome; note?: string },
): Promise<number> {
  const { db, now, audit } = context
  let count = 0
  for (const [tenantId, own] of Map.groupBy(places, (place) => place.tenantId)) {
    await db.writeTo(tenantId)
    const { by, source } = await answererOf(context, tenantId, {
      ...press,
      ending: { proof, pressedAt: press.pressedAt },
    })
    const ownIds = own.map(({ id }) => id).toSorted()
    await lockAlarms(db, ownIds)
    const ending = { outcome, note: note || null, isOpenOnly: true }
    const resolved = await resolveAlarms(db, ownIds, stepOf(by, source, press), ending, now)
    if (resolved.length === 0) continue
    const details = { source, byUserId: by.userId, outcome, ids: resolved }
    await audit({ action: 'alarm.resolve', objectType: 'alert', objectId: null, details })
    const changed = new Set(resolved)
    announce(
      context,
      own.filter(({ id }) => changed.has(id)),
      false,
    )
    count += resolved.length
  }
  return count
}

function checkPressedAt(pressedAt: string | undefined, now: Date): void {
  if (pressedAt === undefined) return
  const agoMs = now.getTime() - Date.parse(pressedAt)
  if (agoMs > OFFLINE_PRESS_MAX_MS) throw fail('press-too-old')
  if (agoMs < -PRESS_AHEAD_MS) throw fail('invalid-request', { pressedAt: 'invalid' })
}

export function stepOf({ userId, userName }: Answerer, source: PressSource, press: PressBody): StepOf {
  return { userId, userName, source, pressedAt: press.pressedAt ?? null, requestId: press.requestId }
}

/** Notifies open consoles, and wakes the worker of waiting messages. */
export function announce(
  { afterCommit, bus, wakeSignals }: Context,
  places: readonly AlarmPlace[],
  isOpenAgain: boolean,
): void {
  afterCommit(() => {
    for (const { tenantId, event } of newsOf(places)) bus.publish(tenantId, event)
    wakeSignals.send('notice')
    if (isOpenAgain) wakeSignals.send('escalation')
  })
}

/** For the bar, and for the lists. */
export function newsOf(places: readonly AlarmPlace[]): { tenantId: string; event: LiveEvent }[] {
  const byPlace = Map.groupBy(places, ({ tenantId, unitId }) => `${tenantId} ${unitId}`)
  return [...byPlace.values()].flatMap((own) => {
    const { tenantId, unitId } = own[0]!
    const alertIds = own.map(({ id }) => id)
    const types = ['alarm-changed', 'alert-changed'] as const
    return types.map((type) => ({ tenantId, event: { type, alertIds, unitId } }))
  })
}

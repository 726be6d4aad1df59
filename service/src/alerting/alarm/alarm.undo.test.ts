/** Undone presses: the previous state, sound, escalation and messages, each with a step and an audit row. */
import { randomUUID } from 'node:crypto'
import type { AlarmAnswer } from '@mimamori/contract/alerting/alarm.ts'
import { UNDO_TAKEN_MS } from '@mimamori/contract/shared/alarm-state.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startService, type TestService, type TestTenant, type TestUser } from '#testing/service.ts'
import { insertAlert, insertCamera, type TestCamera } from '#testing/site.ts'

let service: TestService
let tenant: TestTenant
let nurse: TestUser
let colleague: TestUser
beforeAll(async () => {
  service = await startService()
  tenant = await service.tenant()
  nurse = await service.user({ role: 'USER', tenant })
  colleague = await service.user({ role: 'USER', tenant })
})
afterAll(() => service.stop())

/** In a room of its own, unless one is named. */
const fall = async (room?: TestCamera) =>
  insertAlert(service, room ?? (await insertCamera(service, tenant)), { activity: 'A005', severity: 'critical' })
type Action = AlarmAnswer['action']
/** Returns the id of the press. */
async function press(user: TestUser, id: string, action: Action, more: object = {}): Promise<string> {
  const requestId = randomUUID()
  const body = { action, requestId, ...more } as AlarmAnswer
  await service.call(user.token, 'alarm.answer', { params: { id }, body })
  return requestId
}
const undo = (user: TestUser, undoes: string, requestId = randomUUID()) =>
  service.call(user.token, 'alarm.undo', { body: { undoes, requestId } })
const rejection = async (user: TestUser, undoes: string) =>
  (await service.refused(user.token, 'alarm.undo', { body: { undoes, requestId: randomUUID() } })).body.key
const alertOf = async (id: string) => (await service.call(nurse.token, 'alert.get', { params: { id } })).body
const noticesOf = (id: string) => service.sql`select from notice where alert_id = ${id} and cause = 'reopened'`

describe('ALARM-02 undoing a press', () => {
  test('an undone claim leaves the alarm open since it was raised, and notifies everybody again', async () => {
    const { id } = await fall()
    const before = (await alertOf(id)).alarm!
    const claim = await press(nurse, id, 'claim')
    service.clock.advance(4_000)
    const { body } = await undo(nurse, claim)
    expect(body.records).toEqual([{ alertId: id, alarm: { ...before, opening: 2 } }])
    const { steps } = await alertOf(id)
    expect(steps.slice(2).map(({ kind, userName }) => [kind, userName])).toEqual([
      ['claimed', 'Test USER'],
      ['undone', 'Test USER'],
    ])
    expect(await noticesOf(id)).toHaveLength(1)
    const [audited] = await service.sql`select action, object_id, details from audit
      where tenant_id = ${tenant.id} and action = 'alarm.undo'`
    expect(audited).toMatchObject({ action: 'alarm.undo', object_id: id, details: { undoes: claim, ids: [id] } })
    expect((await service.call(colleague.token, 'alarm.open', {})).body.unclaimedCount).toBeGreaterThan(0)
    await press(colleague, id, 'claim')
    expect((await alertOf(id)).alarm).toMatchObject({ state: 'claimed', claimer: { userId: colleague.id } })
  })

  test('after an undone arrival the claim continues to its original end', async () => {
    const { id } = await fall()
    await press(nurse, id, 'claim')
    const claimed = (await alertOf(id)).alarm!
    service.clock.advance(30_000)
    await undo(nurse, await press(nurse, id, 'arrive'))
    expect((await alertOf(id)).alarm).toEqual(claimed)
    await undo(nurse, await press(nurse, id, 'give-back'))
    expect((await alertOf(id)).alarm).toEqual({ ...claimed, opening: 2 })
  })

  test('an arrival without a claim: open, as before', async () => {
    const { id } = await fall()
    await undo(nurse, await press(nurse, id, 'arrive'))
    expect((await alertOf(id)).alarm).toMatchObject({ state: 'open', claimer: null, arrived: null, reopened: null })
  })

  test('the same undo again changes nothing and gets the same answer', async () => {
    const { id } = await fall()
    const claim = await press(nurse, id, 'claim')
    const requestId = randomUUID()
    const first = await undo(nurse, claim, requestId)
    const again = await undo(nurse, claim, requestId)
    expect(again.body).toEqual(first.body)
    expect((await alertOf(id)).steps.filter(({ kind }) => kind === 'undone')).toHaveLength(1)
  })

  test('never by somebody else, after something else happened, too late, or twice', async () => {
    const { id } = await fall()
    const claim = await press(nurse, id, 'claim')
    expect(await rejection(colleague, claim)).toBe('alarm-state')
    await press(colleague, id, 'join')
    expect(await rejection(nurse, claim)).toBe('alarm-state')
    const late = await press(nurse, (await fall()).id, 'claim')
    service.clock.advance(UNDO_TAKEN_MS + 1)
    expect(await rejection(nurse, late)).toBe('alarm-state')
    const twice = await press(nurse, (await fall()).id, 'claim')
    await undo(nurse, twice)
    expect(await rejection(nurse, twice)).toBe('alarm-state')
    expect(await rejection(nurse, randomUUID())).toBe('alarm-state')
  })

  test('an undone claim restores the fewer outcomes of an alarm without a claim', async () => {
    const { id } = await fall()
    await undo(nurse, await press(nurse, id, 'claim'))
    const body = { action: 'resolve' as const, outcome: 'no-injury' as const, requestId: randomUUID() }
    const refused = await service.refused(nurse.token, 'alarm.answer', { params: { id }, body })
    expect(refused.body.key).toBe('alarm-state')
  })
})

describe('ALARM-05 several that were ended at once', () => {
  test('are open again, escalated from when they were raised, and no false alarms', async () => {
    const { sql } = service
    const [rule] = await sql<{ id: string }[]>`
      insert into escalation (tenant_id, name, threshold_minutes) values (${tenant.id}, ${randomUUID()}, 3) returning id`
    const rooms = await Promise.all(Array.from({ length: 10 }, () => insertCamera(service, tenant)))
    await sql`update camera set escalation_ids = array[${rule!.id}]::uuid[] where tenant_id = ${tenant.id}`
    const ids = await Promise.all(rooms.map(async (room) => (await fall(room)).id))
    const dueOf = () => sql`select alert_id, due_at from alert_escalation
      where alert_id = any(${ids}::uuid[]) and fired_at is null order by alert_id`
    const due = await dueOf()
    service.clock.advance(2_000)
    const requestId = randomUUID()
    const ended = await service.call(nurse.token, 'alarm.resolveMany', {
      body: { ids, outcome: 'false-alarm', requestId },
    })
    expect(ended.body.changed).toBe(10)
    expect(due).toHaveLength(10)
    expect(await dueOf()).toEqual([])
    await press(colleague, ids[0]!, 'claim')
    const { body } = await undo(nurse, requestId)
    expect(body.records.map(({ alertId }) => alertId).toSorted()).toEqual(ids.toSorted())
    for (const id of ids) {
      const { alarm, verdict } = await alertOf(id)
      expect([alarm!.state, alarm!.resolved, verdict]).toEqual(['open', null, null])
    }
    expect(await dueOf()).toEqual(due)
  })

  test('an alert that already had a verdict retains it after the undo', async () => {
    const { id } = await fall()
    await service.call(nurse.token, 'alert.patch', { params: { id }, body: { verdict: 'unsure' } })
    const requestId = randomUUID()
    await service.call(nurse.token, 'alarm.resolveMany', { body: { ids: [id], outcome: 'false-alarm', requestId } })
    await undo(nurse, requestId)
    expect(await alertOf(id)).toMatchObject({ verdict: 'unsure', alarm: { state: 'open' } })
  })
})

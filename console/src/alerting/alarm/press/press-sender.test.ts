import type { Alarm, ChangedAlarms } from '@mimamori/contract/alerting/alarm.ts'
import { OFFLINE_PRESS_MAX_MS } from '@mimamori/contract/shared/alarm-state.ts'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { memoryStorage } from '#lib/browser/testing-storage.ts'
import { ApiError } from '#lib/service/api.ts'
import { bodyOf, type Ended, type Press } from './press.ts'
import { createPressSender } from './press-sender.ts'
import { createPressStore } from './press-store.ts'

const AT = Date.parse('2026-11-23T02:00:00Z')
const ANSWER = { records: [{ alertId: 'fall', alarm: { state: 'claimed' } as Alarm }] }
const offline = () => new ApiError(0, 'offline', 'The service cannot be reached.')

const press = (requestId: string, more: Partial<Press> = {}): Press => ({
  requestId,
  alertId: 'fall',
  room: '203',
  seenIds: ['fall'],
  action: 'claim',
  source: 'console',
  pressedAtMs: AT,
  userId: 'yuki',
  siteId: 'sakura',
  about: 'Fall · 203',
  hasWaited: false,
  ...more,
})

/** A browser whose network is `send`; stored presses outlive the page. */
function page(send: (press: Press) => Promise<ChangedAlarms>, nowMs = AT) {
  const ended: Ended[] = []
  const sent: Press[] = []
  const store = createPressStore()
  const sender = createPressSender({
    store,
    send: (one) => {
      sent.push(one)
      return send(one)
    },
    alone: (work) => work(),
    nowMs: () => nowMs,
    isOwn: ({ userId }) => userId === 'yuki',
    onEnded: (one) => ended.push(one),
    onChange: () => undefined,
  })
  return { ...sender, store, ended, sent }
}

beforeEach(() => vi.stubGlobal('localStorage', memoryStorage()))

describe('a press on an alarm', () => {
  test('ALARM-02 waits without a network, survives a reload, and is sent with its time', async () => {
    const before = page(() => Promise.reject(offline()))
    before.put(press('one'))
    expect(await before.flush()).toBe(false)
    expect(before.store.all()).toMatchObject([{ requestId: 'one', hasWaited: true }])

    const after = page(async () => ANSWER)
    expect(await after.flush()).toBe(true)
    expect(bodyOf(after.sent[0]!)).toEqual({
      action: 'claim',
      requestId: 'one',
      source: 'console',
      seenIds: ['fall'],
      pressedAt: '2026-11-23T02:00:00.000Z',
    })
    expect(after.ended).toMatchObject([{ as: 'answered', alarms: ANSWER.records }])
  })

  test('ALARM-02 that waits is what the browser is asked to keep, once', async () => {
    const persist = vi.fn(async () => true)
    vi.stubGlobal('navigator', { storage: { persist } })
    vi.resetModules()
    const { createPressStore } = await import('./press-store.ts')
    const store = createPressStore()
    store.put(press('one'))
    expect(persist).not.toHaveBeenCalled()
    store.put(press('one', { hasWaited: true }))
    store.put(press('two', { hasWaited: true }))
    expect(persist).toHaveBeenCalledTimes(1)
    vi.unstubAllGlobals()
  })

  test('ALARM-02 is sent in its order, and nothing overtakes one that has no answer', async () => {
    const sent = page((one) => (one.requestId === 'two' ? Promise.reject(offline()) : Promise.resolve(ANSWER)))
    sent.put(press('three', { action: 'resolve', outcome: 'assisted', pressedAtMs: AT + 2 }))
    sent.put(press('two', { action: 'arrive', pressedAtMs: AT + 1 }))
    sent.put(press('one'))
    expect(await sent.flush()).toBe(false)
    expect(sent.sent.map(({ requestId }) => requestId)).toEqual(['one', 'two'])
    expect(sent.store.all()).toMatchObject([
      { requestId: 'two', hasWaited: true },
      { requestId: 'three', hasWaited: true },
    ])
  })

  test('ALARM-02 ends with the reason if another user claimed first; the next one is sent', async () => {
    const rejection = new ApiError(409, 'alarm-claimed', 'Somebody else goes already.')
    const sent = page((one) => (one.requestId === 'one' ? Promise.reject(rejection) : Promise.resolve(ANSWER)))
    sent.put(press('one'))
    sent.put(press('other', { alertId: 'exit', room: '204', pressedAtMs: AT + 1 }))
    expect(await sent.flush()).toBe(true)
    expect(sent.ended).toMatchObject([{ as: 'refused', key: 'alarm-claimed' }, { as: 'answered' }])
  })

  test('ALARM-02 is dropped with a message when it is too old', async () => {
    const sent = page(async () => ANSWER, AT + OFFLINE_PRESS_MAX_MS + 1)
    sent.put(press('one'))
    expect(await sent.flush()).toBe(true)
    expect(sent.sent).toEqual([])
    expect(sent.ended).toMatchObject([{ as: 'too-old' }])
  })

  test('of another user stays untouched until it is too old', async () => {
    const mine = page(async () => ANSWER)
    mine.put(press('hers', { userId: 'mei' }))
    await mine.flush()
    expect(mine.sent).toEqual([])
    expect(mine.store.all()).toHaveLength(1)
    const later = page(async () => ANSWER, AT + OFFLINE_PRESS_MAX_MS + 1)
    await later.flush()
    expect(later.store.all()).toEqual([])
    expect(later.ended).toEqual([])
  })

  test('with a service error does not block the other alarms', async () => {
    const problem = new ApiError(500, 'unexpected', 'Something went wrong on our side.')
    const sent = page((one) => (one.alertId === 'fall' ? Promise.reject(problem) : Promise.resolve(ANSWER)))
    sent.put(press('one'))
    sent.put(press('two', { action: 'arrive', pressedAtMs: AT + 1 }))
    sent.put(press('other', { alertId: 'exit', room: '204', pressedAtMs: AT + 2 }))
    expect(await sent.flush()).toBe(false)
    expect(sent.sent.map(({ requestId }) => requestId)).toEqual(['one', 'other'])
  })

  test('stays in the page’s memory if the browser stores nothing, which is shown', async () => {
    vi.stubGlobal('localStorage', {
      ...memoryStorage(),
      setItem: () => {
        throw new Error('full')
      },
    })
    const sent = page(async () => ANSWER)
    sent.put(press('one'))
    expect(sent.store.all()).toMatchObject([{ isUnsaved: true }])
    expect(await sent.flush()).toBe(true)
    expect(sent.sent).toHaveLength(1)
  })
})

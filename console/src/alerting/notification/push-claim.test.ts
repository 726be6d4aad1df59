import { endpoints } from '@mimamori/contract/endpoints.ts'
import { describe, expect, test } from 'vitest'
import {
  type ClaimAnswer,
  type ClaimBrowser,
  type ClaimPress,
  claimCarried,
  type PushSession,
  sendSaved,
} from './push-claim.ts'
import { answerPath } from './push-request.ts'

const ALERT = '019a9b00-0000-7000-8000-000000000001'
const CARRIED = {
  path: `/app/alerts/detail/${ALERT}`,
  receipt: 'signed-1',
  about: 'Fall · Room 203',
  locale: 'en' as const,
}
const YUKI: PushSession = { token: 't', userId: 'yuki', isStation: false }

function phone(answers: ClaimAnswer[], { session = YUKI as PushSession | null, nowMs = 1_000 } = {}) {
  const saved = new Map<string, ClaimPress>()
  const said: string[] = []
  const sent: boolean[] = []
  let wakes = 0
  const browser: ClaimBrowser = {
    nowMs: () => nowMs,
    session: async () => session,
    send: async (_, __, hasWaited) => {
      sent.push(hasWaited)
      return answers.shift() ?? 'unreached'
    },
    saved: {
      all: async () => [...saved.values()],
      put: async (press) => void saved.set(press.requestId, press),
      remove: async (id) => void saved.delete(id),
    },
    wakeLater: async () => void wakes++,
    show: async (title, { body }) => void said.push(`${title}: ${body}`),
  }
  return { browser, saved, said, sent, wakes: () => wakes }
}

describe('the button of a notification', () => {
  test('ALARM-04 claims the alarm without a page', async () => {
    const { browser, saved, said } = phone(['claimed'])
    expect(await claimCarried(CARRIED, browser)).toBe(true)
    expect(said).toEqual(['Fall · Room 203: You are going.'])
    expect(saved.size).toBe(0)
  })

  test('ALARM-04 reports that another user already goes', async () => {
    const { browser, said } = phone(['taken'])
    await claimCarried(CARRIED, browser)
    expect(said).toEqual(['Fall · Room 203: Somebody else is going already.'])
  })

  test('ALARM-02 saves the press without a network, reports that, and sends it later', async () => {
    const { browser, saved, said, sent, wakes } = phone(['unreached', 'unreached', 'claimed'])
    await claimCarried(CARRIED, browser)
    expect(said[0]).toContain('The others do not know yet')
    await sendSaved(browser)
    expect([saved.size, wakes()]).toEqual([1, 2])
    await sendSaved(browser)
    expect(saved.size).toBe(0)
    expect(sent).toEqual([false, true, true])
    expect(said.at(-1)).toBe('Fall · Room 203: You are going.')
  })

  test('ALARM-02 opens a page at a shared station or if nobody is signed in', async () => {
    for (const session of [null, { ...YUKI, isStation: true }]) {
      const { browser, sent } = phone(['claimed'], { session })
      expect(await claimCarried(CARRIED, browser)).toBe(false)
      expect(sent).toEqual([])
    }
  })

  test('ALARM-02 sends nothing for another user, and drops outdated presses with a message', async () => {
    const { browser, saved, said, sent } = phone(['claimed'], { nowMs: 13 * 3_600_000 })
    const press = { alertId: ALERT, about: 'Fall · Room 203', locale: 'en' as const, path: CARRIED.path }
    saved.set('old', { ...press, requestId: 'old', pressedAtMs: 0, userId: 'yuki' })
    saved.set('hers', { ...press, requestId: 'hers', pressedAtMs: 12 * 3_600_000, userId: 'mei' })
    await sendSaved(browser)
    expect(sent).toEqual([])
    expect([...saved.keys()]).toEqual(['hers'])
    expect(said[0]).toContain('waited too long')
  })

  test('uses the call of the contract', () => {
    expect(answerPath(ALERT)).toBe(`/api/${endpoints['alarm.answer'].path.replace(':id', ALERT)}`)
  })
})

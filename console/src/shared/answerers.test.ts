import { beforeEach, describe, expect, test, vi } from 'vitest'
import { memoryStorage } from '#lib/browser/testing-storage.ts'
import { groupsOf, latelyChosen, rememberChoice } from './answerers.ts'

const ALL = ['佐藤 由紀', '鈴木 恵', 'Ｋｅｎ Ito', 'Mei Sato'].map((userName, at) => ({ userId: `u${at}`, userName }))

beforeEach(() => vi.stubGlobal('localStorage', memoryStorage()))

describe('the names at a station', () => {
  test('ALARM-02 stand with those chosen of late on top, the last one first', () => {
    rememberChoice('u1')
    rememberChoice('u3')
    rememberChoice('u1')
    expect(latelyChosen()).toEqual(['u1', 'u3'])
    const { lately, others } = groupsOf(ALL, latelyChosen(), '')
    expect(lately.map(({ userId }) => userId)).toEqual(['u1', 'u3'])
    expect(others.map(({ userId }) => userId)).toEqual(['u0', 'u2'])
  })

  test('are found without regard to spaces, width and capitals', () => {
    const found = (text: string) => groupsOf(ALL, [], text).others.map(({ userId }) => userId)
    expect(found('佐藤由')).toEqual(['u0'])
    expect(found('ken ito')).toEqual(['u2'])
    expect(found('nobody')).toEqual([])
  })

  test('that are gone are not offered', () => {
    expect(groupsOf(ALL, ['left'], '').lately).toEqual([])
  })
})

/** ALERT-10: rows of the service, a list that shows them, and a reader who points at it or not. */
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createNews } from './news.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Longer than any pause between two requests. */
const LONG_MS = 50_000

/** A list as on the page: while rows are announced, it is frozen at its current rows, as in `useHeldList`. */
function openList({ answerMs = 50 } = {}) {
  const stored: number[] = []
  const list = { shown: [] as number[], count: 0, isPolite: true, isFailing: false, answerMs }
  let heldAt: number | null = null
  const news = createNews<number>({
    isPolite: () => list.isPolite,
    isShown: (one) => list.shown.includes(one),
    refresh: async () => {
      // The response lacks rows that are raised while it is in transit.
      const [answer, asked, isFailing] = [stored.slice(0, heldAt ?? stored.length), heldAt, list.isFailing]
      await new Promise((resolve) => setTimeout(resolve, list.answerMs))
      if (isFailing) throw new Error('no answer')
      // A response for the list before it was frozen cannot be used.
      if (heldAt === asked) list.shown = answer
    },
    onCount: (count) => {
      list.count = count
      heldAt = count > 0 ? (heldAt ?? list.shown.length) : null
    },
  })
  const raise = () => {
    stored.push(stored.length)
    news.come(stored.length - 1)
  }
  return { list, stored, news, raise }
}

describe('ALERT-10 a list under the pointer', () => {
  test('counts each new row, and shows all of them on request', async () => {
    const { list, stored, news, raise } = openList()
    list.isPolite = false
    for (let at = 0; at < 7; at++) raise()
    await vi.advanceTimersByTimeAsync(LONG_MS)
    expect([list.count, list.shown]).toEqual([7, []])
    news.show()
    await vi.advanceTimersByTimeAsync(LONG_MS)
    expect([list.count, list.shown]).toEqual([0, stored])
  })

  test('shows announced rows together with the next automatic one', async () => {
    const { list, stored, raise } = openList()
    list.isPolite = false
    raise()
    raise()
    list.isPolite = true
    raise()
    await vi.advanceTimersByTimeAsync(LONG_MS)
    expect([list.count, list.shown]).toEqual([0, stored])
  })

  test('is frozen only after earlier rows have arrived', async () => {
    const { list, stored, raise } = openList()
    raise()
    await vi.advanceTimersByTimeAsync(10)
    list.isPolite = false
    raise()
    await vi.advanceTimersByTimeAsync(LONG_MS)
    expect([list.count, list.shown]).toEqual([1, stored.slice(0, 1)])
  })

  test('counts a row that is raised while announced rows are loading', async () => {
    const { list, stored, news, raise } = openList()
    list.isPolite = false
    raise()
    raise()
    news.show()
    await vi.advanceTimersByTimeAsync(10)
    raise()
    await vi.advanceTimersByTimeAsync(LONG_MS)
    expect([list.count, list.shown]).toEqual([1, stored.slice(0, 2)])
  })

  test('announces requested rows that fail to load, or load too late', async () => {
    const failing = openList()
    failing.list.isFailing = true
    failing.raise()
    const late = openList({ answerMs: 60_000 })
    late.raise()
    await vi.advanceTimersByTimeAsync(LONG_MS)
    expect([failing.list.count, late.list.count]).toEqual([1, 1])
  })
})

type Step = 'raise' | 'point' | 'leave' | 'show' | 'fail' | 'answer' | number

test('ALERT-10 in a storm of alerts each row is shown or counted, and a request shows all', async () => {
  const step = fc.oneof(
    { weight: 6, arbitrary: fc.constant<Step>('raise') },
    fc.constantFrom<Step>('point', 'leave', 'show', 'fail', 'answer'),
    { weight: 3, arbitrary: fc.integer({ min: 1, max: 700 }) as fc.Arbitrary<Step> },
  )
  const act = async ({ list, news, raise }: ReturnType<typeof openList>, step: Step) => {
    if (typeof step === 'number') await vi.advanceTimersByTimeAsync(step)
    else if (step === 'raise') raise()
    else if (step === 'show') news.show()
    else if (step === 'point' || step === 'leave') list.isPolite = step === 'leave'
    else list.isFailing = step === 'fail'
  }
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
      const storm = openList()
      for (const step of steps) await act(storm, step)
      await vi.advanceTimersByTimeAsync(LONG_MS)
      const { list, stored, news } = storm
      expect(list.shown.length + list.count).toBeGreaterThanOrEqual(stored.length)
      list.isFailing = false
      news.show()
      await vi.advanceTimersByTimeAsync(LONG_MS)
      expect([list.count, list.shown]).toEqual([0, stored])
    }),
    { numRuns: 300, seed: 17 },
  )
})

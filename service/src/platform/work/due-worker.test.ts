import { pino } from 'pino'
import { expect, test } from 'vitest'
import { TestClock } from '#testing/clock.ts'
import type { Database } from '../postgres/database.ts'
import { createDueWorker } from './due-worker.ts'

/** Lets a round finish, which waits for nothing real. */
const turn = () => new Promise((resolve) => setImmediate(resolve))

function openWorker(more: { isDue?: () => boolean; isElsewhere?: () => boolean } = {}) {
  const clock = new TestClock()
  const beganMs = clock.now().getTime()
  const roundsMs: number[] = []
  const due = {
    name: 'test.work',
    nextAt: async () => (more.isDue?.() ? clock.now() : null),
    work: async (_: Database, now: Date) => {
      roundsMs.push(now.getTime() - beganMs)
      return false
    },
    ...(more.isElsewhere && { isElsewhere: more.isElsewhere }),
  }
  const worker = createDueWorker(due, { database: {} as Database, clock, logger: pino({ level: 'silent' }) })
  return { worker, clock, roundsMs }
}

test('work that is woken often begins at most every 50 ms, and no last wake is lost', async () => {
  const { worker, clock, roundsMs } = openWorker()
  worker.start()
  await turn()
  for (let ms = 0; ms < 120; ms += 10) {
    worker.wake()
    clock.advance(10)
    await turn()
  }
  clock.advance(50)
  await turn()
  expect(roundsMs).toEqual([0, 50, 100, 150])
  await worker.stop()
})

test('work that has rested is woken at once', async () => {
  const { worker, clock, roundsMs } = openWorker()
  worker.start()
  await turn()
  clock.advance(300)
  worker.wake()
  await turn()
  expect(roundsMs).toEqual([0, 300])
  await worker.stop()
})

test('what becomes due during a round is for the instance that is woken for all', async () => {
  let [dueUntilRound, isElsewhere] = [3, true]
  const isDue = () => roundsMs.length < dueUntilRound
  const { worker, clock, roundsMs } = openWorker({ isDue, isElsewhere: () => isElsewhere })
  worker.start()
  await turn()
  expect(roundsMs).toEqual([0])
  clock.advance(1_000)
  await turn()
  expect(roundsMs).toEqual([0, 1_000])
  // There is no other instance: this one continues until nothing is due.
  isElsewhere = false
  dueUntilRound = 5
  clock.advance(1_000)
  await turn()
  expect(roundsMs).toEqual([0, 1_000, 2_000, 2_000, 2_000])
  await worker.stop()
})

test('a row locked by somebody else is retried repeatedly, with pauses', async () => {
  let isHeld = true
  const { worker, clock, roundsMs } = openWorker({ isDue: () => isHeld })
  worker.start()
  await turn()
  expect(roundsMs).toEqual(Array(10).fill(0))
  clock.advance(50)
  await turn()
  expect(roundsMs.slice(10)).toEqual(Array(10).fill(50))
  isHeld = false
  clock.advance(50)
  await turn()
  expect(roundsMs.slice(20)).toEqual([100])
  await worker.stop()
})

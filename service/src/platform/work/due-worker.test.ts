import { pino } from 'pino'
import { expect, test } from 'vitest'
import { TestClock } from '#testing/clock.ts'
import type { Database } from '../postgres/database.ts'
import { createDueWorker } from './due-worker.ts'

/** Lets a round, which waits for nothing real, come to its end. */
const turn = () => new Promise((resolve) => setImmediate(resolve))

function openWorker() {
  const clock = new TestClock()
  const beganMs = clock.now().getTime()
  const roundsMs: number[] = []
  const due = {
    name: 'test.work',
    nextAt: async () => null,
    work: async (_: Database, now: Date) => {
      roundsMs.push(now.getTime() - beganMs)
      return false
    },
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

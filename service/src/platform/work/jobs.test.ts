import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startService, type TestService } from '#testing/service.ts'
import { createLogger } from '../log.ts'
import { createJobRunner, drain, type Job, takeJobLease } from './jobs.ts'

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

function countdown(rows: number): Job & { left: number } {
  const job = {
    name: `test.${rows}`,
    everyMs: 60_000,
    batchSize: 10,
    left: rows,
    async batch() {
      const touched = Math.min(job.left, 10)
      job.left -= touched
      return touched
    },
  }
  return job
}

test('drain repeats full batches until one is not full', async () => {
  expect(await drain(countdown(35), service.database, service.clock.now())).toBe(35)
})

test('a lease belongs to one instance until it runs out', async () => {
  const lease = (holder: string, atMs: number) =>
    takeJobLease(service.database, { name: 'lease', holder, now: new Date(atMs), forMs: 1_000 })
  const [one, two] = ['01919191-0000-7000-8000-000000000001', '01919191-0000-7000-8000-000000000002']
  expect(await lease(one, 0)).toBe(true)
  expect(await lease(two, 500)).toBe(false)
  expect(await lease(one, 900)).toBe(true)
  expect(await lease(two, 1_500)).toBe(false)
  expect(await lease(two, 1_900)).toBe(true)
})

test('a job runs after each pause on one of two instances, and an error does not end it', async () => {
  const runs: string[] = []
  const jobOf = (instance: string): Job => ({
    name: 'test.shared',
    everyMs: 60_000,
    batchSize: 10,
    async batch() {
      runs.push(instance)
      if (runs.length === 1) throw new Error('once')
      return 0
    },
  })
  const logger = createLogger('silent')
  const runners = ['a', 'b'].map((instance) => createJobRunner([jobOf(instance)], service, logger))
  for (const runner of runners) runner.start()
  for (let round = 1; round <= 3; round++) {
    // A runner waits anew only after its round, which asks the database: the clock does not run ahead of it.
    await vi.waitFor(
      () => {
        service.clock.advance(1_000)
        expect(runs.length).toBeGreaterThanOrEqual(round)
      },
      { interval: 10, timeout: 20_000 },
    )
  }
  await Promise.all(runners.map((runner) => runner.stop()))
  expect(new Set(runs).size).toBe(1)
})

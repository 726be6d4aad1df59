import { randomUUID } from 'node:crypto'
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
  const runners = ['a', 'b'].map((instance) =>
    createJobRunner([jobOf(instance)], { ...service, mayForget: () => true }, logger),
  )
  for (const runner of runners) runner.start()
  for (let round = 1; round <= 3; round++) {
    // A runner sets its next timer only after its round, which queries the database: the clock must not run ahead of
    // it.
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

test('a lease taken by a clock an hour ahead is free once the clock is corrected', async () => {
  const { clock, database } = service
  const lease = (name: string, holder: string) =>
    takeJobLease(database, { name, holder, now: clock.now(), forMs: 120_000 })
  clock.jump(60 * 60_000)
  expect(await lease('test.ahead', randomUUID())).toBe(true)
  clock.jump(-60 * 60_000)
  expect(await lease('test.ahead', randomUUID())).toBe(true)
  expect(await lease('test.ahead', randomUUID())).toBe(false)
})

test('deleting by age waits while the time is in doubt, and a stop gives leases back', async () => {
  const runs: string[] = []
  const jobOf = (name: string, isByAge: boolean): Job => ({
    ...{ name, isByAge, everyMs: 1_000, batchSize: 10 },
    async batch() {
      runs.push(name)
      return 0
    },
  })
  const jobs = [jobOf('test.by-age', true), jobOf('test.other', false)]
  const runner = createJobRunner(jobs, { ...service, mayForget: () => false }, createLogger('silent'))
  runner.start()
  service.clock.advance(1_000)
  await vi.waitFor(() => expect(runs).toEqual(['test.other']), { timeout: 20_000 })
  await runner.stop()
  const [row] = await service.sql`select until from job_lease where name = 'test.other'`
  expect(new Date(row!.until) <= service.clock.now()).toBe(true)
  expect(runs).toEqual(['test.other'])
})

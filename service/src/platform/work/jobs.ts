/** Background work: batches over all tenants, each job run by one instance at a time. */

import type { Logger } from 'pino'
import type { Cancel, Clock } from '../clock.ts'
import type { Database, PlatformDb } from '../postgres/database.ts'
import { sql } from '../postgres/sql.ts'

type Plan = {
  /** Noun and verb, `alerts.delete-old`. */
  name: string
  /** Pause between two rounds. */
  everyMs: number
  /** A batch that affects this many rows is followed by another at once. */
  batchSize: number
  /** It deletes rows by age, which pauses while the time of this machine is in doubt. */
  isByAge?: boolean
}
type Batches = {
  /** One small transaction; returns the number of affected rows. Effects passed to `afterCommit` run only after it. */
  batch(db: PlatformDb, now: Date, afterCommit: (effect: () => void) => void): Promise<number>
}
type Tasks = {
  /**
   * For work outside of the database (an e-mail, another system): claims rows in one short transaction, works without
   * one, and records the result in another. Returns the number of claimed rows. A long task stops claiming when `goOn`,
   * which renews the job's lease, returns false.
   */
  task(database: Database, now: Date, goOn: () => Promise<boolean>): Promise<number>
}
export type Job = Plan & (Batches | Tasks)

export type JobRunner = {
  start(): void
  /** Waits for the running batches. */
  stop(): Promise<void>
}

/**
 * A lease outlasts the pause by this much, so that the same instance runs a job again. If it dies, another one takes
 * over after the pause and this time.
 */
const LEASE_MORE_MS = 60_000
/** A job that goes on renews its lease no more often: each time is a transaction. */
const RENEW_EVERY_MS = 1_000
/** So far may the clocks of two instances be apart; beyond it `clock-differs` stands in /health/ready. */
const CLOCKS_APART_MS = 5_000

/** Repeats full batches; returns the total number of affected rows. An error ends the round, the rows stay. */
export async function drain(
  job: Job,
  database: Database,
  now: Date,
  goOn: () => Promise<boolean> = async () => true,
): Promise<number> {
  let total = 0
  for (;;) {
    const touched = 'task' in job ? await job.task(database, now, goOn) : await batch(job, database, now)
    total += touched
    if (touched < job.batchSize || !(await goOn())) return total
  }
}

async function batch(job: Plan & Batches, database: Database, now: Date): Promise<number> {
  const effects: (() => void)[] = []
  const touched = await database.asPlatform(job.name, (db) => job.batch(db, now, (effect) => effects.push(effect)))
  for (const effect of effects) effect()
  return touched
}

/** Runs each job every `everyMs`, on the one instance that has its lease. */
export function createJobRunner(
  jobs: readonly Job[],
  { database, clock, mayForget }: { database: Database; clock: Clock; mayForget: () => boolean },
  logger: Logger,
): JobRunner {
  const holder = crypto.randomUUID()
  const timers = new Map<Job, Cancel>()
  const rounds = new Set<Promise<void>>()
  let isStopping = false

  const takeLease = (job: Job) =>
    takeJobLease(database, { name: job.name, holder, now: clock.now(), forMs: job.everyMs + LEASE_MORE_MS })

  async function round(job: Job): Promise<void> {
    // Read before the query: a time that is set after it deletes nothing.
    const now = clock.now()
    if (job.isByAge && !mayForget()) return
    try {
      if (!(await takeLease(job))) return
      let renewedMs = clock.monotonicMs()
      const goOn = async () => {
        if (isStopping) return false
        if (clock.monotonicMs() - renewedMs < RENEW_EVERY_MS) return true
        renewedMs = clock.monotonicMs()
        return takeLease(job)
      }
      const touched = await drain(job, database, now, goOn)
      if (touched > 0) logger.info({ job: job.name, touched }, 'job done')
    } catch (error) {
      logger.error({ err: error, job: job.name }, 'job failed')
    }
  }

  function schedule(job: Job): void {
    if (isStopping) return
    const cancel = clock.after(job.everyMs, () => {
      const running = round(job).finally(() => {
        rounds.delete(running)
        schedule(job)
      })
      rounds.add(running)
    })
    timers.set(job, cancel)
  }

  return {
    start: () => jobs.forEach(schedule),
    async stop() {
      isStopping = true
      for (const cancel of timers.values()) cancel()
      await Promise.all(rounds)
      await giveLeasesBack(database, holder, clock.now()).catch((error) =>
        logger.error({ err: error }, 'leases were not given back'),
      )
    },
  }
}

/** `mostMs`: the longest duration of any such lease; default: `forMs`. */
type Lease = { name: string; holder: string; now: Date; forMs: number; mostMs?: number }

/**
 * Takes or renews a lease; false if another instance has it. A lease that ends later than possible was taken by a wrong
 * clock, and is ignored.
 */
export function takeJobLease(
  database: Database,
  { name, holder, now, forMs, mostMs = forMs }: Lease,
): Promise<boolean> {
  const until = new Date(now.getTime() + forMs)
  const latest = new Date(now.getTime() + mostMs + CLOCKS_APART_MS)
  return database.asPlatform('job lease', async (db) => {
    const taken = await db.run(sql`
      insert into job_lease (name, holder, until) values (${name}, ${holder}, ${until})
      on conflict (name) do update set holder = excluded.holder, until = excluded.until
      where job_lease.holder = excluded.holder or job_lease.until <= ${now} or job_lease.until > ${latest}`)
    return taken === 1
  })
}

/** Releases the leases at shutdown, so that another instance runs the jobs without waiting. */
function giveLeasesBack(database: Database, holder: string, now: Date): Promise<unknown> {
  return database.asPlatform('give leases back', (db) =>
    db.run(sql`update job_lease set until = ${now} where holder = ${holder}`),
  )
}

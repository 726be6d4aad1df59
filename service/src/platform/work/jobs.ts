/** Work in the background: batches over all tenants, each job run by one instance at a time. */

import type { Logger } from 'pino'
import type { Cancel, Clock } from '../clock.ts'
import type { Database, PlatformDb } from '../postgres/database.ts'
import { sql } from '../postgres/sql.ts'

type Plan = {
  /** Noun and verb, `alerts.delete-old`. */
  name: string
  /** Pause between two rounds. */
  everyMs: number
  /** A batch that touches as many rows as this is followed by another at once. */
  batchSize: number
}
type Batches = {
  /** One small transaction; answers how many rows it touched. What is given to `afterCommit` runs only after it. */
  batch(db: PlatformDb, now: Date, afterCommit: (effect: () => void) => void): Promise<number>
}
type Tasks = {
  /**
   * For work outside of the database (an e-mail, another system): claims rows in one short transaction, works in none,
   * and records what came of it in another. Answers how many rows it claimed.
   */
  task(database: Database, now: Date): Promise<number>
}
export type Job = Plan & (Batches | Tasks)

export type JobRunner = {
  start(): void
  /** Lets the running batches finish. */
  stop(): Promise<void>
}

/**
 * A lease outlasts the pause by this much, so that the instance that ran a job runs it again next time. When it dies
 * another one takes over after that pause and this.
 */
const LEASE_MORE_MS = 60_000

/** Repeats full batches; answers how many rows they touched in all. An error ends the round, the rows stay. */
export async function drain(
  job: Job,
  database: Database,
  now: Date,
  goOn: () => Promise<boolean> = async () => true,
): Promise<number> {
  let total = 0
  for (;;) {
    const touched = 'task' in job ? await job.task(database, now) : await batch(job, database, now)
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

/** Runs each job every `everyMs`, on the one instance that holds its lease. */
export function createJobRunner(
  jobs: readonly Job[],
  { database, clock }: { database: Database; clock: Clock },
  logger: Logger,
): JobRunner {
  const holder = crypto.randomUUID()
  const timers = new Map<Job, Cancel>()
  const rounds = new Set<Promise<void>>()
  let isStopping = false

  const takeLease = (job: Job) =>
    takeJobLease(database, { name: job.name, holder, now: clock.now(), forMs: job.everyMs + LEASE_MORE_MS })

  async function round(job: Job): Promise<void> {
    try {
      if (!(await takeLease(job))) return
      const touched = await drain(job, database, clock.now(), async () => !isStopping && (await takeLease(job)))
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
    },
  }
}

type Lease = { name: string; holder: string; now: Date; forMs: number }

/** Takes or renews a lease; false when another instance holds it. */
export function takeJobLease(database: Database, { name, holder, now, forMs }: Lease): Promise<boolean> {
  const until = new Date(now.getTime() + forMs)
  return database.asPlatform('job lease', async (db) => {
    const taken = await db.run(sql`
      insert into job_lease (name, holder, until) values (${name}, ${holder}, ${until})
      on conflict (name) do update set holder = excluded.holder, until = excluded.until
      where job_lease.holder = excluded.holder or job_lease.until <= ${now}`)
    return taken === 1
  })
}

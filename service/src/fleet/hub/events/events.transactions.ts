/**
 * Batches of hubs that arrive while others are being stored share the next transaction: a power cut of a region brings
 * hundreds of single alerts at once, and triggers, tallies and the commit cost nearly the same for one and for many.
 * Decision 0054.
 */
import { scopeOfHub } from '#platform/context.ts'
import { Failure } from '#platform/failure.ts'
import { type Database, type Statements, sqlState } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'
import { type Arrived, type Stored, storeBatches } from './events.store.ts'

/** One of the service's connections is left to everything else. */
const TRANSACTIONS_AT_ONCE = 3
/** Those alone wait for locks: another transaction goes on beside them. */
const ALONE_AT_ONCE = 2
/** In one transaction, which holds the tallies of its sites until it ends. */
const EVENTS_TOGETHER_MAX = 200
/** A lock that somebody holds for longer keeps the alerts of its own site waiting, and of no other. */
const LOCK_WITHIN_MS = 500
const LOCK_NOT_AVAILABLE = '55P03'

export type EventTransactions = {
  /** Stores the batch for good. Two of one hub must follow each other. Throws what the database throws. */
  store(arrived: Arrived): Promise<Stored>
}

type Waiting = { arrived: Arrived; settle: PromiseWithResolvers<Stored> }

/** Creates the queues of this instance. */
export function createEventTransactions(database: Database): EventTransactions {
  const together: Waiting[] = []
  /** With a transaction of its own that waits for locks: news of clips and test incidents, and what failed together. */
  const alone: Waiting[] = []
  const running = { alone: 0, together: 0 }
  const isFree = () => running.alone + running.together < TRANSACTIONS_AT_ONCE

  /** What arrives behind a transaction gathers for the next one, which begins sooner only when it is full. */
  function next(): void {
    while (together.length > 0 && isFree() && (running.together === 0 || isFull(together))) {
      start('together', takeGroup(together))
    }
    while (alone.length > 0 && isFree() && running.alone < ALONE_AT_ONCE) start('alone', [alone.shift()!])
  }
  async function start(kind: keyof typeof running, group: readonly Waiting[]): Promise<void> {
    running[kind]++
    try {
      const store = kind === 'alone' ? storeAlone : storeTogether
      const stored = await store(
        database,
        group.map(({ arrived }) => arrived),
      )
      for (const [index, { settle }] of group.entries()) settle.resolve(stored[index]!)
    } catch (error) {
      if (kind === 'together' && isWorthRetrying(group, error)) alone.push(...group)
      else for (const { settle } of group) settle.reject(error)
    }
    running[kind]--
    next()
  }

  return {
    store(arrived) {
      const settle = Promise.withResolvers<Stored>()
      const queue = arrived.batch.events.every(({ type }) => type === 'alert-raised') ? together : alone
      queue.push({ arrived, settle })
      next()
      return settle.promise
    },
  }
}

/** One batch, with the rights of its site. */
function storeAlone(database: Database, arrived: readonly Arrived[]): Promise<Stored[]> {
  return database.asTenant(scopeOfHub(arrived[0]!.context.hub), (db) => storeBatches(db, arrived))
}

/** Several with the rights over all sites, one with those of its own. */
function storeTogether(database: Database, arrived: readonly Arrived[]): Promise<Stored[]> {
  const work = async (db: Statements) => {
    const limited = db.run(sql`select set_config('lock_timeout', ${`${LOCK_WITHIN_MS}ms`}, true)`)
    const [stored] = await Promise.all([storeBatches(db, arrived), limited])
    return stored
  }
  if (arrived.length > 1) return database.asPlatform('alerts of hubs', work)
  return database.asTenant(scopeOfHub(arrived[0]!.context.hub), work)
}

/** What one of several holds must not keep the others from being stored, nor a lock that is held long. */
function isWorthRetrying(group: readonly Waiting[], error: unknown): boolean {
  if (error instanceof Failure && error.key === 'database-unavailable') return false
  return group.length > 1 || sqlState(error) === LOCK_NOT_AVAILABLE
}

/** The first, and with it as many as may be together. */
function takeGroup(waiting: Waiting[]): Waiting[] {
  const group = [waiting.shift()!]
  let events = eventsOf(group[0]!)
  for (let index = 0; index < waiting.length; ) {
    const each = waiting[index]!
    if (events + eventsOf(each) > EVENTS_TOGETHER_MAX) index++
    else {
      group.push(...waiting.splice(index, 1))
      events += eventsOf(each)
    }
  }
  return group
}

function isFull(waiting: readonly Waiting[]): boolean {
  return waiting.reduce((sum, each) => sum + eventsOf(each), 0) >= EVENTS_TOGETHER_MAX
}

const eventsOf = ({ arrived }: Waiting) => arrived.batch.events.length

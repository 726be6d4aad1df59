/**
 * Batches of hubs that arrive while others are being stored share the next transaction: a power cut of a region brings
 * hundreds of single alerts at once, and triggers, tallies and the commit cost nearly the same for one and for many.
 * Decision 0054.
 */
import { scopeOfHub } from '#platform/context.ts'
import { type Database, type Statements, sqlState } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'
import { ServiceError } from '#platform/service-error.ts'
import { type Arrived, type Stored, storeBatches } from './events.store.ts'

/** One of the service's connections is left to everything else. */
const TRANSACTIONS_AT_ONCE = 3
/** Only these wait for locks: other transactions run in parallel. */
const ALONE_AT_ONCE = 2
/** Events per transaction, which locks the tallies of their sites until it ends. */
const EVENTS_TOGETHER_MAX = 200
/** A lock that is held longer delays only the alerts of its own site. */
const LOCK_WITHIN_MS = 500
const LOCK_NOT_AVAILABLE = '55P03'

export type EventTransactions = {
  /** Durably stores the batch. Batches of one hub must follow each other. Throws database errors. */
  store(arrived: Arrived): Promise<Stored>
}

type Waiting = { arrived: Arrived; settle: PromiseWithResolvers<Stored> }

/** Creates the queues of this instance. */
export function createEventTransactions(database: Database): EventTransactions {
  const together: Waiting[] = []
  /**
   * In separate transactions that wait for locks: events of clips and test incidents, and groups that failed together.
   */
  const alone: Waiting[] = []
  const running = { alone: 0, together: 0 }
  const isFree = () => running.alone + running.together < TRANSACTIONS_AT_ONCE

  /**
   * Batches that arrive during a transaction are gathered for the next one, which begins earlier only if it is full.
   */
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

/** Several batches run with the rights over all sites, a single one with those of its site. */
function storeTogether(database: Database, arrived: readonly Arrived[]): Promise<Stored[]> {
  const work = async (db: Statements) => {
    const limited = db.run(sql`select set_config('lock_timeout', ${`${LOCK_WITHIN_MS}ms`}, true)`)
    const [stored] = await Promise.all([storeBatches(db, arrived), limited])
    return stored
  }
  if (arrived.length > 1) return database.asPlatform('alerts of hubs', work)
  return database.asTenant(scopeOfHub(arrived[0]!.context.hub), work)
}

/** An event or a long lock of one batch must not block the others. */
function isWorthRetrying(group: readonly Waiting[], error: unknown): boolean {
  if (error instanceof ServiceError && error.key === 'database-unavailable') return false
  return group.length > 1 || sqlState(error) === LOCK_NOT_AVAILABLE
}

/** The first one, and as many others as fit into one group. */
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

/**
 * Batches of hubs that arrive while others are being stored share the next transaction: a power cut of a region brings
 * hundreds of single alerts at once, and triggers, tallies and the commit cost nearly the same for one and for many.
 * Decision 0054.
 */
import { type RawHubContext, scopeOfHub } from '#platform/context.ts'
import { Failure } from '#platform/failure.ts'
import { storageName } from '#platform/files/storage.ts'
import { type Database, type Statements, sqlState } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'
import { writePictures } from './events.alerts.ts'
import { picturesAmong } from './events.queries.ts'
import { type Arrived, type Batch, type Stored, storeBatches } from './events.store.ts'

/** One connection is left to everything else. */
const TRANSACTIONS_AT_ONCE = 3
/** In one transaction, which holds the tallies of its sites until it ends. */
const EVENTS_TOGETHER_MAX = 200

/** A lock that somebody holds for longer keeps the alerts of its own site waiting, and of no other. */
const LOCK_WITHIN_MS = 500
const LOCK_NOT_AVAILABLE = '55P03'

export type EventIntake = {
  /** Stores what is new in the batch, for good, and answers the cursor. Throws what the database throws. */
  store(context: RawHubContext, batch: Batch): Promise<{ cursor: number }>
}

type Waiting = {
  arrived: Arrived
  /** With a transaction of its own that waits for locks: news of clips and test incidents, and what failed together. */
  isAlone: boolean
  settle: PromiseWithResolvers<Stored>
}

/** Creates the intake of this instance. */
export function createEventIntake(database: Database): EventIntake {
  const waiting: Waiting[] = []
  /** By hub: its batches are stored one after the other, so that no transaction holds two of a spool. */
  const turns = new Map<string, Promise<unknown>>()
  const running = { alone: 0, together: 0 }

  /** What arrives behind such a transaction gathers for the next one, which begins sooner only when it is full. */
  function next(): void {
    while (waiting.length > 0 && running.alone + running.together < TRANSACTIONS_AT_ONCE) {
      if (running.together > 0 && !isEnough(waiting)) return
      const group = takeGroup(waiting)
      const kind = group[0]!.isAlone ? 'alone' : 'together'
      running[kind]++
      storeGroup(group).finally(() => {
        running[kind]--
        next()
      })
    }
  }
  async function storeGroup(group: readonly Waiting[]): Promise<void> {
    try {
      const stored = await storeTogether(group)
      for (const [index, { settle }] of group.entries()) settle.resolve(stored[index]!)
    } catch (error) {
      if (isWorthRetrying(group, error)) waiting.unshift(...group.map((each) => ({ ...each, isAlone: true })))
      else for (const { settle } of group) settle.reject(error)
    }
  }
  /** One batch is stored with the rights of its site, several with those over all sites. */
  function storeTogether(group: readonly Waiting[]): Promise<Stored[]> {
    const arrived = group.map((each) => each.arrived)
    const { isAlone } = group[0]!
    const work = async (db: Statements) => {
      const limited = isAlone || db.run(sql`select set_config('lock_timeout', ${`${LOCK_WITHIN_MS}ms`}, true)`)
      const [stored] = await Promise.all([storeBatches(db, arrived), limited])
      return stored
    }
    if (group.length > 1) return database.asPlatform('alerts of hubs', work)
    return database.asTenant(scopeOfHub(arrived[0]!.context.hub), work)
  }
  async function storeOne(context: RawHubContext, batch: Batch): Promise<{ cursor: number }> {
    const written = await writePictures(context, batch.events)
    const settle = Promise.withResolvers<Stored>()
    const isAlone = batch.events.some(({ type }) => type !== 'alert-raised')
    waiting.push({ arrived: { context, batch, written }, isAlone, settle })
    next()
    const stored = await settle.promise
    publish(context, stored)
    await removeUnused(
      context,
      [...written.keys()].filter((id) => !stored.pictureIds.has(id)),
    )
    return { cursor: stored.cursor }
  }

  return {
    async store(context, batch) {
      const { id } = context.hub
      const before = turns.get(id) ?? Promise.resolve()
      const turn = before.catch(() => {}).then(() => storeOne(context, batch))
      turns.set(id, turn)
      try {
        return await turn
      } finally {
        if (turns.get(id) === turn) turns.delete(id)
      }
    },
  }
}

/** What one of several holds must not keep the others from being stored, nor a lock that is held long. */
function isWorthRetrying(group: readonly Waiting[], error: unknown): boolean {
  if (group[0]!.isAlone || (error instanceof Failure && error.key === 'database-unavailable')) return false
  return group.length > 1 || sqlState(error) === LOCK_NOT_AVAILABLE
}

/** The first, and with it as many as may be together. */
function takeGroup(waiting: Waiting[]): Waiting[] {
  const group = [waiting.shift()!]
  if (group[0]!.isAlone) return group
  let events = eventsOf(group[0]!)
  for (let index = 0; index < waiting.length; ) {
    const each = waiting[index]!
    if (each.isAlone || events + eventsOf(each) > EVENTS_TOGETHER_MAX) index++
    else {
      group.push(...waiting.splice(index, 1))
      events += eventsOf(each)
    }
  }
  return group
}

/** Whether the first goes alone, or a transaction would be full. */
function isEnough(waiting: readonly Waiting[]): boolean {
  return waiting[0]!.isAlone || waiting.reduce((sum, each) => sum + eventsOf(each), 0) >= EVENTS_TOGETHER_MAX
}

const eventsOf = ({ arrived }: Waiting) => arrived.batch.events.length

function publish({ hub, log, bus, wakeSignals }: RawHubContext, { news, hasProofs }: Stored): void {
  const alertIds = news.flatMap((event) => (event.type === 'alert-raised' ? [event.alertId] : []))
  if (alertIds.length > 0) log.info({ hubId: hub.id, alertIds }, 'alerts of a hub were stored')
  for (const event of news) bus.publish(hub.tenantId, event)
  if (alertIds.length > 0 || hasProofs) wakeSignals.send('notice')
  if (alertIds.length > 0) wakeSignals.send('escalation')
}

/** Pictures of alerts that were refused, or that had been stored before with another picture. */
async function removeUnused({ hub, storage, asTenant, log }: RawHubContext, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  try {
    const used = await asTenant((db) => picturesAmong(db, hub.tenantId, ids))
    const unused = ids.filter((id) => !used.has(id))
    await Promise.all(unused.map((id) => storage.remove(storageName(hub.tenantId, id))))
  } catch (error) {
    log.error({ err: error, hubId: hub.id }, 'pictures of alerts that were not stored could not be removed')
  }
}

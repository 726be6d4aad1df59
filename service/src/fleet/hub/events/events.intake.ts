/**
 * Processes a hub's batch from its call to the response: images into files, rows in a transaction, events to
 * consoles.
 */
import type { RawHubContext } from '#platform/context.ts'
import { storageName } from '#platform/files/storage.ts'
import type { Database } from '#platform/postgres/database.ts'
import { writeImages } from './events.alerts.ts'
import { imagesAmong } from './events.queries.ts'
import type { Batch, Stored } from './events.store.ts'
import { createEventTransactions } from './events.transactions.ts'

export type EventIntake = {
  /** Durably stores the new events of the batch, and returns the cursor. Throws database errors. */
  store(context: RawHubContext, batch: Batch): Promise<{ cursor: number }>
}

/** Creates the intake of this instance. */
export function createEventIntake(database: Database): EventIntake {
  const transactions = createEventTransactions(database)
  /** By hub: its batches are stored one after the other, so that no transaction contains two batches of a spool. */
  const turns = new Map<string, Promise<unknown>>()

  async function storeOne(context: RawHubContext, batch: Batch): Promise<{ cursor: number }> {
    const written = await writeImages(context, batch.events)
    const stored = await transactions.store({ context, batch, written })
    publish(context, stored)
    const unused = [...written.keys()].filter((id) => !stored.imageIds.has(id))
    await removeUnused(context, unused)
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

function publish({ hub, log, bus, wakeSignals }: RawHubContext, { news, hasProofs }: Stored): void {
  const alertIds = news.flatMap((event) => (event.type === 'alert-raised' ? [event.alertId] : []))
  if (alertIds.length > 0) log.info({ hubId: hub.id, alertIds }, 'alerts of a hub were stored')
  for (const event of news) bus.publish(hub.tenantId, event)
  const isAlarming = news.some(({ type }) => type === 'alert-raised' || type === 'alarm-changed')
  if (isAlarming || hasProofs) wakeSignals.send('notice')
  if (isAlarming) wakeSignals.send('escalation')
}

/** Removes images of alerts that were rejected, or that had been stored before with another image. */
async function removeUnused({ hub, storage, asTenant, log }: RawHubContext, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  try {
    const used = await asTenant((db) => imagesAmong(db, hub.tenantId, ids))
    const unused = ids.filter((id) => !used.has(id))
    await Promise.all(unused.map((id) => storage.remove(storageName(hub.tenantId, id))))
  } catch (error) {
    log.error({ err: error, hubId: hub.id }, 'images of alerts that were not stored could not be removed')
  }
}

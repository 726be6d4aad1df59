/** Whether the file of a stored picture or clip is there in its full size; what shows it follows. Requirement ALERT-08. */
import type { LiveEvent } from '@mimamori/contract/alerting/live-event.ts'
import { Failure } from '#platform/failure.ts'
import { type Storage, storageName } from '#platform/files/storage.ts'
import type { Bus } from '#platform/messaging/bus.ts'
import type { Database } from '#platform/postgres/database.ts'
import { type FileState, type StoredFileRow, saveStates } from './media.queries.ts'

/** Compares a file's size with the expected one; null: there is no file. */
export function stateOfSize(size: number | null, bytes: number): FileState {
  if (size === null) return 'missing'
  return size === bytes ? 'ready' : 'damaged'
}

/** The state of each file, one after the other: checks must not slow down what people look at. */
export async function checkStates(
  storage: Pick<Storage, 'size'>,
  files: readonly StoredFileRow[],
): Promise<StoredFileRow[]> {
  const checked: StoredFileRow[] = []
  for (const file of files) {
    const state = await storage.size(storageName(file.tenantId, file.id)).then(
      (size) => stateOfSize(size, file.bytes),
      (error: unknown) => {
        // Nobody knows what lies in a bucket that does not answer.
        if (error instanceof Failure && error.key === 'files-unavailable') throw error
        return 'damaged' as const
      },
    )
    checked.push({ ...file, state })
  }
  return checked
}

/** Saves what became of these files, and notifies open consoles of the alerts that show them. */
export async function applyStates(
  { database, bus }: { database: Database; bus: Pick<Bus, 'publish'> },
  files: readonly StoredFileRow[],
): Promise<void> {
  if (files.length === 0) return
  const shown = await database.asPlatform('what became of stored files', (db) => saveStates(db, files))
  const places = Map.groupBy(shown, ({ tenantId, unitId }) => `${tenantId} ${unitId}`)
  for (const alerts of places.values()) {
    const { tenantId, unitId } = alerts[0]!
    const alertIds = [...new Set(alerts.map(({ alertId }) => alertId))]
    bus.publish(tenantId, { type: 'alert-changed', alertIds, unitId } satisfies LiveEvent)
  }
}

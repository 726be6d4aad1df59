/**
 * Checks whether the file of a stored image or clip is unchanged, and updates the alerts that show it. Requirement
 * ALERT-08.
 */
import { createHash } from 'node:crypto'
import type { LiveEvent } from '@mimamori/contract/alerting/live-event.ts'
import { type Storage, type StoredFile, storageName } from '#platform/files/storage.ts'
import type { Bus } from '#platform/messaging/bus.ts'
import type { Database } from '#platform/postgres/database.ts'
import { ServiceError } from '#platform/service-error.ts'
import { type FileState, type StoredFileRow, saveStates } from './media.queries.ts'

type Files = Pick<Storage, 'size' | 'open'>

/** Compares a file's size with the expected one; null: the file is missing. */
export function stateOfSize(size: number | null, bytes: number): FileState {
  if (size === null) return 'missing'
  return size === bytes ? 'ready' : 'damaged'
}

/** The state of each file, checked one after the other: checks must not slow down playback. */
export async function checkStates(storage: Files, files: readonly StoredFileRow[], isThorough = false) {
  const checked: StoredFileRow[] = []
  for (const file of files) {
    const state = await stateOf(storage, file, isThorough).catch((error: unknown) => {
      // The content of a bucket that does not respond is unknown.
      if (error instanceof ServiceError && error.key === 'files-unavailable') throw error
      return 'damaged' as const
    })
    checked.push({ ...file, state })
  }
  return checked
}

/** Reads the bytes if requested, and always for a damaged file: its size may have been right. */
async function stateOf(storage: Files, file: StoredFileRow, isThorough: boolean): Promise<FileState> {
  const name = storageName(file.tenantId, file.id)
  const state = stateOfSize(await storage.size(name), file.bytes)
  if (state !== 'ready' || file.sha256 === null || !(isThorough || file.state === 'damaged')) return state
  return stateOfBytes(await storage.open(name), file.sha256)
}

/** Compares a file's bytes with its stored hash, and closes it; null: the file is missing. */
async function stateOfBytes(file: StoredFile | null, sha256: string): Promise<FileState> {
  if (!file) return 'missing'
  const hash = createHash('sha256')
  for await (const part of file.stream()) hash.update(part as Buffer)
  return hash.digest('hex') === sha256 ? 'ready' : 'damaged'
}

/** Saves the states of these files, and notifies open consoles of the alerts that show them. */
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

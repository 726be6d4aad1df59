/** The stored state of backups, and when the next one is due. */
import { HOUR_MS } from '@mimamori/contract/shared/duration.ts'
import { type BackupState, backupState } from '@mimamori/contract/site/installation.ts'
import type { BackupResult } from '#platform/backup/backup-task.ts'
import { OPERATOR_TENANT_ID } from '#platform/platform.ts'
import type { PlatformDb } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'

const KEY = 'backup'
/** A backup a day, and two hours to make it. */
const OVERDUE_MS = 26 * HOUR_MS
const DRILL_EVERY_MS = 30 * 24 * HOUR_MS
const TRY_AGAIN_MS = HOUR_MS
/** Times further ahead were written before the machine's clock was set back. */
const AHEAD_MS = HOUR_MS

/** Backup errors of `/health/ready`. */
export type BackupSignError = 'backup-overdue' | 'backup-failed' | 'restore-drill-failed'

const NOTHING: BackupState = { runs: null, last: null, error: null, lastDrill: null, drillError: null }

export type StoredBackups = BackupState & {
  /** The creation time of this installation. */
  bornAt: Date
}

export async function readBackups(db: PlatformDb): Promise<StoredBackups> {
  const row = await db.first(sql<{ bornAt: string; value: unknown }>`
    select t.created_at as "bornAt", i.value from tenant t left join installation i on i.key = ${KEY}
    where t.id = ${OPERATOR_TENANT_ID}`)
  const parsed = backupState.safeParse(row?.value)
  return { ...(parsed.success ? parsed.data : NOTHING), bornAt: new Date(row!.bornAt) }
}

/** Updates the stored state; omitted fields stay unchanged. */
export async function saveBackups(db: PlatformDb, change: Partial<BackupState>): Promise<void> {
  const value = { ...NOTHING, ...change }
  await db.run(sql`
    insert into installation (key, value) values (${KEY}, ${value})
    on conflict (key) do update set value = installation.value || ${change}::jsonb, updated_at = now()`)
}

/** What is stored of a backup, or of a restore on trial, that ended well. */
export function successOf({ backup, drill }: BackupResult, now: Date): Partial<BackupState> {
  if (drill) {
    const lastDrill = { backupId: backup.id, finishedAt: now.toISOString(), rows: drill.rows, files: drill.files }
    return { lastDrill, drillError: null }
  }
  const last = {
    id: backup.id,
    startedAt: backup.startedAt.toISOString(),
    finishedAt: now.toISOString(),
    tables: backup.tables.length,
    rows: backup.tables.reduce((sum, table) => sum + table.rows, 0),
    files: backup.files?.count ?? null,
    fileBytes: backup.files?.bytes ?? null,
    addedBytes: backup.addedBytes,
  }
  return { last, error: null }
}

/** The latest moment at or before `now` at which the machine's clock shows `atMinute`. */
export function lastPlanned(now: Date, atMinute: number): Date {
  const planned = new Date(now)
  planned.setHours(Math.floor(atMinute / 60), atMinute % 60, 0, 0)
  if (planned > now) planned.setDate(planned.getDate() - 1)
  return planned
}

const isAhead = (at: Date, now: Date) => at.getTime() - now.getTime() > AHEAD_MS

/**
 * Whether a backup or a drill must begin automatically. After an error the next try waits an hour. After the clock was
 * set back a backup is due at once: otherwise the last one would delay the next until then.
 */
export function whatIsDue(state: StoredBackups, now: Date, atMinute: number): 'backup' | 'drill' | null {
  const since = state.last ? new Date(state.last.startedAt) : state.bornAt
  const isLater = (error: BackupState['error']) => {
    if (error === null) return true
    const at = new Date(error.at)
    return now.getTime() - at.getTime() >= TRY_AGAIN_MS || isAhead(at, now)
  }
  if (lastPlanned(now, atMinute) > since || isAhead(since, now)) return isLater(state.error) ? 'backup' : null
  if (!state.last || !isLater(state.drillError)) return null
  // The first backup is proven the same night.
  if (!state.lastDrill) return 'drill'
  const drilled = new Date(state.lastDrill.finishedAt)
  return now.getTime() - drilled.getTime() >= DRILL_EVERY_MS || isAhead(drilled, now) ? 'drill' : null
}

export function isOverdue(state: StoredBackups, now: Date): boolean {
  const since = state.last ? new Date(state.last.startedAt) : state.bornAt
  return now.getTime() - since.getTime() > OVERDUE_MS || isAhead(since, now)
}

/** Makes the nightly backup and the monthly drill, on one instance at a time, and reports missing ones. OPS-02. */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { BACKUP_ERROR_CODES, type BackupErrorFact, type BackupState } from '@mimamori/contract/site/installation.ts'
import type { Logger } from 'pino'
import { z } from 'zod'
import type { BackupResult, BackupTask } from '#platform/backup/backup-task.ts'
import { loadPassphrase } from '#platform/backup/passphrase.ts'
import type { Platform } from '#platform/platform.ts'
import { servicePassword } from '#platform/postgres/migrate.ts'
import { loadMasterKey } from '#platform/secrets.ts'
import type { Sign } from '#platform/sign.ts'
import { VERSION } from '#platform/sign.ts'
import { ChildError, runChild } from '#platform/work/child-work.ts'
import { type Job, takeJobLease } from '#platform/work/jobs.ts'
import { notifyOperators } from './installation.notice.ts'
import {
  type BackupSignError,
  isOverdue,
  readBackups,
  type StoredBackups,
  saveBackups,
  successOf,
  whatIsDue,
} from './installation.state.ts'

type What = 'backup' | 'drill'
export type BackupWork = {
  /** Checks every few minutes whether something is due. */
  job: Job
  sign: Sign
  /** Begins now; returns false if one is running, or if this installation makes none. */
  begin(what: What): Promise<boolean>
  /** Resolves when nothing is running. */
  idle(): Promise<void>
}

const LOOK_EVERY_MS = 5 * 60_000
/** Renewed while it runs, so that no other instance begins a second one. */
const LEASE = 'installation.backup.run'
const LEASE_MS = 10 * 60_000
const RENEW_MS = 2 * 60_000
const CHILD = join(import.meta.dirname, '..', '..', 'platform', 'backup', 'backup.child.ts')
/** Alerts have priority, but a backup must finish even on a busy machine: with 19 it got a hundredth of it. */
const NICENESS = 10
const LIMITS = { timeoutMs: 12 * 3_600_000, heapMb: 512, residentMb: 1_500 }

type WorkOptions = {
  /** The database URL of the account for migrations; null: this installation makes no backups. */
  adminUrl: string | null
  logger: Logger
  niceness?: number
}

export function createBackupWork(
  platform: Platform,
  { adminUrl, logger, niceness = NICENESS }: WorkOptions,
): BackupWork {
  const { config, clock, database } = platform
  const holder = randomUUID()
  let latest: StoredBackups | null = null
  let running: Promise<void> | null = null
  const isOff = adminUrl === null || config.backup.atMinute === null

  const save = (change: Partial<BackupState>) => database.asPlatform('backup state', (db) => saveBackups(db, change))
  const look = async () => {
    latest = await database.asPlatform('backup state', readBackups)
    return latest
  }
  const takeLease = (forMs = LEASE_MS) =>
    takeJobLease(database, { name: LEASE, holder, now: clock.now(), forMs, mostMs: LEASE_MS })

  async function run(what: What, url: string): Promise<void> {
    const startedAt = clock.now()
    await save({ runs: { what, since: startedAt.toISOString() } })
    const renewal = setInterval(() => void takeLease().catch(() => {}), RENEW_MS)
    try {
      const task: BackupTask = {
        ...{ what, adminUrl: url, startedAt, version: VERSION, place: config.backup.place },
        mediaFolder: config.backup.files === 'copied' ? join(config.dataDir, 'media') : null,
        masterKey: (await loadMasterKey(config)).toString('base64'),
        servicePassword: servicePassword(platform.secrets),
        passphrase: await loadPassphrase(config.backup),
        retained: config.backup.retained,
        server: config.backup.server,
      }
      const result = await runChild<BackupResult>(CHILD, task, { ...LIMITS, niceness, signal: platform.stopping })
      await save({ runs: null, ...successOf(result, clock.now()) })
    } catch (error) {
      if (platform.stopping.aborted) return
      const problem = { at: clock.now().toISOString(), error: factOf(error) }
      logger.error({ err: error, what }, 'the backup failed')
      await save({ runs: null, ...(what === 'backup' ? { error: problem } : { drillError: problem }) })
    } finally {
      clearInterval(renewal)
      running = null
      await takeLease(0).then(look, () => {})
    }
  }

  const errorsOf = (state: StoredBackups | null): BackupSignError[] => [
    ...(!isOff && state && isOverdue(state, clock.now()) ? (['backup-overdue'] as const) : []),
    ...(state?.error ? (['backup-failed'] as const) : []),
    ...(state?.drillError ? (['restore-drill-failed'] as const) : []),
  ]

  async function notify(): Promise<void> {
    const state = await look()
    const about = { errors: errorsOf(state), state, now: clock.now() }
    await database.asPlatform('backup notice', (db) => notifyOperators(db, platform.mail, about))
  }

  async function begin(what: What): Promise<boolean> {
    if (adminUrl === null || running || !(await takeLease())) return false
    running = run(what, adminUrl)
    return true
  }

  /** Cleans up after an instance that was killed. */
  async function forgetLostRun(): Promise<void> {
    if (running || !(await takeLease(0))) return
    await save({ runs: null })
  }

  return {
    job: {
      name: 'installation.backup',
      everyMs: LOOK_EVERY_MS,
      batchSize: 1_000,
      async task(_database, now) {
        const state = await look()
        if (state.runs) await forgetLostRun()
        const due = isOff ? null : whatIsDue(state, now, config.backup.atMinute!)
        const hasBegun = due !== null && (await begin(due))
        await running
        await notify()
        return hasBegun ? 1 : 0
      },
    },
    sign: {
      errors: () => errorsOf(latest),
      figures: () => (latest?.last ? ageLines(latest.last.startedAt, clock.now()) : []),
    },
    begin,
    idle: async () => void (await running),
  }
}

function ageLines(startedAt: string, now: Date): string[] {
  const seconds = Math.max(0, Math.round((now.getTime() - new Date(startedAt).getTime()) / 1000))
  return ['# TYPE mimamori_backup_age_seconds gauge', `mimamori_backup_age_seconds ${seconds}`]
}

const fact = z.object({ code: z.enum(BACKUP_ERROR_CODES), subject: z.string() })

function factOf(error: unknown): BackupErrorFact {
  const reason = error instanceof ChildError ? error.reason : String(error)
  try {
    return fact.parse(JSON.parse(reason))
  } catch {
    return { code: 'crashed', subject: reason.slice(0, 300) }
  }
}

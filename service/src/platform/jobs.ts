/** Work in the background: batches over all tenants, each job run by one instance at a time. */
import type { PlatformDb } from './database.ts'

export type Job = {
  /** Noun and verb, `alerts.delete-old`. */
  name: string
  /** Pause between two rounds. */
  everyMs: number
  /** A batch that touches as many rows as this is followed by another at once. */
  batchSize: number
  /** One small transaction; answers how many rows it touched. */
  batch(db: PlatformDb, now: Date): Promise<number>
}

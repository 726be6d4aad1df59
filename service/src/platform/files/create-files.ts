/** Where the files of tenants are stored: in the data folder, or in a bucket where one is set. */
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { Database } from '../postgres/database.ts'
import type { Secrets } from '../secrets.ts'
import { BucketRefused, openBucket } from './bucket.ts'
import { type BucketStorage, createBucketStorage } from './bucket-storage.ts'
import { createFileKeys } from './file-keys.ts'
import { createStorage } from './folder-storage.ts'
import type { Storage } from './storage.ts'

type Parts = {
  config: Pick<Config, 'bucket' | 'dataDir'>
  database: Database
  secrets: Secrets
  clock: Clock
  logger: Logger
}

/** `bucket` null: files stay in the data folder. */
export async function createFiles(parts: Parts): Promise<{ storage: Storage; bucket: BucketStorage | null }> {
  const { config, logger } = parts
  const earlierFolder = join(config.dataDir, 'media')
  if (!config.bucket) return { storage: createStorage(earlierFolder), bucket: null }
  const storage = createBucketStorage({
    bucket: await openBucket(config.bucket),
    keys: createFileKeys(parts),
    waitingFolder: join(config.dataDir, 'media-waiting'),
    earlierFolder,
    clock: parts.clock,
    onError: (error) => logger.error({ err: error }, 'files wait, because the bucket did not take one'),
  })
  return { storage, bucket: storage }
}

/**
 * Throws, naming the settings, when the bucket refuses to write, read or remove an object. One that cannot be reached is
 * no reason to stay away: files wait for it, and alarms go on.
 */
export async function checkBucket(config: Pick<Config, 'bucket'>, logger: Logger): Promise<void> {
  if (!config.bucket) return
  const bucket = await openBucket(config.bucket)
  try {
    await bucket.check()
  } catch (error) {
    if (error instanceof BucketRefused) {
      throw new Error(`MIMAMORI_S3_URL, MIMAMORI_S3_BUCKET, MIMAMORI_S3_KEY_ID, MIMAMORI_S3_SECRET: ${error.message}`)
    }
    logger.warn({ err: error }, 'The bucket cannot be reached. Files wait in the data folder until it can.')
  } finally {
    bucket.stop()
  }
}

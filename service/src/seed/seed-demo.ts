/** Creates the demo organization with a history of 90 days, once and atomically. */

import { createHash, randomBytes } from 'node:crypto'
import type { Locale } from '@mimamori/contract/languages/locales.ts'
import { DAY_MS } from '@mimamori/contract/shared/duration.ts'
import type { Passwords } from '#platform/auth/password.ts'
import type { Storage } from '#platform/files/storage.ts'
import type { Database, PlatformDb } from '#platform/postgres/database.ts'
import { drain } from '#platform/work/jobs.ts'
import { workOutNights } from '../insight/metrics/metrics.sleep.jobs.ts'
import { insertDemoCheckIns } from './demo-check-ins.ts'
import { insertExternal } from './demo-external.ts'
import { LATEST_MS } from './demo-history.ts'
import { readPool } from './demo-images.ts'
import { speaking } from './demo-language.ts'
import { makeMeasured, makePast, type Past, type PastMeasured } from './demo-past.ts'
import { DEMO_PASSWORD } from './demo-plan.ts'
import { insertDemoProofs } from './demo-proofs.ts'
import { insertDemoResidents } from './demo-residents.ts'
import * as rows from './demo-rows.ts'
import { insertDemoSettings } from './demo-settings.ts'
import { insertSignIns } from './demo-sign-ins.ts'
import { insertMeasuredHours, insertMeasurementBlocks, insertRoomChanges } from './queries/measured.queries.ts'
import * as write from './queries/seed.queries.ts'

/** How long the demo's sites have been with Mimamori. */
const AGE_DAYS = 120
const FILES_AT_ONCE = 64

export type SeedOptions = {
  database: Database
  storage: Pick<Storage, 'adopt'>
  passwords: Pick<Passwords, 'hash'>
  now: Date
  /** Everything follows from it but the hub's key and the times, which are those before `now`. */
  seed: string
  /** The language of names, notes and accounts. */
  language: Locale
  /**
   * Folder with index.json and the images of the past, which may still be drawn; null: alerts without images. Asked for when
   * everything else is worked out.
   */
  imageFolder(): Promise<string | null>
  /** Key of the demo hub from an earlier run, if it is still known. */
  knownKey: string | null
  /** Stores a new key before it becomes valid: it cannot be read from the database. */
  keepKey(key: string): void
}

type Seeded = { hubKey: string; isNew: boolean; alerts: number }

/** Seeds, unless the demo already exists. Returns the key of its hub; a new one if the old one is lost. */
export async function seedDemo(options: SeedOptions): Promise<Seeded> {
  const { database, seed, knownKey } = options
  const hubId = rows.demoHubId(seed)
  const stored = await database.asPlatform('is the demo there', (db) => write.demoHubHash(db, hubId))
  if (!stored) return makeDemo(options)
  if (knownKey !== null && hashOf(knownKey).equals(stored)) return { hubKey: knownKey, isNew: false, alerts: 0 }
  const { key, ...parts } = newKey()
  options.keepKey(key)
  await database.asPlatform('new key of the demo hub', (db) =>
    write.replaceHubKey(db, hubId, parts.publicId, parts.hash, parts.lastFour),
  )
  return { hubKey: key, isNew: false, alerts: 0 }
}

async function makeDemo(options: SeedOptions) {
  const { database, storage, passwords, now, seed, language, imageFolder, keepKey } = options
  const passwordHash = await passwords.hash(DEMO_PASSWORD)
  const measured = makeMeasured(seed, now)
  const past = makePast(seed, now, readPool(await imageFolder()))
  const { key, ...hubKey } = newKey()
  keepKey(key)
  // Files first: a row with a missing image would be visible, a file without a row is not.
  await linkFiles(storage, past.files)
  await database.asPlatform('seed the demo', async (platform) => {
    const db = speaking(platform, language)
    await insertPlaces(db, { seed, now, language }, passwordHash, hubKey)
    await insertMeasured(db, measured)
    await insertPast(db, past, now)
  })
  // As the job would, which waits for its first round: the demo opens with its nights.
  await drain(workOutNights, database, now)
  return { hubKey: key, isNew: true, alerts: past.alerts.length }
}

async function insertPlaces(
  db: PlatformDb,
  { seed, now, language }: Pick<SeedOptions, 'seed' | 'now' | 'language'>,
  passwordHash: string,
  hubKey: rows.HubKeys,
) {
  const bornAt = new Date(now.getTime() - AGE_DAYS * DAY_MS)
  const demoHub = rows.demoHubId(seed)
  await write.insertTenants(db, rows.tenantRows(seed), bornAt)
  await write.insertUnits(db, rows.unitRows(seed), bornAt)
  await write.insertUsers(db, rows.userRows(seed), { passwordHash, language }, bornAt)
  await write.insertUserUnits(db, rows.userUnitRows(seed))
  await write.insertShifts(db, rows.shiftRows(seed), bornAt)
  await write.insertUserShifts(db, rows.userShiftRows(seed))
  await insertSignIns(db, seed, now)
  await write.insertTags(db, rows.tagRows(seed), bornAt)
  // The other hubs do not run: nobody stores their keys.
  await write.insertAgents(
    db,
    rows.agentRows(seed, now, (id) => (id === demoHub ? hubKey : newKey())),
    bornAt,
  )
  await write.insertCameras(db, rows.cameraRows(seed, now), bornAt)
  await write.insertCameraApps(db, rows.cameraAppRows(seed), bornAt)
  await write.insertCameraTags(db, rows.cameraTagRows(seed))
  await insertDemoProofs(db, seed, now)
  await insertExternal(db, bornAt)
  await insertDemoSettings(db, seed, bornAt)
  await insertDemoCheckIns(db, seed, now)
  await insertDemoResidents(db, seed, now)
}

async function insertPast(db: PlatformDb, past: Past, now: Date) {
  await write.insertAlerts(db, past.alerts)
  await write.insertMedia(db, past.media)
  await write.showFrames(db, past.frames)
  await write.insertSteps(db, past.steps)
  await write.insertSeen(db, past.seen)
  await write.markSeenUntil(db, new Date(now.getTime() - LATEST_MS))
}

async function insertMeasured(db: PlatformDb, { hours, blocks, rooms: changes }: PastMeasured) {
  await insertMeasuredHours(db, hours)
  await insertMeasurementBlocks(db, blocks)
  await insertRoomChanges(db, changes)
}

async function linkFiles(storage: SeedOptions['storage'], files: Past['files']) {
  for (let from = 0; from < files.length; from += FILES_AT_ONCE) {
    await Promise.all(files.slice(from, from + FILES_AT_ONCE).map(({ name, path }) => storage.adopt(name, path)))
  }
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789'

/** 256 random bits, of which only the hash is stored. */
function newKey(): rows.HubKeys & { key: string } {
  const publicId = Array.from(randomBytes(12), (byte) => LETTERS[byte % LETTERS.length]).join('')
  const key = `mmh_${publicId}_${randomBytes(32).toString('base64url')}`
  return { key, publicId, hash: hashOf(key), lastFour: key.slice(-4) }
}

function hashOf(key: string): Buffer {
  return createHash('sha256').update(key).digest()
}

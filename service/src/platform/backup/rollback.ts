/** Restores the newest backup that this version can read, if the database has a newer version. OPS-03. */
import type { BackupConfig } from '../config.ts'
import { knownMigrations, unknownMigrations } from '../postgres/migrate.ts'
import { quoted, withParts } from '../postgres/postgres-url.ts'
import { openCipher } from './backup-cipher.ts'
import { type BackupManifest, backupId, listBackups } from './backup-manifest.ts'
import { targetOf } from './backup-target.ts'
import { withCopyClient } from './copy-client.ts'
import { loadPassphrase } from './passphrase.ts'
import { restoreDatabase } from './restore-backup.ts'

type Options = {
  adminUrl: string
  backup: BackupConfig
  servicePassword: string
  now: Date
}

export type RolledBack = {
  backup: BackupManifest
  /** The database as it was, under another name on the same server. */
  aside: string
}

/** Media stay where they are. Throws an Error in words; the database is as it was then. */
export async function rollBack({ adminUrl, backup, servicePassword, now }: Options): Promise<RolledBack> {
  if ((await unknownMigrations(adminUrl)).length === 0) {
    throw new Error('The database is not of a newer version than this program: there is nothing to go back from.')
  }
  const target = await targetOf(backup.place, backup.server)
  const known = new Set(knownMigrations())
  const found = (await listBackups(target)).find(({ migrations }) => migrations.every((name) => known.has(name)))
  if (!found) throw new Error(`No backup in ${backup.place} is of this version or an older one.`)
  const place = { target, cipher: await openCipher(target, await loadPassphrase(backup)) }
  const name = decodeURIComponent(new URL(adminUrl).pathname.slice(1))
  const aside = `${name}_until_${backupId(now).replace(/\D/g, '')}`
  const fresh = `${name}_restoring`
  const server = withParts(adminUrl, { database: name === 'postgres' ? 'template1' : 'postgres' })
  const [away, into] = [rename(name, aside), rename(fresh, name)]
  const drop = `drop database if exists ${quoted(fresh)} with (force)`
  // Whether somebody is connected and whether the account may do it is known before anything is restored.
  await inServer(server, 'begin', away, 'rollback')
  // Remains of a rollback that was killed.
  await inServer(server, drop, `create database ${quoted(fresh)}`)
  try {
    await restoreDatabase(place, found, { adminUrl: withParts(adminUrl, { database: fresh }), servicePassword })
    await inServer(server, 'begin', away, into, 'commit')
  } catch (error) {
    await inServer(server, drop).catch(() => {})
    throw error
  }
  return { backup: found, aside }
}

const rename = (from: string, to: string) => `alter database ${quoted(from)} rename to ${quoted(to)}`

/** By SQLSTATE: somebody is connected; the account may not make databases, or the database is another one's. */
const REJECTIONS: Record<string, string> = {
  '55006': 'The database is in use. Stop the service, and all of its instances, first.',
  '42501':
    'The account of DATABASE_URL may not rename and make databases, which a rollback does. Run it once with the DATABASE_URL of ' +
    'an administrator of the server. Nothing was changed.',
}

async function inServer(url: string, ...statements: string[]): Promise<void> {
  try {
    await withCopyClient(url, async (client) => {
      for (const statement of statements) await client.run(statement)
    })
  } catch (error) {
    const words = REJECTIONS[(error as { code?: string }).code ?? '']
    throw words ? new Error(words) : error
  }
}

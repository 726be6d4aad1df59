/** Checks that the master key belongs to this database: a new key would make all sealed passwords unreadable. */
import type postgres from 'postgres'
import type { Config } from '../config.ts'
import { connect } from '../postgres/postgres-url.ts'
import { hasMasterKey, loadSecrets, type Secrets } from '../secrets.ts'

type KeyConfig = Pick<Config, 'masterKey' | 'masterKeyFile' | 'previousMasterKey'>

const PLACE = 'installation|key_check|sealed|'
const PLAIN = 'mimamori'
const WAY_OUT =
  'Put the key back from a backup. If it is lost for good, docs/running/backup.md says how to begin with a new one.'

/**
 * The secrets for this database, before it is migrated. A key is created only for a new database. Throws, naming the
 * file or setting, if the key is missing, unsafe, or not the one that sealed the stored values.
 */
export async function openSecrets(config: KeyConfig, adminUrl: string): Promise<Secrets> {
  const { isUsed, sealed } = await asAdmin(adminUrl, readSealed)
  if (isUsed && !(await hasMasterKey(config))) {
    throw new Error(
      `The master key ${config.masterKeyFile} is missing, and the database was sealed with it. ${WAY_OUT}`,
    )
  }
  const secrets = await loadSecrets(config)
  if (sealed.length > 0 && !sealed.some((one) => opens(secrets, one))) {
    const source = config.masterKey === null ? config.masterKeyFile : 'MIMAMORI_MASTER_KEY'
    throw new Error(`${source} is not the master key that sealed this database. ${WAY_OUT}`)
  }
  return secrets
}

/** Seals the check value with the current key, after the migration: then the previous key may be removed. */
export async function saveKeyCheck(secrets: Pick<Secrets, 'seal'>, adminUrl: string): Promise<void> {
  const sealed = secrets.seal(PLAIN, PLACE)
  await asAdmin(adminUrl, async (client) => {
    await client`insert into key_check (sealed) values (${sealed}) on conflict (is_only) do update set sealed = ${sealed}`
  })
}

/** The check values of a database that was migrated; a first start that failed halfway may have left none. */
async function readSealed(client: postgres.Sql): Promise<{ isUsed: boolean; sealed: string[] }> {
  const isUsed =
    (await has(client, 'schema_migration')) && (await client`select from schema_migration limit 1`).length > 0
  if (!isUsed || !(await has(client, 'key_check'))) return { isUsed, sealed: [] }
  const checks = await client<{ sealed: string }[]>`select sealed from key_check`
  return { isUsed, sealed: checks.map(({ sealed }) => sealed) }
}

async function has(client: postgres.ISql, table: string): Promise<boolean> {
  const [row] = await client`select to_regclass(${`public.${table}`}) as found`
  return row?.found !== null
}

function opens(secrets: Pick<Secrets, 'open'>, sealed: string): boolean {
  try {
    return secrets.open(sealed, PLACE) === PLAIN
  } catch {
    return false
  }
}

async function asAdmin<T>(adminUrl: string, work: (client: postgres.Sql) => Promise<T>): Promise<T> {
  const client = connect(adminUrl, { max: 1, onnotice: () => {}, fetch_types: false })
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

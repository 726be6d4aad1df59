/** Whether the master key at hand is the one of this database: a new one would make all sealed passwords unreadable. */
import type postgres from 'postgres'
import type { Config } from './config.ts'
import { connect } from './postgres-url.ts'
import { hasMasterKey, loadSecrets, type Secrets } from './secrets.ts'

type KeyConfig = Pick<Config, 'masterKey' | 'masterKeyFile' | 'previousMasterKey'>

const PLACE = 'installation|key_check|sealed|'
const PLAIN = 'mimamori'
const WAY_OUT =
  'Put the key back from a backup. If it is lost for good, docs/running.md says how to begin with a new one.'

/**
 * The secrets for this database, before it is migrated. A key is made for a new database alone. Throws, naming the
 * file or setting, when the key is missing, unsafe, or not the one that sealed what the database holds.
 */
export async function openSecrets(config: KeyConfig, adminUrl: string): Promise<Secrets> {
  const { isUsed, sealed } = await asAdmin(adminUrl, readCheck)
  if (isUsed && !(await hasMasterKey(config))) {
    throw new Error(
      `The master key ${config.masterKeyFile} is missing, and the database was sealed with it. ${WAY_OUT}`,
    )
  }
  const secrets = await loadSecrets(config)
  if (sealed !== null && !opens(secrets, sealed)) {
    const source = config.masterKey === null ? config.masterKeyFile : 'MIMAMORI_MASTER_KEY'
    throw new Error(`${source} is not the master key that sealed this database. ${WAY_OUT}`)
  }
  return secrets
}

/** Seals the check value with the present key, after the migration: then the key before it may be taken away. */
export async function saveKeyCheck(secrets: Pick<Secrets, 'seal'>, adminUrl: string): Promise<void> {
  const sealed = secrets.seal(PLAIN, PLACE)
  await asAdmin(adminUrl, async (client) => {
    await client`insert into key_check (sealed) values (${sealed}) on conflict (is_only) do update set sealed = ${sealed}`
  })
}

async function readCheck(client: postgres.Sql): Promise<{ isUsed: boolean; sealed: string | null }> {
  const has = async (table: string) => (await client`select to_regclass(${table}) as found`)[0]?.found !== null
  const isUsed =
    (await has('public.schema_migration')) && (await client`select from schema_migration limit 1`).length > 0
  const rows = (await has('public.key_check')) ? await client<{ sealed: string }[]>`select sealed from key_check` : []
  return { isUsed, sealed: rows[0]?.sealed ?? null }
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

/** Whether the master key at hand is the one of this database: a new one would make all sealed passwords unreadable. */
import type postgres from 'postgres'
import type { Config } from '../config.ts'
import { connect } from '../postgres/postgres-url.ts'
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

/** Seals the check value with the present key, after the migration: then the key before it may be taken away. */
export async function saveKeyCheck(secrets: Pick<Secrets, 'seal'>, adminUrl: string): Promise<void> {
  const sealed = secrets.seal(PLAIN, PLACE)
  await asAdmin(adminUrl, async (client) => {
    await client`insert into key_check (sealed) values (${sealed}) on conflict (is_only) do update set sealed = ${sealed}`
  })
}

type Sealed = { sealed: string; place: string }

/** The check value; in a database without one what else is sealed, some of it: any value that opens proves the key. */
async function readSealed(client: postgres.Sql): Promise<{ isUsed: boolean; sealed: Sealed[] }> {
  const isUsed =
    (await has(client, 'schema_migration')) && (await client`select from schema_migration limit 1`).length > 0
  if (!isUsed) return { isUsed, sealed: [] }
  const checks = (await has(client, 'key_check'))
    ? await client<Sealed[]>`select sealed, ${PLACE}::text as place from key_check`
    : []
  return { isUsed, sealed: checks.length > 0 ? checks : await readValues(client) }
}

const SAMPLES = 100

/** Camera passwords, keys of external systems, the key of push messages. Their places are those of the nouns. */
async function readValues(client: postgres.Sql): Promise<Sealed[]> {
  return client.begin(async (db) => {
    // Row security hides these tables from an account that is no superuser.
    await db`grant mimamori_platform to current_user`
    await db`set local role mimamori_platform`
    const values: Sealed[] = []
    if (await has(db, 'camera')) {
      values.push(
        ...(await db<Sealed[]>`
          select password_sealed as sealed, tenant_id || '|camera|password|' || id as place from camera
          where password_sealed is not null limit ${SAMPLES}`),
      )
    }
    if (await has(db, 'external_system')) {
      values.push(
        ...(await db<Sealed[]>`
          select auth_key as sealed, tenant_id || '|external_system|auth_key|' || tenant_id as place
          from external_system where auth_key is not null limit ${SAMPLES}`),
      )
    }
    if (await has(db, 'installation')) {
      values.push(
        ...(await db<Sealed[]>`
          select value ->> 'sealedKey' as sealed, 'installation|push-keys|privateKey' as place
          from installation where key = 'push-keys'`),
      )
    }
    return values
  })
}

async function has(client: postgres.ISql, table: string): Promise<boolean> {
  const [row] = await client`select to_regclass(${`public.${table}`}) as found`
  return row?.found !== null
}

function opens(secrets: Pick<Secrets, 'open'>, { sealed, place }: Sealed): boolean {
  try {
    const plain = secrets.open(sealed, place)
    return place !== PLACE || plain === PLAIN
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

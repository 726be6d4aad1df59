/**
 * The roles of the service on its server: created if the account may do so, otherwise listed in an error and written as
 * a script for an administrator (`npm run grants`). Decision 0034.
 */
import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'
import type postgres from 'postgres'
import { sqlState } from '../database.ts'
import { connect } from '../postgres-url.ts'
import { inTurn } from './in-turn.ts'
import { needsOf, type Place, SERVICE_LOGIN } from './needs.ts'

const WAY_OUT =
  'Let an administrator of the server run what `npm run --silent grants` prints: see docs/running/install.md.'
/** SQLSTATE: insufficient privilege; a missing role, because it could not be created. */
const NOT_ALLOWED = ['42501', '42704']
/** SQLSTATE: login rejected. */
const REFUSED_LOGIN = ['28P01', '28000', '42501']
const SCRAM_ROUNDS = 4096

/**
 * Roles belong to the whole server, so migrations, which run once per database, do not create them. Throws an Error
 * that lists what is missing.
 */
export async function prepareRoles(client: postgres.Sql, password: string): Promise<void> {
  const { mayMakeRoles, ...place } = await whereWeAre(client)
  for (const { give } of await missing(client, place)) await attempt(client, give)
  if (mayMakeRoles) await attempt(client, setPassword(password))
  const left = await missing(client, place)
  if (left.length === 0) return
  const words = left.map((need) => `- ${need.words}`).join('\n')
  throw new Error(`The account ${place.account} of DATABASE_URL may not make this ready:\n${words}\n${WAY_OUT}`)
}

/** The rights that an account lacks on this server, as text; nothing is changed. */
export async function missingRights(client: postgres.Sql): Promise<string[]> {
  return (await missing(client, await whereWeAre(client))).map(({ words }) => words)
}

/** Whether the account may create roles, its name, and the database. */
export async function whereWeAre(client: postgres.Sql): Promise<Place & { mayMakeRoles: boolean }> {
  const [row] = await client<(Place & { mayMakeRoles: boolean })[]>`
    select current_user as account, current_database() as database,
      (select rolsuper or rolcreaterole from pg_roles where rolname = current_user) as "mayMakeRoles"`
  return row!
}

/** Throws an Error with an explanation if the service's own login is rejected at this URL. */
export async function requireLogin(url: string): Promise<void> {
  const client = connect(url, { max: 1, onnotice: () => {}, fetch_types: false })
  try {
    await client`select 1`
  } catch (error) {
    if (!REFUSED_LOGIN.includes(sqlState(error) ?? '')) throw error
    throw new Error(
      `The server does not let ${SERVICE_LOGIN} in with the password of this master key: ${(error as Error).message}. ${WAY_OUT}`,
    )
  } finally {
    await client.end({ timeout: 1 })
  }
}

/** SQL that an administrator runs once in the database: it is repeatable, and contains no readable password. */
export function grantsScript(place: Place, password: string): string {
  const { account, database } = place
  const statements = [...needsOf(place).map(({ give }) => give), setPassword(password)]
  return `-- What Mimamori needs of this server when its account makes no roles. Run it as an administrator of the server, once
-- and after a change of the master key, in this very database: psql -v ON_ERROR_STOP=1 -d ${database} -f grants.sql
begin;
do $$ begin if current_database() <> ${literal(database)} then
  raise exception 'Run this in the database %, not in %.', ${literal(database)}, current_database(); end if; end $$;
do $$ begin if not exists (select from pg_roles where rolname = ${literal(account)}) then
  raise exception 'Make the account % first: create role ... login inherit password ...', ${literal(account)}; end if; end $$;
${statements.map((statement) => `${statement};\n`).join('')}commit;
`
}

async function missing(client: postgres.Sql, place: Place) {
  const needs = needsOf(place)
  const [row] = await client.unsafe(
    `select ${needs.map(({ holds }, at) => `coalesce(${holds}, false) as n${at}`).join(', ')}`,
  )
  return needs.filter((_, at) => row![`n${at}`] !== true)
}

/** Insufficient privileges are ignored here: a later check reports what is missing. */
async function attempt(client: postgres.Sql, statement: string): Promise<void> {
  await inTurn(() => client.unsafe(statement)).catch((error: unknown) => {
    if (!NOT_ALLOWED.includes(sqlState(error) ?? '')) throw error
  })
}

const setPassword = (password: string) => `alter role ${SERVICE_LOGIN} password ${literal(scramOf(password))}`
const literal = (text: string) => `'${text.replaceAll("'", "''")}'`

/**
 * The verifier that a server stores for a password (RFC 5803): it verifies a password without containing it. ASCII
 * only.
 */
function scramOf(password: string): string {
  const salt = randomBytes(16)
  const salted = pbkdf2Sync(password, salt, SCRAM_ROUNDS, 32, 'sha256')
  const keyOf = (name: string) => createHmac('sha256', salted).update(name).digest()
  const stored = createHash('sha256').update(keyOf('Client Key')).digest()
  const parts = [stored, keyOf('Server Key')].map((key) => key.toString('base64')).join(':')
  return `SCRAM-SHA-256$${SCRAM_ROUNDS}:${salt.toString('base64')}$${parts}`
}

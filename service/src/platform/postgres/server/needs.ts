/**
 * Requirements of the service on a server besides its tables: four roles, their rights, and the owner of the schema.
 * Decision 0034.
 */
import { quoted } from '../postgres-url.ts'

/** The login role of the service: it has no rights itself. */
export const SERVICE_LOGIN = 'mimamori_service'
const READERS = ['mimamori_app', 'mimamori_platform']
const ROLES = ['mimamori_owner', ...READERS, SERVICE_LOGIN]

/**
 * One requirement. `holds` is an SQL condition evaluated in the account's database; `give` establishes it, and is
 * repeatable.
 */
export type Need = { words: string; holds: string; give: string }
/** For whom and where: the account of DATABASE_URL, and its database. */
export type Place = { account: string; database: string }

const idOf = (role: string) => `(select oid from pg_roles where rolname = '${role}')`
const has = (rights: string, grantee: string, right: string) =>
  `exists (select from aclexplode(${rights}) where grantee = ${grantee} and privilege_type = '${right}')`
const ON_DATABASE = `(select coalesce(datacl, acldefault('d', datdba)) from pg_database where datname = current_database())`
const ON_SCHEMA = `(select coalesce(nspacl, acldefault('n', nspowner)) from pg_namespace where nspname = 'public')`
/** From PostgreSQL 16 on the right to take on a role is apart from membership. */
const TO_TAKE_ON = `case when current_setting('server_version_num')::int < 160000 then 'member' else 'set' end`
const MIGHTY = `rolname in ('${ROLES.join("', '")}') and (rolsuper or rolbypassrls or rolcreaterole or rolcreatedb or rolinherit)`

/** In the order in which they can be given. */
export function needsOf(place: Place): Need[] {
  return [...roleNeeds(), ...accountNeeds(place), ...databaseNeeds(place), ...schemaNeeds()]
}

function roleNeeds(): Need[] {
  return [
    ...ROLES.map((role) => ({
      words: `the role ${role} is not there`,
      holds: `${idOf(role)} is not null`,
      give: `do $$ begin if ${idOf(role)} is null then create role ${role} nologin noinherit; end if; end $$`,
    })),
    {
      words: `one of the roles ${ROLES.join(', ')} may do more than it shall (superuser, bypassrls, createrole, createdb, inherit)`,
      holds: `not exists (select from pg_roles where ${MIGHTY})`,
      give: `do $$ declare name text; begin for name in select rolname from pg_roles where ${MIGHTY} loop
  execute format('alter role %I nosuperuser nobypassrls nocreaterole nocreatedb noinherit', name); end loop; end $$`,
    },
    {
      words: `${SERVICE_LOGIN} may not log in`,
      holds: `exists (select from pg_roles where rolname = '${SERVICE_LOGIN}' and rolcanlogin)`,
      give: `alter role ${SERVICE_LOGIN} login`,
    },
    ...READERS.map((role) => ({
      words: `${SERVICE_LOGIN} may not take on ${role}`,
      holds: `exists (select from pg_auth_members where roleid = ${idOf(role)} and member = ${idOf(SERVICE_LOGIN)})`,
      give: `grant ${role} to ${SERVICE_LOGIN}`,
    })),
  ]
}

function accountNeeds({ account }: Place): Need[] {
  const may = (role: string, right: string) => `coalesce(pg_has_role(current_user, ${idOf(role)}, ${right}), false)`
  return [
    {
      words: `${account} lacks the rights of mimamori_owner, which makes the tables, or does not inherit them`,
      holds: `${may('mimamori_owner', "'usage'")} and ${may('mimamori_owner', TO_TAKE_ON)}`,
      give: `grant mimamori_owner to ${quoted(account)}`,
    },
    {
      words: `${account} may not take on mimamori_platform, as which backups read`,
      holds: may('mimamori_platform', TO_TAKE_ON),
      give: `grant mimamori_platform to ${quoted(account)}`,
    },
  ]
}

function databaseNeeds({ account, database }: Place): Need[] {
  const name = quoted(database)
  return [
    {
      words: `mimamori_owner may not make anything in the database ${database}`,
      holds: has(ON_DATABASE, idOf('mimamori_owner'), 'CREATE'),
      give: `grant create, connect on database ${name} to mimamori_owner`,
    },
    {
      words: `${SERVICE_LOGIN} may not connect to the database ${database}`,
      holds: has(ON_DATABASE, idOf(SERVICE_LOGIN), 'CONNECT'),
      give: `grant connect on database ${name} to ${SERVICE_LOGIN}`,
    },
    {
      words: `everybody may connect to the database ${database}`,
      holds: `not ${has(ON_DATABASE, '0', 'CONNECT')}`,
      give: `grant connect on database ${name} to ${quoted(account)};\nrevoke all on database ${name} from public`,
    },
  ]
}

function schemaNeeds(): Need[] {
  return [
    {
      words: 'the schema public does not belong to mimamori_owner',
      holds: `(select nspowner from pg_namespace where nspname = 'public') = ${idOf('mimamori_owner')}`,
      give: 'alter schema public owner to mimamori_owner',
    },
    {
      words: 'everybody may make something in the schema public',
      holds: `not ${has(ON_SCHEMA, '0', 'CREATE')}`,
      give: 'revoke create on schema public from public',
    },
    ...READERS.map((role) => ({
      words: `${role} may not use the schema public`,
      holds: has(ON_SCHEMA, idOf(role), 'USAGE'),
      give: `grant usage on schema public to ${role}`,
    })),
  ]
}

/** Statements about one's own passkeys. */
import type { Passkey } from '@mimamori/contract/identity/passkey.ts'
import type { PlatformDb } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'
import type { PasskeyKey } from '#shared/factor/passkey.ts'

type Owner = { tenantId: string; userId: string }
const isOf = ({ tenantId, userId }: Owner) => sql`tenant_id = ${tenantId} and user_id = ${userId}`
const SHOWN = sql`id, name, created_at as "createdAt", last_used_at as "lastUsedAt"`

/** The oldest first. */
export function readPasskeys(db: PlatformDb, owner: Owner): Promise<Passkey[]> {
  return db.rows(sql<Passkey>`select ${SHOWN} from passkey where ${isOf(owner)} order by created_at, id`)
}

/** As an authenticator that has one of them already needs them. */
export function readKeys(db: PlatformDb, owner: Owner): Promise<PasskeyKey[]> {
  return db.rows(sql<PasskeyKey>`
    select id, tenant_id as "tenantId", user_id as "userId", credential_id as "credentialId", public_key as "publicKey",
      counter::float8 as counter, transports from passkey where ${isOf(owner)} order by created_at, id`)
}

type Draft = Pick<PasskeyKey, 'credentialId' | 'publicKey' | 'counter' | 'transports'> & { name: string }

/** Undefined: the authenticator's name of it is taken. */
export function insertPasskey(db: PlatformDb, owner: Owner, draft: Draft, now: Date): Promise<Passkey | undefined> {
  return db.first(sql<Passkey>`
    insert into passkey (tenant_id, user_id, name, credential_id, public_key, counter, transports, created_at)
    values (${owner.tenantId}, ${owner.userId}, ${draft.name}, ${draft.credentialId}, ${draft.publicKey}, ${draft.counter},
      ${draft.transports}::text[], ${now})
    on conflict (credential_id) do nothing returning ${SHOWN}`)
}

export function renamePasskey(db: PlatformDb, owner: Owner, id: string, name: string): Promise<Passkey | undefined> {
  return db.first(
    sql<Passkey>`update passkey set name = ${name} where ${isOf(owner)} and id = ${id} returning ${SHOWN}`,
  )
}

/** The name of the one that is gone. */
export function removePasskey(db: PlatformDb, owner: Owner, id: string): Promise<{ name: string } | undefined> {
  return db.first(sql<{ name: string }>`delete from passkey where ${isOf(owner)} and id = ${id} returning name`)
}

/** How many there were. */
export function removePasskeys(db: PlatformDb, owner: Owner): Promise<number> {
  return db.run(sql`delete from passkey where ${isOf(owner)}`)
}

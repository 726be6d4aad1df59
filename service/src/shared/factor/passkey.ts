/** Passkeys: the relying party, challenges that are good once, and what an authenticator's answer proves. Requirement REACH-21. */
import type { PasskeyAnswer, PasskeyMade } from '@mimamori/contract/identity/passkey-answer.ts'
import type { PublicContext } from '#platform/context.ts'
import type { PlatformDb } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'
import { fail } from '#platform/service-error.ts'

/** Loaded for the first passkey: its 200 modules take a tenth of a start. */
const webauthn = () => import('@simplewebauthn/server')
const CHALLENGE_MS = 5 * 60_000
/** ES256, Ed25519 and RS256 (COSE), which every Node verifies. */
const ALGORITHMS = [-7, -8, -257]

/** `id`: the name for which authenticators make keys. `origin`: the address of the page that asks them. */
type RelyingParty = { id: string; origin: string }

/**
 * The installation's public address. An IP address does not count as a name, and without TLS no browser hands a key out; this machine's
 * own address counts as `localhost`, which browsers trust. Throws where neither is so.
 */
export function relyingParty({ publicUrl }: { publicUrl: string }): RelyingParty {
  const url = new URL(publicUrl)
  if (/^(127(\.\d+){3}|\[::1\]|localhost)$/.test(url.hostname)) {
    url.hostname = 'localhost'
    return { id: 'localhost', origin: url.origin }
  }
  const isAddress = /^(\d+(\.\d+){3}|\[.*\])$/.test(url.hostname)
  if (url.protocol !== 'https:' || isAddress) throw fail('passkeys-impossible')
  return { id: url.hostname, origin: url.origin }
}

type Owner = { tenantId: string; userId: string }
type Person = Owner & { email: string; name: string }

/** What makes a new passkey, and the challenge that it is to answer. */
export async function registrationOptions(party: RelyingParty, person: Person, present: readonly PasskeyKey[]) {
  return (await webauthn()).generateRegistrationOptions({
    rpName: 'Mimamori',
    rpID: party.id,
    userID: handleOf(person.userId),
    userName: person.email,
    userDisplayName: person.name,
    attestationType: 'none',
    excludeCredentials: present.map(({ credentialId: id, transports }) => ({ id, transports: transports as never })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: ALGORITHMS,
    timeout: CHALLENGE_MS,
  })
}

/** What uses one; the authenticator offers those that it has for this installation. */
export async function authenticationOptions(party: RelyingParty) {
  const options = { rpID: party.id, userVerification: 'required', timeout: CHALLENGE_MS } as const
  return (await webauthn()).generateAuthenticationOptions(options)
}

/** WebAuthn's handle of a user, which comes back with each answer. */
const handleOf = (userId: string) => new Uint8Array(Buffer.from(userId.replaceAll('-', ''), 'hex'))

/** `userId`: who adds a passkey; null: somebody signs in. Drops those that are over. */
export async function storeChallenge(
  db: PlatformDb,
  { challenge, userId }: { challenge: string; userId: string | null },
  now: Date,
): Promise<void> {
  await db.run(sql`delete from passkey_challenge where challenge in (select challenge from passkey_challenge
    where expires_at <= ${now} order by expires_at limit 100 for update skip locked)`)
  await db.run(sql`insert into passkey_challenge (challenge, user_id, expires_at)
    values (${challenge}, ${userId}, ${new Date(now.getTime() + CHALLENGE_MS)})`)
}

/** Uses the challenge up that the answer names; null: it is not one of ours, was used or is over. */
async function takeChallenge(
  db: PlatformDb,
  clientDataJSON: string,
  userId: string | null,
  now: Date,
): Promise<string | null> {
  const row = await db.first(sql<{ challenge: string }>`
    delete from passkey_challenge where challenge = ${challengeIn(clientDataJSON)} and expires_at > ${now}
      and user_id is not distinct from ${userId}::uuid
    returning challenge`)
  return row?.challenge ?? null
}

function challengeIn(clientDataJSON: string): string {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()) as { challenge?: unknown }
    return typeof challenge === 'string' ? challenge : ''
  } catch {
    return ''
  }
}

type NewKey = { credentialId: string; publicKey: Buffer; counter: number; transports: string[] }

/** The key that an authenticator made for this person; null: it was not made for us, for them or now. */
export async function readMade(
  db: PlatformDb,
  party: RelyingParty,
  { userId }: Owner,
  made: PasskeyMade,
  now: Date,
): Promise<NewKey | null> {
  const expectedChallenge = await takeChallenge(db, made.response.clientDataJSON, userId, now)
  if (expectedChallenge === null) return null
  const expected = { expectedChallenge, expectedOrigin: party.origin, expectedRPID: party.id }
  const response = { ...made, clientExtensionResults: {} } as never
  const { verifyRegistrationResponse } = await webauthn()
  const asked = { response, ...expected, supportedAlgorithmIDs: ALGORITHMS }
  const { registrationInfo } = await verifyRegistrationResponse(asked).catch(() => NOTHING)
  if (!registrationInfo) return null
  const { id: credentialId, publicKey, counter } = registrationInfo.credential
  return { credentialId, publicKey: Buffer.from(publicKey), counter, transports: made.response.transports ?? [] }
}

const NOTHING = { registrationInfo: undefined }

export type PasskeyKey = Owner & { id: string } & NewKey

/** The passkey that an authenticator names, whosever it is. */
export function findPasskey(db: PlatformDb, credentialId: string): Promise<PasskeyKey | undefined> {
  return db.first(sql<PasskeyKey>`
    select id, tenant_id as "tenantId", user_id as "userId", credential_id as "credentialId", public_key as "publicKey",
      counter::float8 as counter, transports from passkey where credential_id = ${credentialId}`)
}

/** Why an answer proves nothing. `copied`: its counter went back, so that two authenticators have the key. */
export type PasskeyError = 'wrong' | 'copied'

/** Judges an answer and uses its challenge up. `userId`: whose passkey it has to be; omitted: anybody's. Null: it is right. */
export function judgePasskey(
  { config, database, now }: Pick<PublicContext, 'config' | 'database' | 'now'>,
  answer: PasskeyAnswer,
  userId?: string,
): Promise<PasskeyError | null> {
  const party = relyingParty(config)
  return database.asPlatform('judge a passkey', async (db) => {
    const key = await findPasskey(db, answer.id)
    if (!key || (userId !== undefined && key.userId !== userId)) return 'wrong'
    return judgeAnswer(db, party, key, answer, now)
  })
}

/** Judges an answer of this passkey, and uses challenge and counter up; null: it is its owner's. */
async function judgeAnswer(
  db: PlatformDb,
  party: RelyingParty,
  key: PasskeyKey,
  answer: PasskeyAnswer,
  now: Date,
): Promise<PasskeyError | null> {
  const expectedChallenge = await takeChallenge(db, answer.response.clientDataJSON, null, now)
  const { userHandle } = answer.response
  const isTheirs = !userHandle || userHandle === Buffer.from(handleOf(key.userId)).toString('base64url')
  if (expectedChallenge === null || !isTheirs || answer.id !== key.credentialId) return 'wrong'
  const newCounter = await verifiedCounter(party, key, answer, expectedChallenge)
  if (newCounter === null) return 'wrong'
  // Two answers at once: one counts.
  const isAhead = await db.run(sql`update passkey set counter = ${newCounter}, last_used_at = ${now}
    where tenant_id = ${key.tenantId} and id = ${key.id} and (counter < ${newCounter} or (counter = 0 and ${newCounter}::bigint = 0))`)
  return isAhead === 1 ? null : 'copied'
}

/** The counter of an answer that is signed as it must be; null: it is not. */
async function verifiedCounter(
  party: RelyingParty,
  { credentialId: id, publicKey }: PasskeyKey,
  answer: PasskeyAnswer,
  expectedChallenge: string,
): Promise<number | null> {
  const { userHandle, ...response } = answer.response
  const expected = { expectedChallenge, expectedOrigin: party.origin, expectedRPID: party.id }
  try {
    const judged = await (await webauthn()).verifyAuthenticationResponse({
      response: {
        ...answer,
        response: { ...response, userHandle: userHandle ?? undefined },
        clientExtensionResults: {},
      },
      ...expected,
      requireUserVerification: true,
      // Compared by the statement that stores it.
      credential: { id, publicKey: new Uint8Array(publicKey), counter: 0 },
    })
    return judged.verified ? judged.authenticationInfo.newCounter : null
  } catch {
    return null
  }
}

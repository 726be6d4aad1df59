/** Tokens of users and hubs: signed, with minimal content; rights are looked up at each call. */
import { type JWTPayload, jwtVerify, SignJWT } from 'jose'
import type { Secrets } from '../secrets.ts'

/** AUTH-08: tokens live one year and are good only while their session is. */
export const TOKEN_SECONDS = 365 * 24 * 60 * 60
const HUB_TOKEN_SECONDS = 15 * 60

export type UserClaims = { userId: string; sessionId: string; jti: string; issuedAt: Date; expiresAt: Date }
/** `isTooOld`: its version is below the least; it may do what an upgrade needs. */
type HubClaims = { hubId: string; tenantId: string; generation: number; isTooOld: boolean; expiresAt: Date }
type Signed = { token: string; expiresAt: Date }

export type Tokens = {
  /** Valid for a year, or until `until` if that is earlier. */
  signUser(claims: { userId: string; sessionId: string; jti: string }, now: Date, until?: Date): Promise<Signed>
  /** Null: not ours, altered, meant for a hub, or expired. */
  verifyUser(token: string, now: Date): Promise<UserClaims | null>
  /** Valid for 15 minutes, or until `until` if that is earlier. */
  signHub(
    claims: { hubId: string; tenantId: string; generation: number; isTooOld?: boolean },
    now: Date,
    until?: Date | null,
  ): Promise<Signed>
  /** Null: not ours, altered, meant for a user, or expired. */
  verifyHub(token: string, now: Date): Promise<HubClaims | null>
}

/** Verified tokens that are remembered; a verification costs more than all else that a small call does. */
const MOST_KNOWN = 5_000
const ISSUER = 'mimamori'
const USERS = { audience: 'mimamori-web', typ: 'at+jwt' }
const HUBS = { audience: 'mimamori-hub', typ: 'hub+jwt' }
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Signs with the current key; tokens signed with the previous one stay valid while that key is accepted. */
export function createTokens(secrets: Pick<Secrets, 'derive' | 'derivePrevious'>): Tokens {
  const key = secrets.derive('tokens')
  const kid = idOf(secrets.derive('tokens-key-id'))
  const [keyBefore, idBefore] = [secrets.derivePrevious('tokens'), secrets.derivePrevious('tokens-key-id')]
  const keys = new Map([[kid, key], ...(keyBefore && idBefore ? [[idOf(idBefore), keyBefore] as const] : [])])

  async function sign(
    kind: typeof USERS,
    claims: Record<string, string | number>,
    seconds: number,
    now: Date,
  ): Promise<Signed> {
    const issued = Math.floor(now.getTime() / 1000)
    const token = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256', typ: kind.typ, kid })
      .setIssuer(ISSUER)
      .setAudience(kind.audience)
      .setIssuedAt(issued)
      .setExpirationTime(issued + seconds)
      .sign(key)
    return { token, expiresAt: new Date((issued + seconds) * 1000) }
  }

  /** Tokens with a verified signature, which stays valid; their expiry is checked each time. */
  const known = new Map<string, JWTPayload>()

  async function verify(kind: typeof USERS, token: string, now: Date, needed: readonly string[]) {
    const name = `${kind.typ} ${token}`
    const before = known.get(name)
    if (before) return before.exp! * 1000 > now.getTime() ? before : null
    const payload = await verifyAnew(kind, token, now, needed)
    if (!payload) return null
    if (known.size >= MOST_KNOWN) known.delete(known.keys().next().value!)
    known.set(name, payload)
    return payload
  }

  async function verifyAnew(kind: typeof USERS, token: string, now: Date, needed: readonly string[]) {
    try {
      const { payload } = await jwtVerify(token, ({ kid: named }) => keyNamed(named), {
        algorithms: ['HS256'],
        issuer: ISSUER,
        audience: kind.audience,
        typ: kind.typ,
        currentDate: now,
        requiredClaims: ['iat', 'exp', ...needed],
      })
      if (!needed.every((name) => typeof payload[name] === 'string' && UUID.test(payload[name]))) return null
      return payload
    } catch {
      return null
    }
  }

  function keyNamed(name: string | undefined): Buffer {
    const found = keys.get(name ?? '')
    if (!found) throw new Error('A token of an unknown key.')
    return found
  }

  return {
    signUser({ userId, sessionId, jti }, now, until) {
      return sign(USERS, { sub: userId, sid: sessionId, jti }, secondsUntil(until, TOKEN_SECONDS, now), now)
    },
    async verifyUser(token, now) {
      const payload = await verify(USERS, token, now, ['sub', 'sid', 'jti'])
      return (
        payload && {
          userId: payload.sub!,
          sessionId: payload.sid as string,
          jti: payload.jti!,
          issuedAt: new Date(payload.iat! * 1000),
          expiresAt: new Date(payload.exp! * 1000),
        }
      )
    },
    signHub({ hubId, tenantId, generation, isTooOld = false }, now, until) {
      const claims = { sub: hubId, tid: tenantId, gen: generation, ...(isTooOld && { old: 1 }) }
      return sign(HUBS, claims, secondsUntil(until, HUB_TOKEN_SECONDS, now), now)
    },
    async verifyHub(token, now) {
      const payload = await verify(HUBS, token, now, ['sub', 'tid'])
      if (!payload || typeof payload.gen !== 'number') return null
      const { sub, tid, gen, old, exp } = payload
      const isTooOld = old !== undefined
      return { hubId: sub!, tenantId: tid as string, generation: gen, isTooOld, expiresAt: new Date(exp! * 1000) }
    },
  }
}

function secondsUntil(until: Date | null | undefined, most: number, now: Date): number {
  if (!until) return most
  return Math.min(Math.floor(until.getTime() / 1000) - Math.floor(now.getTime() / 1000), most)
}

function idOf(derived: Buffer): string {
  return derived.toString('hex').slice(0, 8)
}
